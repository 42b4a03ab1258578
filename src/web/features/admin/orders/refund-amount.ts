/** What the refund window means by what is typed: the only source of the amount that its button names and that is sent. */
import { type Cents, formatMoney, fromDollars } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';
import type { OrderFacts } from './orders-api.ts';

/** `paymentId` null: the payment that was made last. */
export type RefundTyped = { text: string; paymentId: string | null };
/** `isTooMuch` is said while somebody types; other problems when the button is pressed. */
export type RefundAmount = { amount: Cents; problem: null; isTooMuch: false } | { amount: null; problem: string; isTooMuch: boolean };

export const refundablePayments = (order: OrderFacts) => order.payments.filter((payment) => payment.refundable > 0);

/** What can still be given back, by this person and of this payment. */
export function refundAtMost(order: OrderFacts, paymentId: string | null): Cents {
  const ofPayment = refundablePayments(order).find(({ id }) => id === paymentId)?.refundable;
  return fromDollars(Math.min(order.acts.refundAtMost ?? 0, ofPayment ?? Number.POSITIVE_INFINITY));
}

export function refundAmount(order: OrderFacts, { text, paymentId }: RefundTyped): RefundAmount {
  const typed = parseAmount(text);
  const refuse = (problem: string, isTooMuch = false) => ({ amount: null, problem, isTooMuch });
  if (typed.kind === 'zero') return refuse('A refund of 0 gives nothing back. Enter $0.01 or more');
  if (typed.kind !== 'amount') return refuse(amountProblems[typed.kind]);
  const atMost = refundAtMost(order, paymentId);
  return typed.amount > atMost ? refuse(`At most ${formatMoney(atMost)}`, true) : { amount: typed.amount, problem: null, isTooMuch: false };
}
