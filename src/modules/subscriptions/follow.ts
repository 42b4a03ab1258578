/**
 * The one function that syncs a subscription with the processor. Webhooks, the sweep, the comparison and our
 * own calls all end here, in any order and any number of times. It reads the full current state, then locks
 * order, subscription and invoices (always in that order) and updates them together.
 */
import { freshId } from '#kernel/ids.ts';
import * as renewals from '#modules/invoices/renewal-store.ts';
import * as invoiceRules from '#modules/invoices/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as alarms from '#modules/alarms/service.ts';
import { insertPaid } from '#modules/payments/renewal-store.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { invoicePaid } from '#modules/shared/settlement.ts';
import type { ProcessorInvoice, ProcessorSubscription } from '#ports/subscription-billing.ts';
import { emailOfFailure } from './dunning-email.ts';
import { endNow } from './ending.ts';
import { hasEnded, next } from './rules.ts';
import * as store from './store.ts';

/** How often it is read again because of a concurrent write. After that the whole job is retried. */
const triesAtMost = 10;

/**
 * Safe to repeat and to run in parallel. A subscription that is unknown or of another shop changes nothing.
 */
export async function applySubscription(deps: Deps, subscriptionRef: string): Promise<void> {
  for (let attempt = 0; attempt < triesAtMost; attempt += 1) {
    const before = await store.findByRef(deps.db, subscriptionRef);
    const subscription = await deps.gateway.readSubscription(subscriptionRef);
    if (subscription === null || subscription.subscriptionId === null || subscription.shopId !== deps.shopId)
      return;
    const stored = before ?? (await store.find(deps.db, subscription.subscriptionId));
    if (stored === null) return;
    const invoices = await deps.gateway.readInvoices(subscriptionRef);
    const remote = { subscription, invoices, paidWith: await readCards(deps, stored, invoices) };
    const isDone = await retryOnDeadlock(deps, () =>
      deps.db.transaction().execute((tx) => follow(tx, deps, stored, remote)),
    );
    if (isDone) return;
  }
  throw new Error(`subscription ${subscriptionRef} keeps changing`);
}

/** Handles an event about an invoice by syncing its subscription. */
export async function applyInvoice(deps: Deps, invoiceRef: string): Promise<void> {
  const subscriptionRef = await deps.gateway.subscriptionOfInvoice(invoiceRef);
  if (subscriptionRef !== null) await applySubscription(deps, subscriptionRef);
}

/** An unknown payment may be one for a renewal, which references only its customer. */
export async function applyCustomer(deps: Deps, customerRef: string): Promise<void> {
  for (const { subscriptionRef } of await store.ofCustomer(deps.db, customerRef))
    if (subscriptionRef !== null) await applySubscription(deps, subscriptionRef);
}

type PaidWith = { brand: string; last4: string } | null;
type RemoteState = {
  subscription: ProcessorSubscription;
  invoices: ProcessorInvoice[];
  paidWith: Map<string, PaidWith>;
};

/** The card that paid each renewal that is not paid here yet. */
async function readCards(
  { db, gateway }: Deps,
  { id }: store.Subscription,
  invoices: ProcessorInvoice[],
): Promise<Map<string, PaidWith>> {
  const settled = (await renewals.ofSubscription(db, id))
    .filter(({ status }) => status === 'paid')
    .map(({ processorRef }) => processorRef);
  const found = new Map<string, PaidWith>();
  for (const { invoiceRef, status, intentRef } of invoices)
    if (status === 'paid' && intentRef !== null && !settled.includes(invoiceRef))
      found.set(invoiceRef, (await gateway.readPayment(intentRef))?.paidWith ?? null);
  return found;
}

/** Returns false after a concurrent write during the read; the state must then be read again. */
async function follow(tx: Tx, deps: Deps, stored: store.Subscription, remote: RemoteState): Promise<boolean> {
  await orders.lock(tx, stored.orderId);
  const locked = await store.lock(tx, stored.id);
  if (locked === null) return true;
  if (locked.revision !== stored.revision) return false;
  const { subscription, invoices } = remote;
  if (!(await attach(tx, deps, locked, subscription))) return true;
  for (const invoice of invoices)
    await followInvoice(tx, deps, locked, invoice, remote.paidWith.get(invoice.invoiceRef) ?? null);
  await followStatus(tx, deps, stored.id, remote);
  return true;
}

/**
 * The first subscription started for ours wins. Returns false, with an alarm, when ours already has another
 * one.
 */
async function attach(
  tx: Tx,
  deps: Deps,
  { id, status, subscriptionRef, cancelAtPeriodEnd }: store.Subscription,
  remote: ProcessorSubscription,
): Promise<boolean> {
  if (subscriptionRef === remote.subscriptionRef) return true;
  if (subscriptionRef !== null) {
    const detail = `Subscription ${id} already has ${subscriptionRef} at the processor`;
    await alarms.raise(tx, deps.log, 'two_subscriptions', remote.subscriptionRef, detail);
    return false;
  }
  const isDue = cancelAtPeriodEnd || hasEnded(status);
  await store.change(tx, id, {
    subscriptionRef: remote.subscriptionRef,
    customerRef: remote.customerRef,
    changeDue: isDue,
  });
  if (status === 'starting') await store.change(tx, id, { status: next(status, 'start') });
  if (isDue) await deps.jobs.enqueue(tx, 'change-subscription', { subscriptionId: id });
  return true;
}

