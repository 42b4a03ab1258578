/**
 * Time-based changes of subscriptions: the end of a period, a trial, or a pause, and scheduled cancellations.
 */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { countedFrom, type Period, periodAround } from './calendar.ts';
import { finalize, markUncollectible, voidInvoice } from './finalizing.ts';
import { announce, changeInvoice, draftInvoice, draftSeconds } from './invoices.ts';
import { itemLine } from './lines.ts';
import { takePendingItems } from './pending-items.ts';
import { methodOf } from './collecting.ts';
import { periodOf, sameRecurrence, schedulePeriodEnd } from './subscribing.ts';
import { changeSubscription, end, hasEnded } from './subscription-status.ts';

/** A late or duplicate timer changes nothing. */
export function periodEnds(call: Call, subscription: Stripe.Subscription): void {
  const ended = periodOf(subscription);
  const now = nowSeconds(call.world);
  if (hasEnded(subscription) || ['incomplete', 'paused'].includes(subscription.status) || ended.end > now)
    return;
  if (
    subscription.cancel_at_period_end ||
    (subscription.cancel_at !== null && subscription.cancel_at <= now)
  ) {
    end(call, subscription, { reason: 'cancellation_requested' });
    return;
  }
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  const isStuck =
    subscription.status === 'trialing' &&
    behavior !== 'create_invoice' &&
    methodOf(call, subscription) === null;
  if (isStuck && behavior === 'cancel') end(call, subscription, { reason: 'payment_failed' });
  else if (isStuck) pauseForLackOfMethod(call, subscription);
  else renew(call, subscription, ended);
}

function pauseForLackOfMethod(call: Call, before: Stripe.Subscription): void {
  const paused = changeSubscription(call, before, { status: 'paused' });
  emit(call, 'customer.subscription.paused', paused);
}

const anchorOf = ({
  billing_cycle_anchor: anchor,
  billing_cycle_anchor_config: config,
}: Stripe.Subscription): number => (config === null ? anchor : countedFrom(anchor, config));

/** Moves items to the next period and drafts its invoice. */
export function renew(call: Call, before: Stripe.Subscription, ended: Period): Stripe.Subscription {
  const { store } = call.world;
  const recurrence = sameRecurrence(before.items.data.map(({ price }) => price));
  const period = periodAround(anchorOf(before), recurrence, ended.end);
  const items = before.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const renewed: Stripe.Subscription = {
    ...before,
    items: { ...before.items, data: items },
    status: before.status === 'trialing' ? 'active' : before.status,
  };
  const draft = draftInvoice(
    call,
    {
      customer: store.get('customer', idOf(before.customer) ?? ''),
      currency: before.currency,
      reason: 'subscription_cycle',
      period: ended,
      subscription: renewed,
      collection: before.collection_method,
      daysUntilDue: before.days_until_due,
      autoAdvance: before.status !== 'unpaid' && before.pause_collection === null,
      finalizesAt: nowSeconds(call.world) + draftSeconds,
    },
    (invoiceId) => [
      ...takePendingItems(call, invoiceId, idOf(before.customer) ?? '', before.id),
      ...items.map((item) => itemLine(call, invoiceId, item, { period })),
    ],
  );
  announce(call, draft);
  const after = changeSubscription(call, before, {
    items: renewed.items,
    status: renewed.status,
    latest_invoice: draft.id,
  });
  schedulePeriodEnd(call, after);
  if (before.pause_collection !== null) applyPause(call, draft, before.pause_collection.behavior);
  return store.get('subscription', before.id);
}

/** While collection is paused, invoices are still created but not collected. */
function applyPause(
  call: Call,
  draft: Stripe.Invoice,
  behavior: Stripe.Subscription.PauseCollection.Behavior,
): void {
  if (behavior === 'keep_as_draft') return;
  const open = finalize(call, draft, false);
  if (open.status !== 'open') return;
  if (behavior === 'void') voidInvoice(call, open);
  else markUncollectible(call, open, 'subscription_paused');
}

export function collectionResumes(call: Call, subscription: Stripe.Subscription): void {
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (resumesAt !== null && resumesAt <= nowSeconds(call.world))
    changeSubscription(call, subscription, { pause_collection: null });
}

export function cancellationDue(call: Call, subscription: Stripe.Subscription): void {
  if (
    !hasEnded(subscription) &&
    subscription.cancel_at !== null &&
    subscription.cancel_at <= nowSeconds(call.world)
  )
    end(call, subscription, { reason: 'cancellation_requested' });
}

export function trialWillEnd(call: Call, subscription: Stripe.Subscription): void {
  if (subscription.status === 'trialing') emit(call, 'customer.subscription.trial_will_end', subscription);
}

/** The first invoice was not paid within 23 hours: voids it and expires the subscription. */
export function incompleteExpires(call: Call, subscription: Stripe.Subscription): void {
  if (subscription.status !== 'incomplete') return;
  const invoice = call.world.store.find('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') voidInvoice(call, changeInvoice(call, invoice, { auto_advance: false }));
}
