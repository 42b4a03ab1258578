/** Calls to Stripe, with failures sorted into two kinds: rejected, and unknown outcome. */
import { GatewayRefused, GatewayUnavailable, type UnknownOutcome } from '#ports/payment-gateway.ts';
import Stripe from 'stripe';

const apiVersion = '2026-10-28.endive';
/**
 * Time limit of one call; after it the outcome is unknown. A person waits for most calls, so with one retry
 * the answer is there within twenty seconds. Background work uses the same limit, because it is retried
 * anyway.
 */
const longestCallMs = 8_000;
const repeatsAtMost = 1;

export function connect(
  secretKey: string,
  apiBase: string | null,
  timeoutMs: number = longestCallMs,
): Stripe {
  const common = {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: repeatsAtMost,
    telemetry: false,
  } as const;
  if (apiBase === null) return new Stripe(secretKey, common);
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return new Stripe(secretKey, {
    ...common,
    protocol: scheme,
    host: hostname,
    port: port || (scheme === 'https' ? 443 : 80),
  });
}

/** Runs Stripe calls. Throws only `GatewayRefused` or `GatewayUnavailable` for Stripe's errors. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw sort(error);
  }
}

/** Like `callStripe`, but returns null for a reference that Stripe does not know. */
export const callOrNull = <T>(call: () => Promise<T>): Promise<T | null> =>
  callStripe(call).catch((error: unknown) => {
    if (error instanceof GatewayRefused && error.code === 'resource_missing') return null;
    throw error;
  });

/**
 * Like `callStripe`, but when Stripe does not know the object in `parameter`, the error gets one of our own codes.
 */
export const named = <T>(
  parameter: string,
  code: 'customer_unknown' | 'card_unknown',
  call: () => Promise<T>,
): Promise<T> =>
  callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      const isMissing =
        error instanceof Stripe.errors.StripeError &&
        error.code === 'resource_missing' &&
        error.param === parameter;
      throw isMissing ? new GatewayRefused(code, error.message) : error;
    }
  });

/** A page that cannot be fetched fails like any other call. */
export async function* translated<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  for (
    let step = await callStripe(() => iterator.next());
    !step.done;
    step = await callStripe(() => iterator.next())
  )
    yield step.value;
}

function sort(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const trouble = troubleOf(error);
  if (trouble === null) return new GatewayRefused(error.code ?? error.type, error.message);
  return new GatewayUnavailable(error.message, {
    replayed: error.headers?.['idempotent-replayed'] === 'true',
    trouble,
  });
}

/**
 * Null for a rejection. Bad keys and rate limits are our fault, not the shopper's: the payment's state is
 * unknown.
 */
function troubleOf(error: InstanceType<typeof Stripe.errors.StripeError>): UnknownOutcome | null {
  const status = error.statusCode ?? 0;
  if (error instanceof Stripe.errors.StripeConnectionError)
    return (error.detail as { code?: string } | undefined)?.code === 'ETIMEDOUT' ? 'timeout' : 'reset';
  if (status === 0) return 'nonsense';
  if (status >= 500) return '5xx';
  return [401, 403, 409, 429].includes(status) ? 'turned_away' : null;
}
