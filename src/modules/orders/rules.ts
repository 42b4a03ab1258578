/**
 * The life of an order, and what it costs. The table is the whole truth: if a pair is not here, it cannot happen.
 *
 *   awaiting_payment --pay--> paid --deliver--> completed
 *          \--cancel--> canceled
 */
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, cents, formatMoney, subtract } from '#kernel/money.ts';

const lifecycle = {
  awaiting_payment: { pay: 'paid', cancel: 'canceled' },
  paid: { deliver: 'completed' },
  completed: {},
  canceled: {},
} as const;

export type OrderStatus = keyof typeof lifecycle;
export type OrderEvent = 'pay' | 'deliver' | 'cancel';

/** Throws `order_not_payable` for a move that cannot happen. */
export function next(status: OrderStatus, event: OrderEvent): OrderStatus {
  const moves: Partial<Record<OrderEvent, OrderStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new DomainError('order_not_payable');
  return to;
}

export const isPaid = (status: OrderStatus): boolean => status === 'paid' || status === 'completed';

/** The owner, or a guest who holds the link. To everybody else who is logged in, somebody else's order does not exist. */
export const mayPay = (order: { userId: string | null }, userId: string | null): boolean =>
  order.userId === null || userId === null || order.userId === userId;

/** The smallest amount a card can pay, in US cents (Stripe's minimum for usd). */
export const smallestCharge = cents(50);

export type Totals = { subtotal: Cents; discount: Cents; total: Cents };

/** Sums an order. Throws `total_too_small` for 1 to 49 cents: no card can pay it, and it is not free either. */
export function totals(prices: Cents[], discountOn: (subtotal: Cents) => Cents): Totals {
  const subtotal = add(...prices);
  const discount = discountOn(subtotal);
  const total = subtract(subtotal, discount);
  if (total > 0 && total < smallestCharge) throw new DomainError('total_too_small');
  return { subtotal, discount, total };
}

/** Throws `total_changed`, with the new total in its words, when the shopper was shown another one. */
export function assertShown(total: Cents, shown: Cents | undefined): void {
  if (shown === undefined || shown === total) return;
  throw new DomainError('total_changed', `The total is now ${formatMoney(total)}. Please check it and try again`);
}

/** How an order is called in front of people. */
export const orderNumber = (number: number | string | bigint): string => `S-${number}`;
