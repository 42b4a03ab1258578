/**
 * Calls the sandbox's REST API from the shop's page or the card frame, always with the publishable key.
 * Returns either a result or an error in Stripe's format; network failures are errors too.
 */
import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import { connectionError } from './errors.ts';
import { isRecord } from './protocol.ts';

export type Kind = 'payment' | 'setup';
export type Intent = PaymentIntent | SetupIntent;
export type Outcome<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError };

export type Api = { origin: string; publishableKey: string };

/** Encodes nested objects in Stripe's bracket form. Undefined and null values are omitted. */
export function toForm(value: unknown, prefix = '', form = new URLSearchParams()): URLSearchParams {
  if (value === undefined || value === null) return form;
  if (Array.isArray(value))
    value.forEach((item, at) => {
      toForm(item, `${prefix}[${at}]`, form);
    });
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value))
      toForm(item, prefix === '' ? key : `${prefix}[${key}]`, form);
  else form.append(prefix, String(value));
  return form;
}

export async function call(
  api: Api,
  method: 'GET' | 'POST',
  path: string,
  parameters: Record<string, unknown>,
): Promise<Outcome<Record<string, unknown>>> {
  const form = toForm(parameters);
  let body: unknown;
  try {
    const response = await fetch(`${api.origin}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${api.publishableKey}`,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: method === 'POST' ? form.toString() : null,
      credentials: 'omit',
    });
    body = await response.json();
  } catch {
    return { error: connectionError() };
  }
  if (!isRecord(body))
    return {
      error: { type: 'api_error', message: 'The payment provider gave an answer that we could not read.' },
    };
  return isRecord(body.error) ? { error: body.error as unknown as StripeError } : { value: body };
}

const pathOf = (kind: Kind, clientSecret: string): string =>
  `/v1/${kind === 'payment' ? 'payment_intents' : 'setup_intents'}/${clientSecret.slice(0, clientSecret.indexOf('_secret_'))}`;

export async function retrieveIntent(api: Api, kind: Kind, clientSecret: string): Promise<Outcome<Intent>> {
  return asIntent(await call(api, 'GET', pathOf(kind, clientSecret), { client_secret: clientSecret }));
}

export async function confirmIntent(
  api: Api,
  kind: Kind,
  clientSecret: string,
  parameters: Record<string, unknown>,
): Promise<Outcome<Intent>> {
  return asIntent(
    await call(api, 'POST', `${pathOf(kind, clientSecret)}/confirm`, {
      ...parameters,
      client_secret: clientSecret,
    }),
  );
}

function asIntent(outcome: Outcome<Record<string, unknown>>): Outcome<Intent> {
  if (outcome.error !== undefined) return outcome;
  return { value: outcome.value as unknown as Intent };
}
