/** One service as it is sold on the first day. */
import type { ProductGroup } from '#kernel/product-groups.ts';

export type Service = {
  id: string;
  group: ProductGroup;
  name: string;
  /** Charged once. For a subscription: the first payment where it differs from the later ones. Null: see `subscription`, or needs a quote. */
  priceCents: number | null;
  subscription?: { priceCents: number; period: 'month' | 'year' };
  benefits: readonly string[];
};
