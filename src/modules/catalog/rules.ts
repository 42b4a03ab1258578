/** What a product costs. A price of null means evaluation is needed: such a product never enters an order. */
import { noDetails, type ProductDetails } from '#kernel/product-details.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { ProductGroup } from '#kernel/product-groups.ts';

export type Product = {
  id: string;
  name: string;
  group: ProductGroup;
  kind: 'simple' | 'subscription';
  price: Cents | null;
  subscriptionPrice: Cents | null;
  subscriptionPeriod: 'month' | 'year' | null;
  image: string;
  benefits: string[];
  /** The products that a package is made of. */
  includes?: string[];
};

/** What is charged today: `price` when set, else the first period of the subscription. */
export const chargedToday = (product: Pick<Product, 'price' | 'subscriptionPrice'>): Cents | null =>
  product.price ?? product.subscriptionPrice;

export const optionalCents = (amount: number | null): Cents | null => (amount === null ? null : cents(amount));

/** Of a row. A part that came later is empty in what was written before. */
export const detailsOf = (stored: unknown): ProductDetails | null =>
  stored == null ? null : { ...noDetails, ...(stored as Partial<ProductDetails>) };
