/**
 * The effect of each PaymentIntent outcome on its invoice. The outcome comes from an automatic attempt, a
 * browser with the client secret, or the bank's page. Most PaymentIntents belong to no invoice.
 */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { day } from './calendar.ts';
import { markPaid } from './finalizing.ts';
import { changeInvoice, subscriptionIdOf } from './invoices.ts';
import { billingSettings } from './settings.ts';
import { invoiceFailed } from './subscription-status.ts';

const openPaymentOf = (call: Call, intentId: string): Stripe.InvoicePayment | undefined =>
  call.world.store.list('invoice_payment', {
    filters: { 'payment.payment_intent': intentId, status: 'open' },
    limit: 1,
  })[0];

/** The invoice that created this PaymentIntent and still waits for it, or null. */
export const invoiceOf = (call: Call, intentId: string): string | null =>
  idOf(openPaymentOf(call, intentId)?.invoice);

function waitingInvoice(call: Call, intent: Stripe.PaymentIntent): Stripe.Invoice | null {
  const id = invoiceOf(call, intent.id);
  return id === null ? null : call.world.store.get('invoice', id);
}

/** The PaymentIntent covers all that remains, so its success pays the invoice. */
export function intentSucceeded(call: Call, intent: Stripe.PaymentIntent): void {
  const { store } = call.world;
  const payment = openPaymentOf(call, intent.id);
  if (payment === undefined) return;
  const invoice = store.get('invoice', idOf(payment.invoice) ?? '');
  const paid: Stripe.InvoicePayment = {
    ...payment,
    amount_paid: intent.amount_received,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: nowSeconds(call.world) },
  };
  emit(call, 'invoice_payment.paid', store.save('invoice_payment', paid));
  rememberMethod(call, invoice, intent);
  markPaid(call, invoice, {
    amount_paid: intent.amount_received,
    amount_remaining: 0,
    attempt_count: Math.max(invoice.attempt_count, 1),
    attempted: true,
  });
}

function rememberMethod(call: Call, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const { store } = call.world;
  const subscription = store.find('subscription', subscriptionIdOf(invoice) ?? '');
  if (subscription?.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  store.save('subscription', { ...subscription, default_payment_method: idOf(intent.payment_method) });
}

/** The PaymentIntent was declined, or the customer was not authenticated. */
export function intentFailed(call: Call, intent: Stripe.PaymentIntent): void {
  const invoice = waitingInvoice(call, intent);
  if (invoice !== null) attemptFailed(call, invoice);
}

/** The bank requires authentication: the attempt counts as failed until the customer acts. */
export function intentNeedsAction(call: Call, intent: Stripe.PaymentIntent, offSession: boolean): void {
  const invoice = waitingInvoice(call, intent);
  if (invoice === null) return;
  emit(call, 'invoice.payment_action_required', invoice);
  if (offSession) attemptFailed(call, invoice, { retries: false });
}

/** Automatic attempts are retried on the configured days, except those that wait for the customer. */
export function attemptFailed(call: Call, before: Stripe.Invoice, { retries = true } = {}): Stripe.Invoice {
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
