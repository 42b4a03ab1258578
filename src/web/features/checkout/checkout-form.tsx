/** Billing details and payment, ending in Complete order. Errors never lose what was typed. */
import { useLanguage } from '#web/language.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { BillingForm, OrderBillingForm } from '#contract/billing.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import type { BillingDraft, TempProduct } from '#web/features/cart/cart.ts';
import { billingLabels, type BillingName } from './billing/billing-fields.tsx';
import { BillingSection } from './billing/billing-section.tsx';
import type { CardFields } from '#web/features/cards/card-fields.ts';
import type { RuntimeConfig } from '#web/features/cards/card-provider.ts';
import { CompleteOrder } from './complete-order.tsx';
import { useAskBeforeUnload } from '#web/ui/ask-before-unload.ts';
import { ErrorSummary, type WrongField } from '#web/ui/fields/error-summary.tsx';
import type { SavedCard } from '#web/features/cards/cards-api.ts';
import type { PaymentMethodChoice } from './payment/payment-method-choice.ts';
import type { Credit } from './opening/read-buyer.ts';
import { useCreditOption } from './payment/credit-choice.tsx';
import { HowToPay } from './payment/how-to-pay.tsx';
import { type RenewalConsent, useRenewalConsent } from './payment/use-renewal-consent.tsx';
import { chargeFor, type Totals } from './summary/totals.ts';
import type { PurchaseState } from './purchase/use-purchase.ts';

const billingForm = withPhoneCheck(BillingForm, 'phoneNumber');

/** Autofill changes the email address without a blur event. */
const emailRestMs = 800;

type Props = {
  products: TempProduct[];
  savesCard: boolean;
  totals: Totals;
  config: RuntimeConfig;
  purchase: PurchaseState;
  isPerson: boolean;
  /** Saved cards of a logged-in user; empty for guests. */
  cards: SavedCard[];
  /** Available credit; null if the user has none. */
  credit: Credit;
  initial: BillingDraft;
  onSave: (billing: BillingDraft) => void;
  /** Resolves once the form is saved, before the user leaves to log in. */
  onLeave: () => Promise<unknown>;
  /** True for an existing order, whose email address is fixed. */
  isOrder?: boolean;
  /** False if neither the form nor a new card is saved. */
  isSaved?: boolean;
};

export function CheckoutForm({
  products,
  savesCard,
  totals,
  config,
  purchase,
  cards,
  initial,
  onSave,
  ...rest
}: Props) {
  const { say } = useLanguage();
  const { isPerson, credit, onLeave, isOrder = false, isSaved = !isOrder } = rest;
  // An existing order keeps its phone number, even if it no longer passes today's check.
  const [rules] = useState(() =>
    isOrder ? withPhoneCheck(OrderBillingForm, 'phoneNumber', initial.phoneNumber) : billingForm,
  );
  const form = useForm<BillingDraft>({
    resolver: zodResolver(rules),
    defaultValues: initial,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  // The cart's form is saved while typing. An order's form is not, and switching the language loads a new
  // document.
  useAskBeforeUnload(!isSaved && form.formState.isDirty && purchase.frozen === null);
  const renewals = useRenewalConsent(products);
  const { isComplete, summary } = useErrorSummary(form, renewals);
  const { method, ...card } = useCardChoice(cards, isPerson && !savesCard && (isOrder || isSaved));
  const charge = chargeFor(totals.totalCents, savesCard);
  const onAccount = useCreditOption({ credit, totalCents: totals.totalCents, savesCard, charge });
  const keep = useCallback(() => onSave(form.getValues()), [form, onSave]);
  const onEmailChange = useEmailRest(keep);
  const complete = form.handleSubmit(
    (billing) => {
      if (!isComplete([])) return;
      const noCard = { fields: null, cardId: null };
      return purchase.complete(
        billing,
        onAccount.isChosen ? { ...noCard, onCredit: true } : charge === 'card' ? method : noCard,
      );
    },
    (found) => isComplete(billingLabels.filter(({ name }) => found[name] !== undefined)),
  );
  return (
    <form
      onSubmit={complete}
      onBlur={keep}
      onChange={onEmailChange}
      noValidate
      className="grid gap-6 lg:gap-10"
      aria-label={say('Billing and payment')}
    >
      {summary}
      <BillingSection form={form} isOrder={isOrder} isSaved={isSaved} onLeave={onLeave} />
      <section aria-labelledby="payment-heading" className="grid gap-4">
        <HowToPay
          charge={charge}
          onAccount={onAccount}
          config={config}
          totalCents={totals.totalCents}
          savesCard={savesCard}
          knowsEmail={!initial.email.includes('*')}
          cards={cards}
          cardId={method.cardId}
          isBusy={purchase.frozen !== null}
          {...card}
        />
        {renewals.box}
        <CompleteOrder
          charge={charge}
          totalCents={totals.totalCents}
          isReady={charge === 'free' || onAccount.isChosen || (charge === 'card' && method.fields !== null)}
          onCredit={onAccount.isChosen}
          hasCardFailed={card.hasFailed}
          purchase={purchase}
        />
      </section>
    </form>
  );
}

/**
 * Missing fields and renewal consent after Complete order was clicked. `isComplete` shows them and returns
 * whether there are none.
 */
function useErrorSummary(form: UseFormReturn<BillingDraft>, renewals: RenewalConsent) {
  const [listed, setListed] = useState<WrongField<BillingName | 'renewals'>[]>([]);
  const { errors } = form.formState;
  const isComplete = (fields: WrongField<BillingName>[]): boolean => {
    const missing = [...fields, ...renewals.ask()];
    setListed(missing);
    return missing.length === 0;
  };
  const summary = (
    <ErrorSummary
      listed={listed}
      isWrong={(name) => (name === 'renewals' ? renewals.isMissing : errors[name] !== undefined)}
      onFollow={(name) => (name === 'renewals' ? renewals.focus() : form.setFocus(name))}
    />
  );
  return { isComplete, summary };
}

/** Card choice. Users with saved cards start with the first one. `maySave`: a new card may be saved. */
function useCardChoice(cards: SavedCard[], maySave: boolean) {
  const [fields, onFields] = useState<CardFields>(null);
  const [hasFailed, onFailed] = useState(false);
  const [chosen, onCard] = useState<string | null>(cards[0]?.id ?? null);
  const [isTicked, onChange] = useState(false);
  const cardId = cards.some(({ id }) => id === chosen) ? chosen : null;
  const method: PaymentMethodChoice = { fields, cardId, saveCard: maySave && isTicked };
  return { method, onFields, hasFailed, onFailed, onCard, save: maySave ? { isTicked, onChange } : null };
}

/** Calls back when the email address has not changed for 800 ms. */
function useEmailRest(onRest: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'email') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(onRest, emailRestMs);
  };
}
