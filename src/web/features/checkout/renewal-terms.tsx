/** What renews, for how much and when: agreed to before the money is taken, with a box of its own, and said again with the receipt. */
import { type Ref, useId } from 'react';
import { howToCancel, renewalConsent, renewalOf } from '#kernel/renewal-terms.ts';
import type { TempProduct } from '#web/features/cart/slice.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { isRenewing } from './totals.ts';

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

type BoxProps = {
  terms: string[];
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  error: string | null;
  boxRef: Ref<HTMLInputElement>;
};

/** Beside the button that pays. Nobody has ticked it before. */
export function RenewalConsentBox({ terms, isTicked, onChange, error, boxRef }: BoxProps) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-heading`} className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div id={`${id}-terms`} className="grid gap-1.5">
        <h3 id={`${id}-heading`} className="font-semibold">
          Renewals
        </h3>
        <Sentences of={terms} />
        <p className="text-sm text-muted">{howToCancel}</p>
      </div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          ref={boxRef}
          type="checkbox"
          checked={isTicked}
          onChange={({ target }) => onChange(target.checked)}
          required
          aria-required
          aria-invalid={error !== null}
          aria-describedby={error === null ? `${id}-terms` : `${id}-error ${id}-terms`}
          className="tick-box"
        />
        <div className="min-w-0">
          <label htmlFor={id} className="font-medium">
            {renewalConsent}
          </label>
          {error !== null && (
            <p id={`${id}-error`} className="flex items-center gap-1.5 text-sm text-danger">
              <Icon name="alert" className="size-4" />
              {error}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

const Sentences = ({ of }: { of: string[] }) => (
  <ul className="grid gap-1">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
