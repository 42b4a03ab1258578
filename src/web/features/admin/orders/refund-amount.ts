/** Parses the refund amount. The button's label and the request both use this result. */
import { type Cents, formatMoney, fromDollars } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';
import type { OrderFacts } from './calls.ts';

/** `paymentId` null: the latest payment. */
export type RefundTyped = { text: string; paymentId: string | null };
/** `isTooMuch` is shown while typing; other problems when the button is pressed. */
export type RefundAmount =
  | { amount: Cents; problem: null; isTooMuch: false }
  | { amount: null; problem: string; isTooMuch: boolean };

export const refundablePayments = (order: OrderFacts) =>
  order.payments.filter((payment) => payment.refundable > 0);

/** The amount that this user can still refund of this payment. */
export function refundAtMost(order: OrderFacts, paymentId: string | null): Cents {
  const ofPayment = refundablePayments(order).find(({ id }) => id === paymentId)?.refundable;
  return fromDollars(Math.min(order.acts.refundAtMost ?? 0, ofPayment ?? Number.POSITIVE_INFINITY));
}

export function refundAmount(order: OrderFacts, { text, paymentId }: RefundTyped): RefundAmount {
  const typed = parseAmount(text);
  const refuse = (problem: string, isTooMuch = false) => ({ amount: null, problem, isTooMuch });
  if (typed.kind === 'zero') return refuse('The refund must be at least $0.01');
  if (typed.kind !== 'amount') return refuse(amountProblems[typed.kind]);
  const atMost = refundAtMost(order, paymentId);
  return typed.amount > atMost
    ? refuse(`Enter an amount up to ${formatMoney(atMost)}`, true)
    : { amount: typed.amount, problem: null, isTooMuch: false };
}
