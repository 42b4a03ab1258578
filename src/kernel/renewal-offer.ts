/**
 * How a product renews: frozen with an order item, agreed to by the buyer, and passed on to the subscription.
 * Everything that shows, stores, or charges a renewal uses these functions.
 */
import { type Cents, subtract } from './money.ts';
import { monthsIn, monthsLater, type Period } from './one-period.ts';

/** `discount`: what a coupon takes off each renewal. Zero without one, or with one for the first period. */
export type RenewalOffer = { period: Period; price: Cents; discount: Cents };

/** What the buyer agrees to. `price`: of each renewal, less the discount. */
export type AgreedRenewal = Omit<RenewalOffer, 'discount'>;

export const agreedOf = ({ discount, ...offer }: RenewalOffer): AgreedRenewal => ({
  ...offer,
  price: subtract(offer.price, discount),
});

/** Picks the agreement from a record. */
export const onlyAgreed = ({ period, price }: AgreedRenewal): AgreedRenewal => ({ period, price });

/** For the API, where the price is named `amount`. */
export const renewalOnWire = ({
  price,
  ...agreed
}: AgreedRenewal): Omit<AgreedRenewal, 'price'> & { amount: Cents } => ({ ...agreed, amount: price });

/** When the first renewal of a subscription is charged that is paid on `paidOn`. */
export const firstRenewal = ({ period }: AgreedRenewal, paidOn: Date): Date =>
  monthsLater(paidOn, monthsIn[period]);
