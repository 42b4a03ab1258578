/** An item of an order, and its columns. It is frozen when the order is placed. Pure. */
import { type Cents, cents } from '#kernel/money.ts';
import type { RenewalOffer } from '#kernel/renewal-offer.ts';

export type OrderItem = {
  /** A product ID, or a booster ID when `creditLimitIncrease` is set. */
  productId: string;
  name: string;
  kind: 'simple' | 'subscription';
  total: Cents;
  /** Null for an item that does not renew. */
  renewal: RenewalOffer | null;
  /** How much a booster adds to the buyer's credit limit. Null for other items. */
  creditLimitIncrease: Cents | null;
};

export const itemColumns = [
  'product_id',
  'booster_id',
  'credit_limit_increase_cents',
  'name',
  'kind',
  'total_cents',
  'subscription_price_cents',
  'subscription_period',
  'renewal_discount_cents',
] as const;

type ItemRow = {
  product_id: string | null;
  booster_id: string | null;
  credit_limit_increase_cents: number | null;
  name: string;
  kind: OrderItem['kind'];
  total_cents: number;
  subscription_price_cents: number | null;
  subscription_period: string | null;
  renewal_discount_cents: number;
};

/** The columns of an item without a coupon. */
export const withoutCoupon = { renewal_discount_cents: 0 } as const;

export const toItemRow = ({ productId, renewal, creditLimitIncrease, ...item }: OrderItem): ItemRow => ({
  product_id: creditLimitIncrease === null ? productId : null,
  booster_id: creditLimitIncrease === null ? null : productId,
  credit_limit_increase_cents: creditLimitIncrease,
  name: item.name,
  kind: item.kind,
  total_cents: item.total,
  subscription_price_cents: renewal?.price ?? null,
  subscription_period: renewal?.period ?? null,
  renewal_discount_cents: renewal?.discount ?? 0,
});

export const toItem = (row: ItemRow): OrderItem => ({
  productId: row.product_id ?? row.booster_id ?? '',
  name: row.name,
  kind: row.kind,
  total: cents(row.total_cents),
  renewal: toRenewalOffer(row),
  creditLimitIncrease:
    row.credit_limit_increase_cents === null ? null : cents(row.credit_limit_increase_cents),
});

function toRenewalOffer(row: ItemRow): RenewalOffer | null {
  const { kind, subscription_period: period } = row;
  if (kind !== 'subscription' || (period !== 'month' && period !== 'year')) return null;
  return {
    period,
    price: cents(row.subscription_price_cents ?? row.total_cents),
    discount: cents(row.renewal_discount_cents),
  };
}
