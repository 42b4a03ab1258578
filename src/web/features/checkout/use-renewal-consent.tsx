/** Whether the buyer has agreed to what renews. */
import { useRef, useState } from 'react';
import type { TempProduct } from '#web/features/cart/slice.ts';
import type { WrongField } from './error-summary.tsx';
import { RenewalConsentBox, renewalTermsOf } from './renewal-terms.tsx';

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
