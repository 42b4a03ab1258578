/** How each rejection reads, and when the browser may say "declined". */
import { expect, test } from 'vitest';
import { CallError } from '#contract/client.ts';
import { isDeclined, outcomeOfLostCheck, outcomeOfRefusal, wordsOf } from './outcome.ts';
import { mayRepeat } from './pay.ts';

for (const [code, kind] of [
  ['order_already_paid', 'already_paid'],
  ['cart_completed', 'already_paid'],
  ['coupon_expired', 'coupon_refused'],
  ['coupon_exhausted', 'coupon_refused'],
  ['total_changed', 'prices_changed'],
  ['product_unavailable', 'prices_changed'],
  ['payment_unavailable', 'refused'],
  ['network', 'refused'],
] as const) {
  test(`${code} is ${kind}`, () => {
    expect(outcomeOfRefusal(new CallError(409, code, 'words'))).toMatchObject({ kind });
  });
}

test('after a card attempt, a rejected status request makes no claim about the money', () => {
  for (const code of ['order_not_found', 'refresh_refused', 'total_changed'])
    expect(outcomeOfLostCheck(new CallError(404, code, 'words'))).toEqual({
      kind: 'unclear',
      message: 'words',
    });
  expect(outcomeOfLostCheck(new CallError(409, 'order_already_paid', 'words'))).toEqual({
    kind: 'already_paid',
  });
});

test('an error that is not a rejection is a bug and is rethrown', () => {
  expect(() => outcomeOfRefusal(new TypeError('bug'))).toThrow('bug');
});

for (const [error, declined] of [
  [{ type: 'card_error', code: 'card_declined' }, true],
  [{ type: 'validation_error', code: 'incomplete_number' }, true],
  [{ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }, true],
  [{ type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }, false],
  [{ type: 'api_connection_error' }, false],
  [{ type: 'api_error' }, false],
  [{}, false],
] as const) {
  test(`${JSON.stringify(error)} ${declined ? 'is a decline' : 'leaves it open whether money moved'}`, () => {
    expect(isDeclined(error)).toBe(declined);
  });
}

test('a lost response and a server error are retried under the same key, a rejection is not', () => {
  expect(mayRepeat(new CallError(0, 'network', ''))).toBe(true);
  expect(mayRepeat(new CallError(500, 'unknown', ''))).toBe(true);
  expect(mayRepeat(new CallError(503, 'payment_unavailable', ''))).toBe(false);
  expect(mayRepeat(new CallError(409, 'total_changed', ''))).toBe(false);
  expect(mayRepeat(new TypeError('bug'))).toBe(false);
});

test.each([
  [
    { code: 'card_declined', decline_code: 'insufficient_funds', message: 'No funds.' },
    'Your card has insufficient funds.',
  ],
  [{ code: 'card_declined', decline_code: 'do_not_honor', message: 'No.' }, 'Your card was declined.'],
  [{ code: 'expired_card', message: 'Too old.' }, 'Your card has expired.'],
  [{ code: 'rate_limit', message: 'Too often.' }, 'Too often.'],
  [{ code: 'rate_limit' }, undefined],
])(
  "%o uses the processor's text on English pages, and ours on others where translated: %s",
  (error, expected) => {
    expect(wordsOf(error, 'en')).toBe('message' in error ? error.message : undefined);
    expect(wordsOf(error, 'es')).toBe(expected);
  },
);
