/** Whether the buyer has agreed to what renews. */
import { type Ref, useId, useRef, useState } from 'react';
import { howToCancel, renewalConsent } from '#kernel/renewal-terms.ts';
import type { TempProduct } from '#web/features/cart/slice.ts';
import type { WrongField } from '#web/ui/fields/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { renewalTermsOf, Sentences } from './renewal-terms.tsx';

export type RenewalConsent = ReturnType<typeof useRenewalConsent>;

/** What renews is agreed to with a box of its own, and again when its words change. `ask` answers what is missing, and shows it. */
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
      isTicked={!isMissing}
      onChange={(isTicked) => setAgreedTo(isTicked ? words : '')}
      error={isAsked && isMissing ? 'Please agree to the renewals' : null}
      boxRef={boxRef}
    />
  );
  const ask = (): WrongField<'renewals'>[] => {
    setAsked(isMissing);
    return isMissing ? [{ name: 'renewals', label: 'Renewals' }] : [];
  };
  return { box, isMissing, ask, focus: () => boxRef.current?.focus() };
}

type BoxProps = {
  terms: string[];
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  error: string | null;
  boxRef: Ref<HTMLInputElement>;
};

/** Beside the button that pays. Nobody has ticked it before. */
function RenewalConsentBox({ terms, isTicked, onChange, error, boxRef }: BoxProps) {
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
