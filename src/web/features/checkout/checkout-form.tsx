/** Billing details and payment, ending in Complete order. Whatever fails, nothing that was typed is lost. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { BillingForm } from '#contract/billing.ts';
import type { Cents } from '#kernel/money.ts';
import { type BillingDraft, type CartProduct, setBillingDetails } from '#web/features/cart/slice.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BillingFields } from './billing-fields.tsx';
import type { CardFields } from './buy.ts';
import type { RuntimeConfig } from './card-provider.ts';
import { CardSection } from './card-section.tsx';
import { RenewalTerms } from './renewal-terms.tsx';
import { type Charge, chargeFor, type Totals } from './totals.ts';
import type { PurchaseState } from './use-purchase.ts';

/** Autofill changes the e-mail without anybody leaving a field. */
const emailRestMs = 800;

type Props = { products: CartProduct[]; totals: Totals; config: RuntimeConfig; purchase: PurchaseState; autosave: () => void };

export function CheckoutForm({ products, totals, config, purchase, autosave }: Props) {
  const store = useCartStore();
  const form = useForm<BillingDraft>({
    resolver: zodResolver(BillingForm),
    defaultValues: store.getState().cart.billingDetails,
    mode: 'onTouched',
  });
  const [fields, setFields] = useState<CardFields>(null);
  const [hasCardFailed, setHasCardFailed] = useState(false);
  const keepsCard = products.some(({ type }) => type === 'subscription');
  const charge = chargeFor(totals.totalCents, keepsCard);
  const keep = useCallback(() => {
    store.dispatch(setBillingDetails(form.getValues()));
    autosave();
  }, [store, form, autosave]);
  const onEmailChange = useEmailRest(keep);
  const complete = form.handleSubmit((billing) => purchase.complete(billing, charge === 'card' ? fields : null));
  return (
    <form onSubmit={complete} onBlur={keep} onChange={onEmailChange} noValidate className="grid gap-10" aria-label="Billing and payment">
      <section aria-labelledby="billing-heading" className="grid gap-5">
        <div className="grid gap-1">
          <h2 id="billing-heading" className="text-xl lg:text-2xl">
            Billing details
          </h2>
          <p className="text-sm text-muted">We save this form while you type, so that you can finish it later on this device.</p>
          <p className="text-sm text-muted">Write your name as it is on your card. If you have one name only, write it in both fields.</p>
        </div>
        <BillingFields form={form} />
      </section>
      <section aria-labelledby="payment-heading" className="grid gap-5">
        <h2 id="payment-heading" className="text-xl lg:text-2xl">
          Checkout
        </h2>
        {charge === 'card' && (
          <>
            <div className="grid gap-1">
              <h3 className="font-semibold">Enter Card details</h3>
              <p className="flex items-start gap-1.5 text-sm text-muted">
                <Icon name="lock" className="mt-0.5 size-4 shrink-0" />
                <span>
                  Your card details go directly to our card processor. We never see them.
                  {keepsCard && ' The processor keeps the card for renewals.'}
                </span>
              </p>
            </div>
            <CardSection
              config={config}
              totalCents={totals.totalCents}
              keepsCard={keepsCard}
              onFields={setFields}
              hasFailed={hasCardFailed}
              onFailed={setHasCardFailed}
            />
          </>
        )}
        {charge === 'free' && <p>There is nothing to pay. No card is needed.</p>}
        <RenewalTerms products={products} hasDiscount={totals.discountCents > 0} />
        <CompleteOrder
          charge={charge}
          totalCents={totals.totalCents}
          isReady={charge === 'free' || (charge === 'card' && fields !== null)}
          hasCardFailed={hasCardFailed}
          purchase={purchase}
        />
      </section>
    </form>
  );
}

/** Calls back when the e-mail has been left alone for a moment. */
function useEmailRest(onRest: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'email') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(onRest, emailRestMs);
  };
}

/** A disabled button says why. */
function waitingFor(charge: Charge, hasCardFailed: boolean): { text: string; isFinal: boolean } {
  if (charge === 'too_small') return { text: 'The total is below $0.50, the smallest amount a card can pay', isFinal: true };
  if (charge === 'card_needed') return { text: 'A subscription needs a card for its renewals, so it cannot be free today', isFinal: true };
  if (hasCardFailed) return { text: 'The order cannot be completed without the card fields. Load them again above.', isFinal: true };
  return { text: 'The card fields are loading. You can complete the order in a moment.', isFinal: false };
}

type Completing = { charge: Charge; totalCents: Cents; isReady: boolean; hasCardFailed: boolean; purchase: PurchaseState };

function CompleteOrder({ charge, totalCents, isReady, hasCardFailed, purchase }: Completing) {
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
            <p>{problem.message}</p>
            {problem.advice !== null && <p>{problem.advice}</p>}
          </Notice>
        </div>
      )}
      <p className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
        <span>You pay today</span> <Money amount={totalCents} />
      </p>
      <Button type="submit" size="large" disabled={!isReady} aria-describedby={isReady ? undefined : 'complete-order-reason'}>
        Complete order
      </Button>
      {!isReady && (
        <p id="complete-order-reason" className={waiting.isFinal ? 'text-danger' : 'text-muted'}>
          {waiting.text}
        </p>
      )}
      <p className="text-sm text-muted">
        Read our <NewTab to="/terms">terms</NewTab> and our <NewTab to="/privacy-policy">privacy policy</NewTab>.
      </p>
    </div>
  );
}

const NewTab = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener" className="underline">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
