/**
 * Asks our server whether an order is paid, until there is an answer or the time is up.
 * A lost connection is not an answer: the question is simply asked again.
 */
import { CallError } from '#contract/client.ts';
import type { readPaymentStatus } from '#contract/payment-status.ts';
import type { Answer } from '#contract/endpoint.ts';

export type PaymentStatus = Answer<typeof readPaymentStatus>;

const firstPauseMs = 400;
const longestPauseMs = 5_000;
export const pollForMs = 60_000;

/** Fast at first, when most payments are decided, then slower. */
export const pauseMs = (asked: number): number => Math.min(longestPauseMs, Math.round(firstPauseMs * 1.4 ** asked));

export type Polling = {
  read: () => Promise<PaymentStatus>;
  /** True when the answer needs no further question. */
  isSettled: (status: PaymentStatus) => boolean;
  pause: (durationMs: number) => Promise<void>;
  now: () => number;
  signal: AbortSignal;
  forMs?: number;
};

/** True for refusals that no repetition will change, such as an order that does not exist. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * The settled status, or the last one heard when the time was up (null when none was heard).
 * Throws `CallError` only for a final refusal.
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
  for (let asked = 0; !signal.aborted; asked += 1) {
    try {
      last = await read();
      if (isSettled(last)) return last;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    const next = pauseMs(asked);
    if (now() + next > endsAt) return last;
    await pause(next);
  }
  return last;
}

export const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));
