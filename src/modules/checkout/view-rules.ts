/** How an order looks from outside, decided without asking anybody: its one word and its masked address. */
import { add, type Cents, zero } from '#kernel/money.ts';
import { isAccepted, type OrderStatus } from '#modules/orders/rules.ts';
import type { Money } from '#modules/payments/activity.ts';

export type ShownStatus = OrderStatus | 'partially_refunded' | 'refunded' | 'disputed';

export const refundedOf = ({ activity }: Pick<Money, 'activity'>): Cents =>
  activity.reduce((sum, { type, amount }) => (type === 'refund' ? add(sum, amount) : sum), zero);

/** Refunds and disputes are facts beside a sale: they change what it is called, never what it is. */
export function shownStatus(status: OrderStatus, total: Cents, money: Money): ShownStatus {
  if (!isAccepted(status)) return status;
  const refunded = refundedOf(money);
  if (money.disputed) return 'disputed';
  if (refunded > 0) return refunded >= total ? 'refunded' : 'partially_refunded';
  return status;
}

/** Enough for somebody to recognise their own address, and not enough to write to it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`;
}
