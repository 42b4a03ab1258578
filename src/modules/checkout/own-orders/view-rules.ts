/** How an order looks from outside, decided without asking anybody: its one word and its masked address. */
import { add, type Cents, zero } from '#kernel/money.ts';
import type { OrderEventName } from '#kernel/order-words.ts';
import { isAccepted, type OrderStatus } from '#modules/orders/rules.ts';
import type { Order } from '#modules/orders/store.ts';
import type { Money } from '#modules/payments/activity.ts';

export type ShownStatus = OrderStatus | 'partially_refunded' | 'refunded' | 'disputed';

export const refundedOf = ({ activity }: Pick<Money, 'activity'>): Cents =>
  activity.reduce((sum, { type, amount }) => (type === 'refund' ? add(sum, amount) : sum), zero);

/** Refunds, disputes, and a cancellation are facts beside a sale: they change what it is called, never what it is. */
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

/** An order that is paid goes through these at one moment, so this says which comes first. */
const sequence: readonly OrderEventName[] = ['placed', 'paid', 'in_progress', 'completed', 'refund_started', 'refunded', 'dispute_opened'];
const rankOf = (event: OrderEventName): number => (sequence.includes(event) ? sequence.indexOf(event) : sequence.length);

/** Oldest first. What is complete with its payment was never in progress. `recorded`: cancellation, refunds and disputes. */
export function historyOf(
  { createdAt, acceptedAt, completedAt }: Pick<Order, 'createdAt' | 'acceptedAt' | 'completedAt'>,
  { activity }: Pick<Money, 'activity'>,
  recorded: readonly HistoryEvent[],
): HistoryEvent[] {
  const plain = (event: OrderEventName, at: Date | null): HistoryEvent[] =>
    at === null ? [] : [{ event, at, amount: null, creditNote: null }];
  const wasWork = completedAt === null || completedAt.getTime() !== acceptedAt?.getTime();
  return [
    ...plain('placed', createdAt),
    ...activity.flatMap(({ type, at, amount }) => (type === 'payment' ? [{ event: 'paid' as const, at, amount, creditNote: null }] : [])),
    ...plain('in_progress', wasWork ? acceptedAt : null),
    ...plain('completed', completedAt),
    // One that was accepted first was paid for, or bought on account.
    ...recorded.map((one) => (one.event === 'canceled' && acceptedAt !== null ? { ...one, event: 'stopped' as const } : one)),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime() || rankOf(one.event) - rankOf(other.event));
}

/** Enough for somebody to recognise their own address, and not enough to write to it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`;
}
