/**
 * Renewal terms: what renews, at what price, and when. Buyers agree with a separate checkbox before payment,
 * and the receipt repeats them.
 */
import type { ReactNode } from 'react';
import { paidUntil } from '#kernel/one-period.ts';
import { useLanguage } from '#web/language.tsx';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { howToCancel, renewalOf } from '#kernel/renewal-terms.ts';
import type { TempProduct } from '#web/features/cart/cart.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isRenewing } from '#web/features/checkout/summary/totals.ts';

/** One sentence for each product that renews. */
export const renewalTermsOf = (products: TempProduct[], paidOn: Date): string[] =>
  products.flatMap(({ name, period, renewalCents }) =>
    period === null || renewalCents === null || !isRenewing({ period, renewalCents })
      ? []
      : [renewalOf({ name, price: renewalCents, period }, paidOn)],
  );

/** Shown with the receipt. */
export function RenewalTerms({ products, paidOn }: { products: TempProduct[]; paidOn: Date }) {
  const { say, translate } = useLanguage();
  const english = useEnglishMark();
  const terms = renewalTermsOf(products, paidOn);
  if (terms.length === 0) return null;
  return (
    <Notice title={say('Renewals')}>
      <div {...english}>
        <Sentences of={terms} />
        <p className="mt-2">{howToCancel}</p>
      </div>
      {english && (
        <div className="mt-2">
          <MeaningOfTerms products={products} paidOn={paidOn}>
            <p>{translate(howToCancel)}</p>
          </MeaningOfTerms>
        </div>
      )}
    </Notice>
  );
}

/** Translation of the English terms. The agreement is the English text. */
export function MeaningOfTerms({
  products,
  paidOn,
  children,
}: {
  products: TempProduct[];
  paidOn: Date;
  children: ReactNode;
}) {
  const { code, say, translate } = useLanguage();
  if (code === 'en') return null;
  return (
    <div className="grid gap-1 text-sm">
      {products.flatMap(({ name, period, renewalCents }) => {
        if (period === null || renewalCents === null || !isRenewing({ period, renewalCents })) return [];
        const values = {
          name: translate(name),
          day: { day: paidUntil(paidOn, period).toISOString() },
          price: { cents: renewalCents },
        };
        const meaning =
          period === 'month'
            ? say('{name} renews on {day} for {price}, and then every month until you cancel.', values)
            : say('{name} renews on {day} for {price}, and then every year until you cancel.', values);
        return [<p key={name}>{meaning}</p>];
      })}
      {children}
    </div>
  );
}

export const Sentences = ({ of }: { of: string[] }) => (
  <ul className="grid gap-1">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
