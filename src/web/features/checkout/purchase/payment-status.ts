/**
 * Polls our server for the payment status until it is settled or the time is up. A lost connection is
 * retried.
 */
import { CallError } from '#contract/client.ts';
import type { readPaymentStatus } from '#contract/payment-status.ts';
import type { Answer } from '#contract/endpoint.ts';

export type PaymentStatus = Answer<typeof readPaymentStatus>;

const firstPauseMs = 400;
const longestPauseMs = 5_000;
export const pollForMs = 60_000;

/** Short intervals at first, when most payments are decided, then longer. */
export const pauseMs = (reads: number): number =>
  Math.min(longestPauseMs, Math.round(firstPauseMs * 1.4 ** reads));

export type Polling = {
  read: () => Promise<PaymentStatus>;
  /** True if the status is settled, so polling ends. */
  isSettled: (status: PaymentStatus) => boolean;
  pause: (durationMs: number) => Promise<void>;
  now: () => number;
  signal: AbortSignal;
  forMs?: number;
};

/** True for rejections that a retry does not change, such as an unknown order. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Returns the settled status, or the last one when the time is up (null if there was none). Throws
 * `CallError` only for a final rejection.
 */
export async function pollPaymentStatus({
  read,
  isSettled,
  pause,
  now,
  signal,
  forMs = pollForMs,
}: Polling): Promise<PaymentStatus | null> {
  const endsAt = now() + forMs;
  let last: PaymentStatus | null = null;
  for (let reads = 0; !signal.aborted; reads += 1) {
    try {
      last = await read();
      if (isSettled(last)) return last;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    const next = pauseMs(reads);
    if (now() + next > endsAt) return last;
    await pause(next);
  }
  return last;
}

export const wait = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));
