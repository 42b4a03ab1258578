/**
 * The request to Factiiv's connect page, and its response: the parameters of the return address. No browser
 * APIs here. Source of the texts: specification 2, "Credit-report provider connection".
 */
import { factiivReturnPath } from '#contract/pages.ts';

export const popupSize = { width: 420, height: 699 } as const;
export const pollEveryMs = 500;
/**
 * A popup that seems closed may only have lost its opener. Its response may still arrive by another channel.
 */
export const graceMs = 3_000;

export const failures = {
  closed: 'Popup has been closed by user',
  mismatch: 'User id or app name mismatches',
  lacksIds: 'The answer from Factiiv lacks the ids',
} as const;

/** One attempt to connect. Nothing in it is secret. `state` is random, so a response cannot be forged. */
export type Attempt = { state: string; userId: string; appName: string; termsVersion: string };

export type Granted = { factUserId: string; factBusinessId: string; factApiKey: string };

export type Verdict =
  | { granted: Granted; failure: null }
  | { granted: null; failure: (typeof failures)[keyof typeof failures] };

export type ConnectRequest = { attempt: Attempt; connectAddress: string; origin: string; screenName: string };

/** The address of Factiiv's page with all parameters. */
export function connectUrl({ attempt, connectAddress, origin, screenName }: ConnectRequest): string {
  const returnUrl = new URL(factiivReturnPath, origin);
  returnUrl.searchParams.set('state', attempt.state);
  const url = new URL(connectAddress);
  url.searchParams.set('user_id', attempt.userId);
  url.searchParams.set('redirect_url', returnUrl.href);
  url.searchParams.set('connecting_app', attempt.appName);
  if (screenName !== '') url.searchParams.set('screen_name', screenName);
  return url.href;
}

/** The attempt that a response belongs to; null if it does not say. */
export const stateIn = (query: string): string | null => new URLSearchParams(query).get('state');

/** A duplicate parameter indicates tampering and is ignored. */
function only(parameters: URLSearchParams, name: string): string {
  const values = parameters.getAll(name);
  return values.length === 1 ? (values[0] ?? '').trim() : '';
}

export function checkAnswer(query: string, { state, userId, appName }: Attempt): Verdict {
  const parameters = new URLSearchParams(query);
  const granted = {
    factUserId: only(parameters, 'fact_id'),
    factBusinessId: only(parameters, 'business_id'),
    factApiKey: only(parameters, 'api_key'),
  };
  if (Object.values(granted).includes('')) return { granted: null, failure: failures.lacksIds };
  const isOurs =
    only(parameters, 'connecting_app') === appName &&
    only(parameters, 'connecting_user_id') === userId &&
    only(parameters, 'state') === state;
  return isOurs ? { granted, failure: null } : { granted: null, failure: failures.mismatch };
}

/** Centers the popup over its opener window, wherever that is on the screen. */
export function popupFeatures(opener: {
  screenX: number;
  screenY: number;
  outerWidth: number;
  outerHeight: number;
}): string {
  const left = Math.max(0, Math.round(opener.screenX + (opener.outerWidth - popupSize.width) / 2));
  const top = Math.max(0, Math.round(opener.screenY + (opener.outerHeight - popupSize.height) / 2));
  return `popup,width=${popupSize.width},height=${popupSize.height},left=${left},top=${top}`;
}
