/** Polling with a fake clock: how long the browser polls and which responses end it. */
import { expect, test } from 'vitest';
import { CallError } from '#contract/client.ts';
import { type PaymentStatus, pauseMs, pollForMs, pollPaymentStatus } from './payment-status.ts';

const status = (name: PaymentStatus['status']): PaymentStatus => ({
  orderId: 'ord_1234567890123456789012',
  status: name,
  orderNumber: 'S-1001',
  total: 149.5,
});

/**
 * A clock that moves only between polls, and a server that answers from a list and then repeats its last
 * answer.
 */
function aPolling(answers: (PaymentStatus | CallError)[]) {
  const clock = { nowMs: 0, reads: 0 };
  const abort = new AbortController();
  return {
    clock,
    abort,
    polling: {
      read: async () => {
        const answer = answers[Math.min(clock.reads, answers.length - 1)] as PaymentStatus | CallError;
        clock.reads += 1;
        if (answer instanceof CallError) throw answer;
        return answer;
      },
      isSettled: ({ status: name }: PaymentStatus) => name === 'paid',
      pause: async (durationMs: number) => {
        clock.nowMs += durationMs;
      },
      now: () => clock.nowMs,
      signal: abort.signal,
    },
  };
}

test('a paid order is known immediately', async () => {
  const { clock, polling } = aPolling([status('paid')]);
  expect(await pollPaymentStatus(polling)).toMatchObject({ status: 'paid' });
  expect(clock).toEqual({ nowMs: 0, reads: 1 });
});

test('a lost connection and a failing server are retried, and never taken for an answer', async () => {
  const { polling } = aPolling([
    new CallError(0, 'network', 'no'),
    new CallError(500, 'unknown', 'no'),
    new CallError(429, 'rate_limited', 'no'),
    status('checking'),
    status('paid'),
  ]);
  expect(await pollPaymentStatus(polling)).toMatchObject({ status: 'paid' });
});

test('an order that does not exist is a final answer', async () => {
  const { polling } = aPolling([new CallError(404, 'order_not_found', 'Order not found')]);
  await expect(pollPaymentStatus(polling)).rejects.toMatchObject({ code: 'order_not_found' });
});

test('after a minute the last answer is returned, undecided', async () => {
  const { clock, polling } = aPolling([status('checking')]);
  expect(await pollPaymentStatus(polling)).toMatchObject({ status: 'checking' });
  expect(clock.nowMs).toBeGreaterThan(pollForMs - 6_000);
  expect(clock.nowMs).toBeLessThanOrEqual(pollForMs);
});

test('leaving the page stops the polling', async () => {
  const { abort, clock, polling } = aPolling([status('checking')]);
  abort.abort();
  expect(await pollPaymentStatus(polling)).toBeNull();
  expect(clock.reads).toBe(0);
});

test('polling is fast at first and slower later', () => {
  expect([0, 1, 5, 20].map(pauseMs)).toEqual([400, 560, 2_151, 5_000]);
});
