/** Derives the status of a subscription from its invoices, and ends subscriptions. */
import type Stripe from 'stripe';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { invoiceSubscription } from '#sandbox/stripe/kinds.ts';
import { unschedule } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { changeInvoice, subscriptionIdOf } from './invoices.ts';

export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

export const hasEnded = ({ status }: Stripe.Subscription): boolean => endedStatuses.includes(status);

/** Saves a change and emits `customer.subscription.updated`. */
export function changeSubscription(
  call: Call,
  before: Stripe.Subscription,
  change: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const after = call.world.store.save('subscription', { ...before, ...change });
  const previous = changesBetween(before, after);
  if (Object.keys(previous).length > 0) emit(call, 'customer.subscription.updated', after, previous);
  return after;
}

/**
 * Reactivates a subscription after its invoice was paid, voided, or written off. Only its newest invoice
 * counts.
 */
export function invoiceEnded(call: Call, invoice: Stripe.Invoice): void {
  const subscription = call.world.store.find('subscription', subscriptionIdOf(invoice) ?? '');
  setDelinquent(call, invoice, false);
  if (subscription === null || idOf(subscription.latest_invoice) !== invoice.id) return;
  if (subscription.status === 'incomplete' && invoice.status === 'void') expire(call, subscription);
  else if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
    changeSubscription(call, subscription, { status: 'active' });
}

/** `becomes` is the configured status of a subscription whose invoice could not be collected. */
export function invoiceFailed(
  call: Call,
  invoice: Stripe.Invoice,
  becomes: 'past_due' | 'canceled' | 'unpaid',
): void {
  const subscription = call.world.store.find('subscription', subscriptionIdOf(invoice) ?? '');
  setDelinquent(call, invoice, true);
  if (subscription === null || idOf(subscription.latest_invoice) !== invoice.id) return;
  if (!['active', 'trialing', 'past_due'].includes(subscription.status)) return;
  if (becomes === 'canceled') end(call, subscription, { reason: 'payment_failed' });
  else changeSubscription(call, subscription, { status: becomes });
}

function setDelinquent(call: Call, invoice: Stripe.Invoice, delinquent: boolean): void {
  const customer = call.world.store.find('customer', idOf(invoice.customer) ?? '');
  if (customer === null || customer.delinquent === delinquent) return;
  const after = call.world.store.save('customer', { ...customer, delinquent });
  emit(call, 'customer.updated', after, changesBetween(customer, after));
}

type Ending = {
  reason: Stripe.Subscription.CancellationDetails.Reason;
  details?: Partial<Stripe.Subscription.CancellationDetails>;
};

/** Ends the subscription now. Open invoices stay open and are no longer collected automatically. */
export function end(
  call: Call,
  before: Stripe.Subscription,
  { reason, details = {} }: Ending,
): Stripe.Subscription {
  const { store } = call.world;
  const now = nowSeconds(call.world);
  unschedule(call.world, before.id);
  const ended = store.save('subscription', {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...before.cancellation_details,
      ...details,
      reason,
    },
    ended_at: now,
  });
  for (const status of ['draft', 'open']) {
    const filters = { [invoiceSubscription]: before.id, status };
    for (const invoice of store.list('invoice', { filters, limit: 100 }))
      changeInvoice(call, invoice, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  }
  emit(call, 'customer.subscription.deleted', ended);
  return ended;
}

/** The first invoice was not paid in time, or was voided. */
export function expire(call: Call, before: Stripe.Subscription): void {
  changeSubscription(call, before, { status: 'incomplete_expired', ended_at: nowSeconds(call.world) });
}
