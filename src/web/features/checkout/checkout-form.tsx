/** Billing details and payment, ending in Complete order. Whatever fails, nothing that was typed is lost. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { BillingForm, OrderBillingForm } from '#contract/billing.ts';
import { withPhoneCheck } from '#web/features/account/phone-check.ts';
import type { BillingDraft, TempProduct } from '#web/features/cart/slice.ts';
import { BillingFields } from './billing-fields.tsx';
import { CompanyFields, noCompany } from './company-fields.tsx';
import type { RuntimeConfig } from './card-provider.ts';
import { CompleteOrder } from './complete-order.tsx';
import type { CardFields } from './finish-payment.ts';
import { PaymentMethod } from './payment-method.tsx';
import type { SavedCard } from './read-buyer.ts';
import { RenewalTerms } from './renewal-terms.tsx';
import { chargeFor, type Totals } from './totals.ts';
import type { PurchaseState } from './use-purchase.ts';

const billingForm = withPhoneCheck(BillingForm, 'phoneNumber');

/** Autofill changes the e-mail without anybody leaving a field. */
const emailRestMs = 800;

type Props = {
  products: TempProduct[];
  savesCard: boolean;
  totals: Totals;
  config: RuntimeConfig;
  purchase: PurchaseState;
  /** Of whoever is logged in; empty for a guest. */
  cards: SavedCard[];
  initial: BillingDraft;
  onSave: (billing: BillingDraft) => void;
  /** True for an order that was placed before: its e-mail address stays. */
  isOrder?: boolean;
};

export function CheckoutForm({ products, savesCard, totals, config, purchase, cards, initial, onSave, isOrder = false }: Props) {
  // The number of an order was taken with it, whatever is a number today.
  const [rules] = useState(() => (isOrder ? withPhoneCheck(OrderBillingForm, 'phoneNumber', initial.phoneNumber) : billingForm));
  const form = useForm<BillingDraft>({
    resolver: zodResolver(rules),
    defaultValues: initial,
    mode: 'onTouched',
  });
  const [company, setCompany] = useState(noCompany);
  const [fields, setFields] = useState<CardFields>(null);
  const [hasCardFailed, setHasCardFailed] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const cardId = cards.some(({ id }) => id === chosen) ? chosen : null;
  const charge = chargeFor(totals.totalCents, savesCard);
  const keep = useCallback(() => onSave(form.getValues()), [form, onSave]);
  const onEmailChange = useEmailRest(keep);
  const complete = form.handleSubmit((billing) =>
    purchase.complete({ ...billing, ...company }, charge === 'card' ? { fields, cardId } : { fields: null, cardId: null }),
  );
  return (
    <form onSubmit={complete} onBlur={keep} onChange={onEmailChange} noValidate className="grid gap-10" aria-label="Billing and payment">
      <section aria-labelledby="billing-heading" className="grid gap-5">
        <div className="grid gap-1">
          <h2 id="billing-heading" className="text-xl lg:text-2xl">
            Billing details
          </h2>
          {!isOrder && (
            <p className="text-sm text-muted">We save this form while you type, so that you can finish it later on this device.</p>
          )}
          <p className="text-sm text-muted">
            Enter your name as it appears on your card. If you have only one name, enter it in both fields.
          </p>
        </div>
        <BillingFields form={form} isOrder={isOrder} />
        {!isOrder && <CompanyFields value={company} onChange={setCompany} />}
      </section>
      <section aria-labelledby="payment-heading" className="grid gap-5">
        <h2 id="payment-heading" className="text-xl lg:text-2xl">
          Checkout
        </h2>
        {charge === 'card' && (
          <PaymentMethod
            config={config}
            totalCents={totals.totalCents}
            savesCard={savesCard}
            knowsEmail={!initial.email.includes('*')}
            cards={cards}
            cardId={cardId}
            onCard={setChosen}
            isBusy={purchase.frozen !== null}
            onFields={setFields}
            hasFailed={hasCardFailed}
            onFailed={setHasCardFailed}
          />
        )}
        {charge === 'free' && <p>There is nothing to pay. No card is needed.</p>}
        <RenewalTerms products={products} paidOn={new Date()} />
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
