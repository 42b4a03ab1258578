/**
 * Computes what is being bought: the items, the totals, and whether two requests mean the same purchase. Pure
 * functions.
 */
import type { Billing } from '#kernel/billing-fields.ts';
import { discountOn, type Line, offerWith, type RenewalReduction } from '#kernel/discounts.ts';
import { DomainError } from '#kernel/errors.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import { chargedToday, type Product } from '#modules/catalog/rules.ts';
import { billingTexts } from '#modules/orders/billing.ts';
import { type Totals, totals } from '#modules/orders/rules.ts';
import type { OrderItem } from '#modules/orders/store.ts';
import { zero } from '#kernel/money.ts';

export type Quote = Totals & { items: OrderItem[] };

/**
 * Prices a cart at today's prices.
 * @throws `product_unavailable` when a product is not sold, `product_needs_quote` when it has no price.
 * @throws `total_too_small` below the card minimum, and `card_needed` for a free subscription, whose renewals
 *   need a card.
 */
export function quoteItems(askedIds: string[], products: Product[], code: RenewalReduction | null): Quote {
  const items = withRenewalOffers(itemsFor(askedIds, products), code);
  const sums = totals(
    items.map((item) => item.total),
    () => (code === null ? zero : discountOn(linesOf(items), code)),
  );
  if (sums.total === 0 && savesCard(items)) throw new DomainError('card_needed');
  return { items, ...sums };
}

function withRenewalOffers(items: OrderItem[], code: RenewalReduction | null): OrderItem[] {
  if (code === null) return items;
  const lines = linesOf(items);
  return items.map((item) => ({ ...item, renewal: offerWith(lineOf(item), lines, code) }));
}

/** Throws `product_unavailable` and `product_needs_quote`. */
export function itemsFor(askedIds: string[], products: Product[]): OrderItem[] {
  if (products.length !== askedIds.length) throw new DomainError('product_unavailable');
  return products.map(toItem);
}

const lineOf = ({ productId, total, renewal }: OrderItem): Line => ({ productId, price: total, renewal });

/** The lines that a coupon is validated against. */
export const linesOf = (items: readonly OrderItem[]): Line[] => items.map(lineOf);

function toItem(product: Product): OrderItem {
  const total = chargedToday(product);
  if (total === null) throw new DomainError('product_needs_quote');
  return {
    productId: product.id,
    name: product.name,
    kind: product.kind,
    total,
    renewal:
      product.subscriptionPeriod === null
        ? null
        : {
            period: product.subscriptionPeriod,
            price: product.subscriptionPrice ?? total,
            discount: zero,
          },
    creditLimitIncrease: null,
  };
}

export type PurchaseRequest = {
  productIds: string[];
  discountCode: string | null;
  billing: Billing;
  cartId: string | null;
  onCredit?: boolean;
  /** Page language, unless it is English. */
  language?: Exclude<PageCode, 'en'>;
};

/**
 * The canonical text of a purchase request. Equal texts mean the same purchase, regardless of the item order.
 */
export const purchaseRequestText = ({
  productIds,
  discountCode,
  billing,
  cartId,
  onCredit = false,
  language,
}: PurchaseRequest): string =>
  JSON.stringify([
    [...productIds].sort(),
    discountCode,
    cartId,
    ...billingTexts(billing, { isCompanyRequired: false }),
    ...(onCredit ? ['on credit'] : []),
    ...(language === undefined ? [] : [language]),
  ]);

/** A cart with recurring charges requires a saved card. */
export const savesCard = (items: OrderItem[]): boolean => items.some((item) => item.kind === 'subscription');
