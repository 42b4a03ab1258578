/** The public view of orders and subscriptions, case by case. */
import { cents } from '#kernel/money.ts';
import type { OrderStatus } from '#modules/orders/rules.ts';
import type { Money } from '#modules/payments/activity.ts';
import { expect, test } from 'vitest';
import { type HistoryEvent, historyOf, maskEmail, shownStatus } from './view-rules.ts';

const at = new Date('2026-11-21T12:00:00Z');
const payment = { type: 'payment', at, amount: cents(1_000), pending: false } as const;
const paid: Money = { activity: [payment], disputed: false, inReview: false, canceled: false };
const refunded = (amount: number): Money => ({
  ...paid,
  activity: [...paid.activity, { type: 'refund', at, amount: cents(amount), pending: true }],
});

const cases: [OrderStatus, Money, string][] = [
  ['awaiting_payment', { ...paid, activity: [] }, 'awaiting_payment'],
  ['in_progress', paid, 'in_progress'],
  ['completed', paid, 'completed'],
  ['in_progress', refunded(1), 'partially_refunded'],
  ['completed', refunded(999), 'partially_refunded'],
  ['completed', refunded(1_000), 'refunded'],
  ['in_progress', { ...paid, disputed: true }, 'disputed'],
  ['in_progress', { ...refunded(1_000), disputed: true }, 'disputed'],
  ['canceled', refunded(1_000), 'canceled'],
  ['in_progress', { ...paid, canceled: true }, 'canceled'],
];
for (const [status, money, expected] of cases) {
  test(`a ${status} order with ${money.activity.length} payments and refunds${money.disputed ? ' and a dispute' : ''} is shown as ${expected}`, () =>
    expect(shownStatus(status, cents(1_000), money)).toBe(expected));
}

for (const [email, expected] of [
  ['kofi@example.com', 'k***@example.com'],
  ['k@example.com', 'k***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
] as const) {
  test(`${email} is shown as ${expected}`, () => expect(maskEmail(email)).toBe(expected));
}

const later = new Date('2026-11-23T12:00:00Z');
const eventsOf = (
  order: Parameters<typeof historyOf>[0],
  money: Money,
  recorded: HistoryEvent[] = [],
): string[] => historyOf(order, money, recorded).map(({ event }) => event);

test('the history of an order is sorted by stage, also with equal timestamps', () => {
  const work = { createdAt: at, acceptedAt: at, completedAt: later };
  const refund: HistoryEvent = { event: 'refunded', at: later, amount: cents(100), creditNote: null };
  const started: HistoryEvent = { ...refund, event: 'refund_started' };
  expect(eventsOf(work, paid, [refund, started])).toEqual([
    'placed',
    'paid',
    'in_progress',
    'completed',
    'refund_started',
    'refunded',
  ]);
});

test('an order complete on payment skips in progress, a free one skips paid, a waiting one is only placed', () => {
  expect(eventsOf({ createdAt: at, acceptedAt: later, completedAt: later }, paid)).toEqual([
    'placed',
    'paid',
    'completed',
  ]);
  const free = { ...paid, activity: [] };
  expect(eventsOf({ createdAt: at, acceptedAt: at, completedAt: null }, free)).toEqual([
    'placed',
    'in_progress',
  ]);
  expect(eventsOf({ createdAt: at, acceptedAt: null, completedAt: null }, free)).toEqual(['placed']);
});
