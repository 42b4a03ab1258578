/** The Complete order button, why it is disabled, and the last error. */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { useEnglishMark } from '#web/ui/stored-text.tsx';
import { useEffect, useRef } from 'react';
import type { Cents } from '#kernel/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Charge } from './summary/totals.ts';
import type { PurchaseState } from './purchase/use-purchase.ts';

/** Explains why the button is disabled. */
function waitingFor(charge: Charge, hasCardFailed: boolean): { text: string; isFinal: boolean } {
  if (charge === 'too_small')
    return { text: phrase('The total is below $0.50, the smallest amount a card can pay'), isFinal: true };
  if (charge === 'too_large')
    return {
      text: phrase(
        'The total is above $999,999.99, the maximum for one payment. Please split it into several orders',
      ),
      isFinal: true,
    };
  if (charge === 'card_needed')
    return {
      text: phrase(
        'A discount code cannot make a subscription free. Please remove the code or choose another one',
      ),
      isFinal: true,
    };
  if (hasCardFailed)
    return {
      text: phrase('The order cannot be completed without the card fields. Load them again above.'),
      isFinal: true,
    };
  return {
    text: phrase('The card fields are loading. You can complete the order in a moment.'),
    isFinal: false,
  };
}

type Completing = {
  charge: Charge;
  totalCents: Cents;
  isReady: boolean;
  onCredit: boolean;
  hasCardFailed: boolean;
  purchase: PurchaseState;
};

export function CompleteOrder({
  charge,
  totalCents,
  isReady,
  onCredit,
  hasCardFailed,
  purchase,
}: Completing) {
  const { say, translate } = useLanguage();
  const english = useEnglishMark();
  const waiting = waitingFor(charge, hasCardFailed);
  const { problem } = purchase;
  const isBusy = purchase.frozen !== null;
  const problemText = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null && !isBusy) problemText.current?.focus();
  }, [problem, isBusy]);
  return (
    <div className="grid gap-4">
      {problem !== null && (
        <div ref={problemText} tabIndex={-1}>
          <Notice tone="danger">
            <p className="font-semibold">{translate(problem.message)}</p>
            <p>{translate(problem.advice)}</p>
          </Notice>
        </div>
      )}
      {/* Above the button, so the terms are read before agreeing. */}
      <p className="border-t border-line pt-4 text-sm text-muted">
        <span {...english}>
          By completing the order you agree to our <NewTabLink to="/terms">terms</NewTabLink> and our{' '}
          <NewTabLink to="/privacy-policy">privacy policy</NewTabLink>. Refunds follow our{' '}
          <NewTabLink to="/refund-policy">refund policy</NewTabLink>.
        </span>
        {english && (
          <span className="mt-1 block">
            {say(
              'By completing the order you agree to our terms and our privacy policy. Refunds follow our refund policy.',
            )}
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p id="complete-order-amount">
          <span className="block text-sm leading-tight text-muted">
            {onCredit ? say('On your Net 30 account') : say('You pay today')}
          </span>
          <Money amount={totalCents} className="text-xl leading-tight font-semibold" />
        </p>
        <Button
          type="submit"
          size="large"
          className="grow max-sm:px-5"
          disabled={!isReady}
          aria-describedby={`complete-order-amount${isReady ? '' : ' complete-order-reason'}`}
        >
          {say('Complete order')}
        </Button>
      </div>
      {!isReady && (
        <p id="complete-order-reason" className={waiting.isFinal ? 'text-danger' : 'text-muted'}>
          {translate(waiting.text)}
        </p>
      )}
      <p className="text-sm text-muted">{say('Prices in US dollars; your bank may convert.')}</p>
    </div>
  );
}
