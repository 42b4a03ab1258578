/**
 * The lifecycle and price of an order. A transition that is not in the table is an error.
 *
 *   awaiting_payment --accept--> in_progress --complete--> completed
 *          \--cancel--> canceled <--cancel_on_credit-- in_progress
 *
 * An order is accepted when its invoice is paid, or when it is placed on credit. It is completed when the
 * work is done, paid or not.
 */
import { DomainError } from '#kernel/errors.ts';
import { worded } from '#kernel/language.ts';
import { add, type Cents, cents, largestCharge, subtract } from '#kernel/money.ts';
import { type AgreedRenewal, agreedOf, type RenewalOffer } from '#kernel/renewal-offer.ts';

const lifecycle = {
  awaiting_payment: { accept: 'in_progress', cancel: 'canceled' },
  in_progress: { complete: 'completed', cancel_on_credit: 'canceled' },
  completed: {},
  canceled: {},
} as const;

export type OrderStatus = keyof typeof lifecycle;
export type OrderEvent = 'accept' | 'complete' | 'cancel' | 'cancel_on_credit';

/** Throws `order_not_payable` for a transition that is not in the table. */
export function next(status: OrderStatus, event: OrderEvent): OrderStatus {
  const moves: Partial<Record<OrderEvent, OrderStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new DomainError('order_not_payable');
  return to;
}

/** True for a sale: paid, free, or on credit, whether or not the work has started. */
export const isAccepted = (status: OrderStatus): boolean =>
  status === 'in_progress' || status === 'completed';

/** A paid subscription or booster needs no work; everything else does. */
export const isCompleteWhenPaid = (
  items: readonly { kind: 'simple' | 'subscription'; creditLimitIncrease: Cents | null }[],
): boolean =>
  items.every(({ kind, creditLimitIncrease }) => kind === 'subscription' || creditLimitIncrease !== null);

/** How an item renews. Null for an item without a subscription. */
export const renewalOf = ({ renewal }: { renewal: RenewalOffer | null }): AgreedRenewal | null =>
  renewal === null ? null : agreedOf(renewal);

/** The smallest amount a card can pay, in US cents (Stripe's minimum for usd). */
export const smallestCharge = cents(50);

export type Totals = { subtotal: Cents; discount: Cents; total: Cents };

/**
 * The maximum of the integer column, in cents. A large discount can bring a larger subtotal below the largest
 * charge.
 */
const largestSubtotal = 2_147_483_647;

/**
 * Throws `total_too_small` for 1 to 49 cents, which are not free either, and `total_too_large` above the
 * largest charge.
 */
export function assertChargeable(total: Cents): void {
  if (total > 0 && total < smallestCharge) throw new DomainError('total_too_small');
  if (total > largestCharge) throw new DomainError('total_too_large');
}

/**
 * Computes the totals of an order. Throws `total_too_small` and `total_too_large` when no payment can cover
 * them.
 */
export function totals(prices: Cents[], discountOn: (subtotal: Cents) => Cents): Totals {
  const subtotal = add(...prices);
  const discount = discountOn(subtotal);
  const total = subtract(subtotal, discount);
  assertChargeable(total);
  if (subtotal > largestSubtotal) throw new DomainError('total_too_large');
  return { subtotal, discount, total };
}

/** Throws `total_changed`, with the new total in the message, when the shopper saw a different one. */
export function assertShown(total: Cents, shown: Cents | undefined): void {
  if (shown === undefined || shown === total) return;
  throw totalChanged(total);
}

export const totalChanged = (total: Cents): DomainError =>
  new DomainError(
    'total_changed',
    worded('The total is now {total}. Please check it and try again', { total: { cents: total } }),
  );

/** A coupon rejected at purchase changes the total; the message states both. */
export const withNewTotal = (refusal: DomainError, total: Cents): DomainError =>
  new DomainError(
    refusal.code,
    worded('{refusal}. The total is now {total}. Please check it and try again', {
      refusal: refusal.said ?? refusal.message,
      total: { cents: total },
    }),
  );

/** The display number of an order. */
export const orderNumber = (number: number | string | bigint): string => `S-${number}`;
