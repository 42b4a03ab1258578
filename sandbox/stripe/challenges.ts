/**
 * 3-D Secure: the question of the card's bank. A confirmation opens it, and `authenticating.ts` applies the
 * answer. Confirming, canceling, or answering the intent invalidates its older challenges.
 */
import { unexpectedState } from './http/errors.ts';
import { stripeId } from './ids.ts';
import type { Challenge } from './kinds.ts';
import { type Call, nowSeconds, type World } from './world.ts';

type IntentKind = Challenge['intentKind'];

/** What the bank's page shows. */
export type ChallengeView = {
  id: string;
  status: Challenge['status'];
  kind: IntentKind;
  intentId: string;
  amount: number | null;
  currency: string | null;
  last4: string | null;
  /** Where to redirect the customer afterwards when the page was opened by a redirect. */
  returnUrl: string | null;
};

type NextAction = {
  type: string;
  use_stripe_sdk?: Record<string, unknown>;
  redirect_to_url?: { return_url: string | null; url: string | null };
};

/**
 * `use_stripe_sdk` makes the browser script show the bank's page in a dialog; otherwise the customer is
 * redirected. For the dialog, `stripe_js` holds the page's address, as at Stripe.
 */
export function openChallenge(
  call: Call,
  intentId: string,
  intentKind: IntentKind,
  options: { returnUrl: string | null; useStripeSdk: boolean },
): NextAction {
  const { store, origin } = call.world;
  const challenge: Challenge = {
    id: stripeId('tds'),
    object: 'challenge',
    intent: intentId,
    intentKind,
    status: 'open',
    returnUrl: options.returnUrl,
    created: nowSeconds(call.world),
  };
  store.insert('challenge', challenge, null);
  store.saveSecrets(intentKind, intentId, { challenge: challenge.id });
  const url = `${origin}/3ds/${challenge.id}`;
  if (options.useStripeSdk || options.returnUrl === null) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: challenge.id },
    };
  }
  return {
    type: 'redirect_to_url',
    redirect_to_url: { return_url: options.returnUrl, url: `${url}?redirect=true` },
  };
}

/** Invalidates the open challenge of an intent, if any. */
export function supersedeChallenge(call: Call, intentId: string, intentKind: IntentKind): void {
  const { store } = call.world;
  const { challenge: id } = store.secretsOf(intentKind, intentId);
  const challenge = id === null ? null : store.find('challenge', id);
  if (challenge?.status === 'open') store.save('challenge', { ...challenge, status: 'superseded' });
}

/** Returns null when the challenge does not exist. */
export function findChallenge(world: World, id: string): ChallengeView | null {
  const challenge = world.store.find('challenge', id);
  if (challenge === null) return null;
  const intent = world.store.get(challenge.intentKind, challenge.intent);
  const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : null;
  const method = methodId === null ? null : world.store.find('payment_method', methodId);
  return {
    id,
    status: challenge.status,
    kind: challenge.intentKind,
    intentId: intent.id,
    amount: intent.object === 'payment_intent' ? intent.amount : null,
    currency: intent.object === 'payment_intent' ? intent.currency : null,
    last4: method?.card?.last4 ?? null,
    returnUrl: challenge.returnUrl,
  };
}

/** Returns the open challenge of an intent. Throws when there is none. */
export function openChallengeOf(world: World, intentKind: IntentKind, intentId: string): string {
  const intent = world.store.get(intentKind, intentId);
  const { challenge } = world.store.secretsOf(intentKind, intentId);
  if (intent.status !== 'requires_action' || challenge === null) {
    throw unexpectedState(intentKind, `No challenge is open: the status is ${intent.status}.`, intent);
  }
  return challenge;
}
