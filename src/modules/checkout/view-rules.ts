/** How an order looks from outside, decided without asking anybody: its one word, its masked address, how long a subscription is paid. */
import { add, type Cents, zero } from '#kernel/money.ts';
import type { OrderStatus } from '#modules/orders/rules.ts';
import type { Money } from '#modules/payments/movements.ts';

export type ShownStatus = OrderStatus | 'partially_refunded' | 'refunded' | 'disputed';

export const refundedOf = ({ movements }: Pick<Money, 'movements'>): Cents =>
  movements.reduce((sum, { type, amount }) => (type === 'refund' ? add(sum, amount) : sum), zero);

/** Refunds and disputes are facts beside a paid order: they change what it is called, never what it is. */
export function shownStatus(status: OrderStatus, total: Cents, money: Money): ShownStatus {
  if (status !== 'paid' && status !== 'completed') return status;
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

/** The same day of the next month or year, or the last day of a month that is shorter. */
export function paidUntil(from: Date, period: 'month' | 'year'): Date {
  const months = from.getUTCMonth() + (period === 'month' ? 1 : 12);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return end;
}
