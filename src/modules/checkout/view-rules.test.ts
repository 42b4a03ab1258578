/** How orders and subscriptions look from outside, case by case. */
import { cents } from '#kernel/money.ts';
import type { OrderStatus } from '#modules/orders/rules.ts';
import type { Money } from '#modules/payments/movements.ts';
import { expect, test } from 'vitest';
import { maskEmail, paidUntil, shownStatus } from './view-rules.ts';

const at = new Date('2026-11-21T12:00:00Z');
const paid: Money = { movements: [{ type: 'payment', at, amount: cents(1_000), pending: false }], disputed: false, inReview: false };
const refunded = (amount: number): Money => ({
  ...paid,
  movements: [...paid.movements, { type: 'refund', at, amount: cents(amount), pending: true }],
});

const cases: [OrderStatus, Money, string][] = [
  ['awaiting_payment', { ...paid, movements: [] }, 'awaiting_payment'],
  ['paid', paid, 'paid'],
  ['completed', paid, 'completed'],
  ['paid', refunded(1), 'partially_refunded'],
  ['completed', refunded(999), 'partially_refunded'],
  ['completed', refunded(1_000), 'refunded'],
  ['paid', { ...paid, disputed: true }, 'disputed'],
  ['paid', { ...refunded(1_000), disputed: true }, 'disputed'],
  ['canceled', refunded(1_000), 'canceled'],
];
for (const [status, money, expected] of cases) {
  test(`a ${status} order with ${money.movements.length} movements${money.disputed ? ' and a dispute' : ''} is shown as ${expected}`, () =>
    expect(shownStatus(status, cents(1_000), money)).toBe(expected));
}

for (const [email, expected] of [
  ['kofi@example.com', 'k***@example.com'],
  ['k@example.com', 'k***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
] as const) {
  test(`${email} is shown as ${expected}`, () => expect(maskEmail(email)).toBe(expected));
}

for (const [from, period, expected] of [
  ['2026-01-15T10:30:00.000Z', 'month', '2026-02-15T10:30:00.000Z'],
  ['2026-01-31T10:30:00.000Z', 'month', '2026-02-28T10:30:00.000Z'],
  ['2028-01-31T10:30:00.000Z', 'month', '2028-02-29T10:30:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 'month', '2027-01-31T23:59:59.000Z'],
  ['2028-02-29T00:00:00.000Z', 'year', '2029-02-28T00:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 'year', '2027-11-21T12:00:00.000Z'],
] as const) {
  test(`a ${period} paid on ${from} lasts until ${expected}`, () => expect(paidUntil(new Date(from), period).toISOString()).toBe(expected));
}
