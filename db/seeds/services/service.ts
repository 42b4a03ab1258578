/** One initial service. */
import type { ProductGroup } from '#content/product-groups.ts';

export type Service = {
  id: string;
  group: ProductGroup;
  name: string;
  /**
   * Charged once. For a subscription: the first payment if it differs from later ones. Null: see
   * `subscription`, or a quote is needed.
   */
  priceCents: number | null;
  subscription?: { priceCents: number; period: 'month' | 'year' };
  benefits: readonly string[];
};
