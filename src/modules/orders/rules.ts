/**
 * The life of an order, and what it costs. The table is the whole truth: if a pair is not here, it cannot happen.
 *
 *   awaiting_payment --accept--> in_progress --complete--> completed
 *          \--cancel--> canceled <--cancel_on_credit-- in_progress
 *
 * An order is accepted when its invoice is paid, or when it is placed on account. It is completed when the work is done, paid or not.
 */
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';
import { add, type Cents, cents, largestCharge, subtract } from '#kernel/money.ts';

const lifecycle = {
  awaiting_payment: { accept: 'in_progress', cancel: 'canceled' },
  in_progress: { complete: 'completed', cancel_on_credit: 'canceled' },
  completed: {},
  canceled: {},
} as const;

export type OrderStatus = keyof typeof lifecycle;
export type OrderEvent = 'accept' | 'complete' | 'cancel' | 'cancel_on_credit';

/** Throws `order_not_payable` for a move that cannot happen. */
export function next(status: OrderStatus, event: OrderEvent): OrderStatus {
  const moves: Partial<Record<OrderEvent, OrderStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new DomainError('order_not_payable');
  return to;
}

/** A sale: paid, free, or on account. It says nothing about whether the work has begun. */
export const isAccepted = (status: OrderStatus): boolean => status === 'in_progress' || status === 'completed';

/** Nothing is left to do once a subscription or a booster is paid; anything else is work. */
export const isCompleteWhenPaid = (items: readonly { kind: 'simple' | 'subscription'; creditLimitIncrease: Cents | null }[]): boolean =>
  items.every(({ kind, creditLimitIncrease }) => kind === 'subscription' || creditLimitIncrease !== null);

type Renewable = {
  kind: 'simple' | 'subscription';
  total: Cents;
  subscriptionPrice: Cents | null;
  subscriptionPeriod: 'month' | 'year' | null;
  renewalDiscount: Cents;
};

/** How often an item is charged again, and what each time takes: the only place that decides it. Null for what is no subscription. */
export function renewalOf(item: Renewable): { period: 'month' | 'year'; price: Cents } | null {
  const { kind, total, subscriptionPrice, subscriptionPeriod: period, renewalDiscount } = item;
  if (kind !== 'subscription' || period === null) return null;
  return { period, price: subtract(subscriptionPrice ?? total, renewalDiscount) };
}

/** The smallest amount a card can pay, in US cents (Stripe's minimum for usd). */
export const smallestCharge = cents(50);

export type Totals = { subtotal: Cents; discount: Cents; total: Cents };

/** What a column of the database holds, in cents. A large discount could bring a larger subtotal below the largest charge. */
const largestSubtotal = 2_147_483_647;

/** Throws `total_too_small` for 1 to 49 cents, which are not free either, and `total_too_large` above the largest charge. */
export function assertChargeable(total: Cents): void {
  if (total > 0 && total < smallestCharge) throw new DomainError('total_too_small');
  if (total > largestCharge) throw new DomainError('total_too_large');
}

/** Sums an order. Throws `total_too_small` and `total_too_large` for what no payment can take. */
export function totals(prices: Cents[], discountOn: (subtotal: Cents) => Cents): Totals {
  const subtotal = add(...prices);
  const discount = discountOn(subtotal);
  const total = subtract(subtotal, discount);
  assertChargeable(total);
  if (subtotal > largestSubtotal) throw new DomainError('total_too_large');
  return { subtotal, discount, total };
}

/** Throws `total_changed`, with the new total in its words, when the shopper was shown another one. */
export function assertShown(total: Cents, shown: Cents | undefined): void {
  if (shown === undefined || shown === total) return;
  throw totalChanged(total);
}

export const totalChanged = (total: Cents): DomainError =>
  new DomainError('total_changed', worded('The total is now {total}. Please check it and try again', { total: { cents: total } }));

/** A code that was refused at the purchase changes the total: the shopper hears both. */
export const withNewTotal = (refusal: DomainError, total: Cents): DomainError =>
  new DomainError(
    refusal.code,
    worded('{refusal}. The total is now {total}. Please check it and try again', {
      refusal: refusal.said ?? refusal.message,
      total: { cents: total },
    }),
  );

/** How an order is called in front of people. */
export const orderNumber = (number: number | string | bigint): string => `S-${number}`;
