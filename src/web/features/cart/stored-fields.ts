/**
 * How a product in the cart or in an order renews, as the browser stores it, as the API sends it, and as the
 * rules of discounts take it. Also the types of discount that may be stored. Every page loads this file.
 */
import type * as contract from '#contract/values.ts';
import type { DiscountType } from '#kernel/discount-types.ts';
import { type Cents, cents, fromDollars, zero } from '#kernel/money.ts';
import { agreedOf, type RenewalOffer } from '#kernel/renewal-offer.ts';
import type { z } from 'zod';

/**
 * `renewalCents`: the price of a subscription from the second period on; the first may differ. In a summary:
 * with the discount.
 */
export type RenewalFields = { period: 'month' | 'year' | null; renewalCents: Cents | null };

const noRenewal: RenewalFields = { period: null, renewalCents: null };

/** Picks the renewal fields of a product. */
export const renewalFieldsIn = ({ period, renewalCents }: RenewalFields): RenewalFields => ({
  period,
  renewalCents,
});

/** Null for a product that does not renew. */
export const offerOf = ({ period, renewalCents: price }: RenewalFields): RenewalOffer | null =>
  period === null || price === null ? null : { period, price, discount: zero };

export function renewalFieldsOf(offer: RenewalOffer | null): RenewalFields {
  if (offer === null) return noRenewal;
  const { period, price } = agreedOf(offer);
  return { period, renewalCents: price };
}

/** The renewal fields of an order item. */
export const renewalFieldsFrom = (renewal: z.input<typeof contract.AgreedRenewal> | null): RenewalFields =>
  renewalFieldsOf(
    renewal === null ? null : { ...renewal, price: fromDollars(renewal.amount), discount: zero },
  );

/** Stored fields, which may contain anything. Null if they are invalid. */
export function readRenewalFields(
  { period = null, renewalCents = null }: Record<string, unknown>,
  isAmount: (value: unknown) => value is number,
): RenewalFields | null {
  if (period !== null && period !== 'month' && period !== 'year') return null;
  if (renewalCents !== null && !isAmount(renewalCents)) return null;
  return { period, renewalCents: renewalCents === null ? null : cents(renewalCents) };
}

/** Listed again, because the rules of discounts are too large for every page. */
const storedTypes: Record<DiscountType, true> = { fixed_amount: true, percentage: true };

export const isDiscountType = (value: unknown): value is DiscountType =>
  typeof value === 'string' && Object.hasOwn(storedTypes, value);
