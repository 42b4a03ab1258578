/**
 * Messages between the shop page and the card frame. Both sides use this file and drop every message with an
 * unexpected origin, window, or shape. No message ever contains a card number, a date, or a code.
 */
import type { CssFontSource, CustomFontSource, StripeError } from '@stripe/stripe-js';

export type AppearanceLike = {
  theme?: string;
  variables?: Record<string, string>;
  rules?: Record<string, Record<string, string>>;
  labels?: string;
};

/** The look of the frame: the shop's appearance, and whether the surface is light or dark. */
export type Appearance = {
  appearance: AppearanceLike;
  fonts: (CssFontSource | CustomFontSource)[];
  scheme: 'light' | 'dark';
  /** The color of the page behind the frame, null when it is not a single color. */
  surface: string | null;
  terms: string | null;
  readOnly: boolean;
};

export type Address = Partial<
  Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string | null>
>;
export type BillingDetails = {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Address | null;
};

export type ToFrame =
  | { type: 'look'; appearance: Appearance }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'clear' }
  | { type: 'submit'; request: string }
  | { type: 'create'; request: string; publishableKey: string; billingDetails: BillingDetails };

export type FromFrame =
  | { type: 'loaded' }
  | { type: 'ready' }
  | { type: 'size'; height: number }
  | { type: 'change'; empty: boolean; complete: boolean }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'escape' }
  | { type: 'enter' }
  | { type: 'reply'; request: string; error: StripeError | null; paymentMethod: string | null };

/** Messages from the bank's page to the shop page. They decide nothing: the result is read from the API. */
export type FromChallenge =
  | { type: 'challenge'; outcome: 'complete' | 'fail' | 'cancel' }
  | { type: 'challenge-error' };

const marker = 'endive';

type Envelope = { sender: typeof marker; frame: string; body: unknown };

export function wrap(
  frame: string,
  body: ToFrame | FromFrame | FromChallenge | { type: 'ask-cancel' },
): Envelope {
  return { sender: marker, frame, body };
}

/** The body of a message for this frame, or null for unrelated messages. */
function unwrap(data: unknown, frame: string): Record<string, unknown> | null {
  if (!isRecord(data) || data.sender !== marker || data.frame !== frame || !isRecord(data.body)) return null;
  return data.body;
}

export function readFromFrame(data: unknown, frame: string): FromFrame | null {
  const body = unwrap(data, frame);
  if (body === null) return null;
  switch (body.type) {
    case 'loaded':
    case 'ready':
    case 'focus':
    case 'blur':
    case 'escape':
    case 'enter':
      return { type: body.type };
    case 'size':
      return typeof body.height === 'number' && body.height >= 0 && body.height < 5_000
        ? { type: 'size', height: body.height }
        : null;
    case 'change':
      return typeof body.empty === 'boolean' && typeof body.complete === 'boolean'
        ? { type: 'change', empty: body.empty, complete: body.complete }
        : null;
    case 'reply':
      return typeof body.request === 'string' &&
        (body.error === null || isStripeError(body.error)) &&
        (body.paymentMethod === null || typeof body.paymentMethod === 'string')
        ? { type: 'reply', request: body.request, error: body.error, paymentMethod: body.paymentMethod }
        : null;
    default:
      return null;
  }
}

export function readToFrame(data: unknown, frame: string): ToFrame | null {
  const body = unwrap(data, frame);
  if (body === null) return null;
  switch (body.type) {
    case 'focus':
    case 'blur':
    case 'clear':
      return { type: body.type };
    case 'submit':
      return typeof body.request === 'string' ? { type: 'submit', request: body.request } : null;
    case 'create':
      return typeof body.request === 'string' &&
        typeof body.publishableKey === 'string' &&
        isRecord(body.billingDetails)
        ? {
            type: 'create',
            request: body.request,
            publishableKey: body.publishableKey,
            billingDetails: body.billingDetails,
          }
        : null;
    case 'look':
      return isAppearance(body.appearance) ? { type: 'look', appearance: body.appearance } : null;
    default:
      return null;
  }
}

export function readFromChallenge(data: unknown, frame: string): FromChallenge | null {
  const body = unwrap(data, frame);
  if (body?.type === 'challenge-error') return { type: 'challenge-error' };
  if (body?.type !== 'challenge') return null;
  return body.outcome === 'complete' || body.outcome === 'fail' || body.outcome === 'cancel'
    ? { type: 'challenge', outcome: body.outcome }
    : null;
}

/** The shop page asks the bank's page to cancel, because Escape was pressed outside the frame. */
export const isCancelRequest = (data: unknown, frame: string): boolean =>
  unwrap(data, frame)?.type === 'ask-cancel';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStripeError(value: unknown): value is StripeError {
  return isRecord(value) && typeof value.type === 'string';
}

function isAppearance(value: unknown): value is Appearance {
  return (
    isRecord(value) &&
    isRecord(value.appearance) &&
    Array.isArray(value.fonts) &&
    (value.scheme === 'light' || value.scheme === 'dark') &&
    (value.surface === null || typeof value.surface === 'string') &&
    (value.terms === null || typeof value.terms === 'string') &&
    typeof value.readOnly === 'boolean'
  );
}
