/**
 * Collects payment for invoices: one payment attempt, and the effect of each PaymentIntent outcome on its
 * invoice. The outcome may come from an automatic attempt, a browser with the client secret, or the bank's
 * page.
 */
import type Stripe from 'stripe';
import { type Confirmation, confirmPayment } from '#sandbox/stripe/charging.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { ApiError, invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { day } from './calendar.ts';
import { cancelPayments, markPaid } from './finalizing.ts';
import { changeInvoice, subscriptionIdOf } from './invoices.ts';
import { billingSettings } from './settings.ts';
import { invoiceFailed } from './subscription-status.ts';
import { onClock } from './test-clocks.ts';

/** The card to charge when none is given: the invoice's, the subscription's, or the customer's. */
export function methodFor(call: Call, invoice: Stripe.Invoice): string | null {
  const { store } = call.world;
  const subscription = store.find('subscription', subscriptionIdOf(invoice) ?? '');
  return usable(call, invoice.customer, [
    invoice.default_payment_method,
    subscription?.default_payment_method,
  ]);
}

/** The card that a subscription renews with, or null. */
export const methodOf = (call: Call, subscription: Stripe.Subscription): string | null =>
  usable(call, subscription.customer, [subscription.default_payment_method]);

type Reference = string | { id: string } | null | undefined;

function usable(call: Call, owner: Reference, candidates: Reference[]): string | null {
  const { store } = call.world;
  const customer = store.find('customer', idOf(owner) ?? '');
  const ids = [...candidates, customer?.invoice_settings.default_payment_method].map(idOf);
  return ids.find((id) => id !== null && store.find('payment_method', id)?.customer === customer?.id) ?? null;
}

const payable: readonly string[] = ['open', 'uncollectible'];

/** One attempt on an open invoice. Declines are recorded and thrown, as for any payment. */
export function pay(
  call: Call,
  invoice: Stripe.Invoice,
  options: { methodId: string | null; offSession: boolean },
): Stripe.Invoice {
  const { store } = call.world;
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (!payable.includes(invoice.status ?? ''))
    throw invalidRequest(`This invoice can no longer be paid. Its status is ${invoice.status}.`);
  const methodId =
    options.methodId === null
      ? methodFor(call, invoice)
      : methods.findPaymentMethod(call, options.methodId).id;
  if (methodId === null) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set either a `default_payment_method` on the Customer or Invoice, or pass in a `payment_method`.',
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  const intent = confirmPayment(
    call,
    defaultIntent(call, invoice.id),
    confirmationWith(methodId, options.offSession),
  );
  if (intent.status === 'requires_action') {
    throw new ApiError(
      402,
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        decline_code: 'authentication_required',
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
        payment_intent: intent,
        payment_method: store.get('payment_method', methodId),
      },
      true,
    );
  }
  return store.get('invoice', invoice.id);
}

const confirmationWith = (methodId: string, offSession: boolean): Confirmation => ({
  methodId,
  methodData: null,
  returnUrl: null,
  useStripeSdk: true,
  offSession,
  failOnAction: false,
  waitsForBank: true,
});

export function defaultIntent(call: Call, invoiceId: string): Stripe.PaymentIntent {
  const { store } = call.world;
  const open = store.list('invoice_payment', { filters: { invoice: invoiceId, status: 'open' }, limit: 100 });
  const payment = open.find(({ is_default: isDefault }) => isDefault);
  return store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
}