/**
 * Updates our invoice of one period. A paid or void one stays as it is; money for an ended subscription is
 * still handled.
 */
async function followInvoice(
  tx: Tx,
  deps: Deps,
  subscription: store.Subscription,
  remote: ProcessorInvoice,
  paidWith: PaidWith,
): Promise<void> {
  const { id: subscriptionId, orderId } = subscription;
  const now = deps.clock.now();
  let renewal = (await renewals.lockAll(tx, subscriptionId)).find(
    ({ processorRef }) => processorRef === remote.invoiceRef,
  );
  if (renewal === undefined) {
    if (remote.status === 'void' || (hasEnded(subscription.status) && remote.status !== 'paid')) return;
    renewal = {
      id: freshId('inv'),
      subscriptionId,
      processorRef: remote.invoiceRef,
      status: 'draft',
      amount: remote.amount,
      period: remote.period,
    };
    await renewals.insert(tx, { ...renewal, orderId, now });
    await checkAmount(tx, deps, subscription, remote);
  }
  if (
    subscription.cancelAtPeriodEnd &&
    remote.period.from >= subscription.paidUntil &&
    remote.status === 'paid'
  )
    await alarms.raise(
      tx,
      deps.log,
      'renewal_amount',
      remote.invoiceRef,
      `Subscription ${subscriptionId} was charged although it is canceled`,
    );
  if (renewal.status === 'void' && remote.status === 'paid')
    await alarms.raise(
      tx,
      deps.log,
      'renewal_amount',
      remote.invoiceRef,
      `Subscription ${subscriptionId} was charged for a period after it had ended`,
    );
  if (renewal.status !== 'draft') return;
  if (renewal.amount !== remote.amount) await renewals.reprice(tx, renewal.id, remote.amount);
  if (remote.number !== null) await renewals.noteNumber(tx, renewal.id, remote.number);
  if (remote.status === 'void')
    await renewals.markVoid(tx, renewal.id, invoiceRules.next(renewal.status, 'void'), now);
  if (remote.status !== 'paid') return;
  const at = remote.paidAt ?? now;
  const money = {
    id: freshId('pay'),
    invoiceId: renewal.id,
    orderId,
    subscriptionId,
    amount: remote.amount,
    intentRef: remote.intentRef,
  };
  if (remote.amount > 0) await insertPaid(tx, { ...money, paidWith, at });
  await invoicePaid(tx, deps, { kind: 'renewal', invoiceId: renewal.id, orderId, subscriptionId, now });
}

/**
 * Accepts the amount that the owner agreed to or was notified of. Any other was changed at the processor and
 * raises an alarm.
 */
async function checkAmount(
  tx: Tx,
  deps: Deps,
  { id, price, nextPrice }: store.Subscription,
  { invoiceRef, amount, currency, period }: ProcessorInvoice,
): Promise<void> {
  const agreed = nextPrice !== null && period.from >= nextPrice.from ? nextPrice.amount : price;
  if (amount === agreed && currency === 'usd') return;
  const detail = `A renewal of subscription ${id} charges ${amount} cents in ${currency}, but ${agreed} cents in usd were agreed`;
  await alarms.raise(tx, deps.log, 'renewal_amount', invoiceRef, detail);
}

async function followStatus(
  tx: Tx,
  deps: Deps,
  id: string,
  { subscription: remote, invoices }: RemoteState,
): Promise<void> {
  const stored = await store.lock(tx, id);
  if (stored === null || hasEnded(stored.status)) return;
  if (remote.hasEnded) return endNow(tx, deps, stored, stored.cancelAtPeriodEnd ? 'canceled' : 'by_staff');
  const failed = invoices.filter(
    ({ status, isTried }) => isTried && (status === 'open' || status === 'uncollectible'),
  );
  const isOwed = invoices.some(({ status }) => status === 'open' || status === 'uncollectible');
  const now = deps.clock.now();
  if (failed.length > 0 && stored.status === 'active') {
    await store.change(tx, id, { status: next(stored.status, 'fail'), pastDueSince: now });
    await emailOfFailure(tx, deps, { ...stored, pastDueSince: now }, 0);
  }
  if (!isOwed && stored.status === 'past_due')
    await store.change(tx, id, { status: next(stored.status, 'recover'), pastDueSince: null });
  // Changes by staff at the processor apply, except while one of our changes has not been sent yet.
  if (!stored.changeDue && remote.cancelAtPeriodEnd !== stored.cancelAtPeriodEnd)
    await store.change(tx, id, { cancelAskedAt: remote.cancelAtPeriodEnd ? now : null });
}
