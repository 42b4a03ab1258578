/** What a product costs. A price of null means the product needs evaluation and cannot be ordered. */
import { noDetails, type ProductDetails } from '#content/product-details.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { ProductGroup } from '#content/product-groups.ts';

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
  /** The products in a package. */
  includes?: string[];
};

/** The amount charged today: `price` when set, otherwise the first subscription period. */
export const chargedToday = (product: Pick<Product, 'price' | 'subscriptionPrice'>): Cents | null =>
  product.price ?? product.subscriptionPrice;

export const optionalCents = (amount: number | null): Cents | null =>
  amount === null ? null : cents(amount);

/** Parses the details of a row. Fields added later are empty in older rows. */
export const detailsOf = (stored: unknown): ProductDetails | null =>
  stored == null ? null : { ...noDetails, ...(stored as Partial<ProductDetails>) };