/** Stripe's automatic attempt. A decline is not thrown; events report it. */
export function collect(call: Call, before: Stripe.Invoice): Stripe.Invoice {
  const { store } = call.world;
  const invoice = store.save('invoice', { ...before, attempt_count: before.attempt_count + 1 });
  if (methodFor(call, invoice) === null) return attemptFailed(call, invoice);
  try {
    return pay(call, invoice, { methodId: null, offSession: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.commitsChanges ? store.get('invoice', invoice.id) : attemptFailed(call, invoice);
  }
}

const paymentOf = (
  call: Call,
  intent: Stripe.PaymentIntent,
): { invoice: Stripe.Invoice; payment: Stripe.InvoicePayment } | null => {
  const { store } = call.world;
  const [payment] = store.list('invoice_payment', {
    filters: { 'payment.payment_intent': intent.id, status: 'open' },
    limit: 1,
  });
  return payment === undefined
    ? null
    : { payment, invoice: store.get('invoice', idOf(payment.invoice) ?? '') };
};

/** The invoice that created this PaymentIntent and still waits for it, or null. */
export function invoiceOf(call: Call, intentId: string): string | null {
  const [payment] = call.world.store.list('invoice_payment', {
    filters: { 'payment.payment_intent': intentId, status: 'open' },
    limit: 1,
  });
  return payment?.is_default ? idOf(payment.invoice) : null;
}

/** Called for every PaymentIntent that succeeds; most belong to no invoice. */
export function intentSucceeded(caller: Call, intent: Stripe.PaymentIntent): void {
  const found = paymentOf(caller, intent);
  if (found === null) return;
  const call = onClock(caller, idOf(found.invoice.test_clock));
  creditPayment(call, found.invoice, found.payment, intent);
}

export function creditPayment(
  call: Call,
  invoice: Stripe.Invoice,
  payment: Stripe.InvoicePayment,
  intent: Stripe.PaymentIntent,
): void {
  const { store } = call.world;
  const received = intent.amount_received;
  const credited = Math.min(received, invoice.amount_remaining);
  const paid: Stripe.InvoicePayment = {
    ...payment,
    amount_paid: received,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: nowSeconds(call.world) },
  };
  emit(call, 'invoice_payment.paid', store.save('invoice_payment', paid));
  const change: Partial<Stripe.Invoice> = {
    amount_overpaid: invoice.amount_overpaid + received - credited,
    amount_paid: invoice.amount_paid + credited,
    amount_remaining: invoice.amount_remaining - credited,
    attempt_count: Math.max(invoice.attempt_count, 1),
    attempted: true,
  };
  if (received > credited) addToBalance(call, invoice, credited - received);
  if (change.amount_remaining === 0) {
    rememberMethod(call, invoice, intent);
    cancelPayments(call, invoice.id, 'duplicate');
    markPaid(call, invoice, change);
    return;
  }
  lowerDefaultPayment(call, changeInvoice(call, invoice, change));
}

/** Lowers the invoice's PaymentIntent to the remaining amount. */
export function lowerDefaultPayment(call: Call, { id, amount_remaining: rest }: Stripe.Invoice): void {
  const { store } = call.world;
  const open = store.list('invoice_payment', { filters: { invoice: id, status: 'open' }, limit: 100 });
  const payment = open.find(({ is_default: isDefault }) => isDefault);
  if (payment === undefined) return;
  store.save('invoice_payment', { ...payment, amount_requested: rest });
  store.save('payment_intent', {
    ...store.get('payment_intent', idOf(payment.payment.payment_intent) ?? ''),
    amount: rest,
  });
}

export function addToBalance(call: Call, invoice: Stripe.Invoice, amount: number): void {
  const customer = call.world.store.get('customer', idOf(invoice.customer) ?? '');
  call.world.store.save('customer', { ...customer, balance: customer.balance + amount });
}

function rememberMethod(call: Call, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const { store } = call.world;
  const subscription = store.find('subscription', subscriptionIdOf(invoice) ?? '');
  if (subscription?.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  store.save('subscription', { ...subscription, default_payment_method: idOf(intent.payment_method) });
}

/** Called for every PaymentIntent that is declined or not authenticated. */
export function intentFailed(caller: Call, intent: Stripe.PaymentIntent): void {
  const found = paymentOf(caller, intent);
  if (found !== null) attemptFailed(onClock(caller, idOf(found.invoice.test_clock)), found.invoice);
}

/** The bank requires authentication: the attempt counts as failed until the customer acts. */
export function intentNeedsAction(caller: Call, intent: Stripe.PaymentIntent, offSession: boolean): void {
  const found = paymentOf(caller, intent);
  if (found === null) return;
  const call = onClock(caller, idOf(found.invoice.test_clock));
  emit(call, 'invoice.payment_action_required', found.invoice);
  if (offSession) attemptFailed(call, found.invoice, { retries: false });
}

/** Automatic attempts are retried on the configured days, except those that wait for the customer. */
function attemptFailed(call: Call, before: Stripe.Invoice, { retries = true } = {}): Stripe.Invoice {
  const settings = billingSettings(call.world);
  const attempts = Math.max(before.attempt_count, 1);
  const wait = retries && before.auto_advance ? settings.retry_after_days[attempts - 1] : undefined;
  const next = wait === undefined ? null : nowSeconds(call.world) + wait * day;
  const invoice = changeInvoice(call, before, {
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: next,
  });
  if (next !== null) scheduleAt(call.world, 'invoice_retries', invoice.id, next * 1_000);
  emit(call, 'invoice.payment_failed', invoice);
  const isLast = retries && next === null && settings.retry_after_days.length > 0;
  invoiceFailed(call, invoice, isLast ? settings.after_last_retry : 'past_due');
  return call.world.store.get('invoice', invoice.id);
}
