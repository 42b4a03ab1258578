/** Computes the public view of an order: its displayed status and its masked email address. */
import { add, type Cents, zero } from '#kernel/money.ts';
import type { OrderEventName } from '#content/order-words.ts';
import { isAccepted, type OrderStatus } from '#modules/orders/rules.ts';
import type { Order } from '#modules/orders/store.ts';
import type { Money } from '#modules/payments/activity.ts';

export type ShownStatus = OrderStatus | 'partially_refunded' | 'refunded' | 'disputed';

export const refundedOf = ({ activity }: Pick<Money, 'activity'>): Cents =>
  activity.reduce((sum, { type, amount }) => (type === 'refund' ? add(sum, amount) : sum), zero);

/** Refunds, disputes and cancellations change the displayed status of a sale, not the stored one. */
export function shownStatus(status: OrderStatus, total: Cents, money: Money): ShownStatus {
  if (!isAccepted(status)) return status;
  const refunded = refundedOf(money);
  if (money.disputed) return 'disputed';
  if (refunded > 0 && refunded >= total) return 'refunded';
  if (money.canceled) return 'canceled';
  return refunded > 0 ? 'partially_refunded' : status;
}

export type HistoryEvent = {
  event: OrderEventName;
  at: Date;
  amount: Cents | null;
  creditNote: { id: string; number: string; status: 'issued' | 'void' } | null;
};

/** A paid order reaches several of these at the same time; this list breaks the tie. */
const sequence: readonly OrderEventName[] = [
  'placed',
  'paid',
  'in_progress',
  'completed',
  'refund_started',
  'refunded',
  'dispute_opened',
];
const rankOf = (event: OrderEventName): number =>
  sequence.includes(event) ? sequence.indexOf(event) : sequence.length;

/**
 * Oldest first. An order that completes with its payment was never in progress. `recorded`: cancellations,
 * refunds and disputes.
 */
export function historyOf(
  { createdAt, acceptedAt, completedAt }: Pick<Order, 'createdAt' | 'acceptedAt' | 'completedAt'>,
  { activity }: Pick<Money, 'activity'>,
  recorded: readonly HistoryEvent[],
): HistoryEvent[] {
  const plain = (event: OrderEventName, at: Date | null): HistoryEvent[] =>
    at === null ? [] : [{ event, at, amount: null, creditNote: null }];
  const neededWork = completedAt === null || completedAt.getTime() !== acceptedAt?.getTime();
  return [
    ...plain('placed', createdAt),
    ...activity.flatMap(({ type, at, amount }) =>
      type === 'payment' ? [{ event: 'paid' as const, at, amount, creditNote: null }] : [],
    ),
    ...plain('in_progress', neededWork ? acceptedAt : null),
    ...plain('completed', completedAt),
    // An accepted order was paid for, or bought on credit.
    ...recorded.map((entry) =>
      entry.event === 'canceled' && acceptedAt !== null ? { ...entry, event: 'stopped' as const } : entry,
    ),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime() || rankOf(a.event) - rankOf(b.event));
}

/** Shows enough for users to recognize their own address, but not enough to write to it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`;
}
