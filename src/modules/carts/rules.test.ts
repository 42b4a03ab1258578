/** The cart state machine: a paid cart never reopens. */
import { expect, test } from 'vitest';
import { type CartEvent, type CartStatus, isClosed, next } from './rules.ts';

for (const [status, event, expected] of [
  ['pending', 'pay', 'completed'],
  ['abandoned', 'pay', 'recovered'],
  ['lost', 'pay', 'recovered'],
  ['pending', 'idle', 'abandoned'],
  ['abandoned', 'give_up', 'lost'],
  ['lost', 'change', 'pending'],
] as const) {
  test(`a ${status} cart becomes ${expected} by ${event}`, () => expect(next(status, event)).toBe(expected));
}
for (const status of ['completed', 'recovered'] as CartStatus[]) {
  test(`a ${status} cart accepts no more changes`, () => {
    expect(isClosed(status)).toBe(true);
    for (const event of ['pay', 'change', 'idle', 'give_up'] as CartEvent[])
      expect(() => next(status, event)).toThrow('Cart is already completed');
  });
}
