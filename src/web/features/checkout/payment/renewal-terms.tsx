/**
 * Renewal terms: what renews, at what price, and when. Buyers agree with a separate checkbox before payment,
 * and the receipt repeats them.
 */
import type { ReactNode } from 'react';
import { useLanguage } from '#web/language.tsx';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { howToCancel, meaningOfRenewal, type Renewing, renewalOf } from '#kernel/renewal-terms.ts';
import { agreedOf } from '#kernel/renewal-offer.ts';
import { offerOf } from '#web/features/cart/stored-fields.ts';
import type { TempProduct } from '#web/features/cart/cart.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isRenewing } from '#web/features/checkout/summary/totals.ts';

const renewingOf = (products: TempProduct[]): Renewing[] =>
  products.filter(isRenewing).flatMap((product) => {
    const offer = offerOf(product);
    return offer === null ? [] : [{ name: product.name, ...agreedOf(offer) }];
  });

/** One sentence for each product that renews. */
export const renewalTermsOf = (products: TempProduct[], paidOn: Date): string[] =>
  renewingOf(products).map((renewing) => renewalOf(renewing, paidOn));

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
  const language = useLanguage();
  if (language.code === 'en') return null;
  return (
    <div className="grid gap-1 text-sm">
      {renewingOf(products).map(({ name, ...agreed }) => (
        <p key={name}>{meaningOfRenewal({ name: language.translate(name), ...agreed }, paidOn, language)}</p>
      ))}
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
