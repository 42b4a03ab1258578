/** The texts of the status page. */
import { expect, test } from 'vitest';
import { inPercent, type PartStatus, summary } from './status-page.tsx';

const parts = (...states: (boolean | null)[]): PartStatus[] =>
  (['orders', 'payments', 'email'] as const).map((part, at) => ({
    part,
    isGood: states[at] ?? null,
    share: null,
    days: [],
  }));

test.each([
  [[true, true, true], 'All systems are operational.'],
  [[true, false, true], 'Disruption of card payments. We are working on it.'],
  [[false, false, null], 'Disruption of orders and card payments. We are working on it.'],
  [[true, null, true], 'Some parts have not been measured in the last few minutes.'],
])('%j', (states, sentence) => {
  expect(summary(parts(...states))).toBe(sentence);
});

test('a share is never rounded up to 100%', () => {
  expect([1, 0.99999, 0.9523, 0].map(inPercent)).toEqual(['100%', '99.99%', '95.23%', '0%']);
});
