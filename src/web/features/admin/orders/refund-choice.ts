/** Computes the refund of "Cancel and refund". The button's label and the request both use this result. */
import { add, type Cents, formatMoney, fromDollars, toDollars, zero } from '#kernel/money.ts';
import { lineShares } from '#kernel/line-shares.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';
import type { OrderFacts, SaleCancellation } from './calls.ts';

export type RefundWay = SaleCancellation['refund']['by'];
export type RefundChosen = { by: RefundWay; productIds: readonly string[]; text: string };
export type RefundChoice =
  | { refund: SaleCancellation['refund']; amount: Cents; problem: null }
  | { refund: null; amount: null; problem: string };

/** The price of each line after the discount. */
export function linesOf({
  items,
  total,
}: Pick<OrderFacts, 'items' | 'total'>): { productId: string; name: string; share: Cents }[] {
  const shares = lineShares(
    items.map((item) => fromDollars(item.total)),
    fromDollars(total),
  );
  return items.map(({ productId, name }, place) => ({ productId, name, share: shares[place] ?? zero }));
}

export function refundChoice(order: OrderFacts, { by, productIds, text }: RefundChosen): RefundChoice {
  const atMost = fromDollars(order.acts.cancelSale?.refundAtMost ?? 0);
  const refuse = (problem: string): RefundChoice => ({ refund: null, amount: null, problem });
  if (by === 'nothing') return { refund: { by }, amount: zero, problem: null };
  if (by === 'all') return { refund: { by }, amount: atMost, problem: null };
  if (by === 'lines') {
    if (productIds.length === 0) return refuse('Select at least one item');
    const amount = add(
      zero,
      ...linesOf(order).flatMap(({ productId, share }) => (productIds.includes(productId) ? [share] : [])),
    );
    return amount > atMost
      ? refuse(`Enter an amount up to ${formatMoney(atMost)}`)
      : { refund: { by, productIds: [...productIds] }, amount, problem: null };
  }
  const typed = parseAmount(text);
  if (typed.kind === 'zero')
    return refuse('The refund must be at least $0.01. To refund nothing, choose No refund');
  if (typed.kind !== 'amount') return refuse(amountProblems[typed.kind]);
  if (typed.amount > atMost) return refuse(`Enter an amount up to ${formatMoney(atMost)}`);
  return { refund: { by, amount: toDollars(typed.amount) }, amount: typed.amount, problem: null };
}

/**
 * The available ways to refund, the default first. A Net 30 order is refunded in full, because its invoices
 * could not be voided otherwise.
 */
export function waysOf({ kind, items, acts: { cancelSale } }: OrderFacts): RefundWay[] {
  if (cancelSale === null || cancelSale.refundAtMost === 0) return ['nothing'];
  if (kind === 'credit') return ['all'];
  return [
    ...(cancelSale.isAll ? (['all'] as const) : []),
    ...(items.length > 1 ? (['lines'] as const) : []),
    'amount',
    'nothing',
  ];
}
