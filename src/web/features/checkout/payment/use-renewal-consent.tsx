/** The buyer's consent to the renewal terms. */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { type Ref, useId, useRef, useState } from 'react';
import { howToCancel, renewalConsent } from '#kernel/renewal-terms.ts';
import type { TempProduct } from '#web/features/cart/cart.ts';
import type { WrongField } from '#web/ui/fields/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { MeaningOfTerms, renewalTermsOf, Sentences } from './renewal-terms.tsx';

export type RenewalConsent = ReturnType<typeof useRenewalConsent>;

/**
 * Renewals need a separate checkbox, and a new consent when their terms change. `ask` returns the missing
 * consent and shows the error.
 */
export function useRenewalConsent(products: TempProduct[]) {
  const terms = renewalTermsOf(products, new Date());
  const words = terms.join(' ');
  const [agreedTo, setAgreedTo] = useState('');
  const [isAsked, setAsked] = useState(false);
  const boxRef = useRef<HTMLInputElement>(null);
  const isMissing = agreedTo !== words;
  const box = terms.length > 0 && (
    <RenewalConsentBox
      terms={terms}
      products={products}
      isTicked={!isMissing}
      onChange={(isTicked) => setAgreedTo(isTicked ? words : '')}
      error={isAsked && isMissing ? phrase('Please agree to the renewals') : null}
      boxRef={boxRef}
    />
  );
  const ask = (): WrongField<'renewals'>[] => {
    setAsked(isMissing);
    return isMissing ? [{ name: 'renewals', label: phrase('Renewals') }] : [];
  };
  return { box, isMissing, ask, focus: () => boxRef.current?.focus() };
}

type BoxProps = {
  products: TempProduct[];
  terms: string[];
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  error: string | null;
  boxRef: Ref<HTMLInputElement>;
};

/** Beside the button that pays. Unchecked by default. */
function RenewalConsentBox({ products, terms, isTicked, onChange, error, boxRef }: BoxProps) {
  const { say, translate } = useLanguage();
  const english = useEnglishMark();
  const id = useId();
  return (
    <section
      aria-labelledby={`${id}-heading`}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div id={`${id}-terms`} className="grid gap-1.5">
        <h3 id={`${id}-heading`} className="font-semibold">
          {say('Renewals')}
        </h3>
        <div {...english} className="grid gap-1.5">
          <Sentences of={terms} />
          <p className="text-sm text-muted">{howToCancel}</p>
        </div>
        <MeaningOfTerms products={products} paidOn={new Date()}>
          <p className="text-muted">
            {say(
              'You can cancel at any time in your profile, in two clicks, or by email. What you have paid for then stays active until its end.',
            )}
          </p>
        </MeaningOfTerms>
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
            <span {...english}>{renewalConsent}</span>
            {english && (
              <span className="mt-1 block text-sm font-normal">
                {say('I agree that my card is charged for each renewal until I cancel.')}
              </span>
            )}
          </label>
          {error !== null && (
            <p id={`${id}-error`} className="flex items-center gap-1.5 text-sm text-danger">
              <Icon name="alert" className="size-4" />
              {translate(error)}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
