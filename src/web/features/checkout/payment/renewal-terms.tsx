/** What renews, for how much and when: agreed to before the money is taken, with a box of its own, and said again with the receipt. */
import { howToCancel, renewalOf } from '#kernel/renewal-terms.ts';
import type { TempProduct } from '#web/features/cart/slice.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isRenewing } from '#web/features/checkout/summary/totals.ts';

/** A sentence for each product that renews; none where nothing does. */
export const renewalTermsOf = (products: TempProduct[], paidOn: Date): string[] =>
  products.flatMap(({ name, period, renewalCents }) =>
    period === null || renewalCents === null || !isRenewing({ period, renewalCents })
      ? []
      : [renewalOf({ name, price: renewalCents, period }, paidOn)],
  );

/** With the receipt. */
export function RenewalTerms({ products, paidOn }: { products: TempProduct[]; paidOn: Date }) {
  const terms = renewalTermsOf(products, paidOn);
  if (terms.length === 0) return null;
  return (
    <Notice title="Renewals">
      <Sentences of={terms} />
      <p className="mt-2">{howToCancel}</p>
    </Notice>
  );
}

export const Sentences = ({ of }: { of: string[] }) => (
  <ul className="grid gap-1">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
