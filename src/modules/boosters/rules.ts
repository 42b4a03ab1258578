/** Rules of a booster purchase. Pure. */
import type { Billing } from '#kernel/billing-fields.ts';
import type { Cents } from '#kernel/money.ts';
import { billingTexts } from '#modules/orders/billing.ts';
import type { OrderItem } from '#modules/orders/store.ts';

export type Booster = {
  id: string;
  title: string;
  price: Cents;
  creditLimitIncrease: Cents;
  description: string;
  bgColor: string;
};

export const toItem = ({ id, title, price, creditLimitIncrease }: Booster): OrderItem => ({
  productId: id,
  name: title,
  kind: 'simple',
  total: price,
  renewal: null,
  creditLimitIncrease,
});

export type BoosterRequest = { boosterIds: string[]; billing: Billing };

/**
 * The canonical text of a request; equal texts are the same purchase. Cart requests never produce such a
 * text.
 */
export const boosterRequestText = ({ boosterIds, billing }: BoosterRequest): string =>
  JSON.stringify(['boosters', boosterIds.toSorted(), ...billingTexts(billing, { isCompanyRequired: true })]);
