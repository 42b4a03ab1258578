/**
 * Opens and cancels payments at the processor, and receives its webhooks. No transaction is open during a
 * call.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { zero } from '#kernel/money.ts';
import * as orders from '#modules/orders/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce, isKeySpent } from '#platform/keyed-call.ts';
import { within } from '#platform/within.ts';
import {
  GatewayRefused,
  GatewayUnavailable,
  type PaymentAttempt,
  type PaymentRequest,
  type ProcessorPayment,
} from '#ports/payment-gateway.ts';
import * as alarms from '#modules/alarms/service.ts';
import { applyIntent, applyIntentState, recordAttempt } from './apply-intent.ts';
import { applyDispute, applyRefund } from './apply-refund.ts';
import { applySetup } from './cards.ts';
import { ensureCustomer, unlinkCustomer } from './customers.ts';
import * as inbox from './inbox-store.ts';
import { isFinal, type PaymentTerms, requestedTerms, termsOf } from './rules.ts';
import * as store from './store.ts';

/**
 * Returns the processor's side of our payment, creating it if necessary. Safe to repeat and to run in
 * parallel: our row provides the key. Throws `GatewayUnavailable` when the outcome is unknown; the row stays
 * unchanged and a repeat continues.
 */
export async function openAtProcessor(deps: Deps, payment: store.Payment): Promise<ProcessorPayment> {
  if (payment.intentRef !== null)
    return (await deps.gateway.readPayment(payment.intentRef)) ?? (await replace(deps, payment))();
  const opened = await callOnce({
    keyedAt: payment.createdAt,
    now: deps.clock.now(),
    ask: () => create(deps, payment).catch((error: unknown) => withoutLostPayer(deps, payment, error)),
    find: () => find(deps, payment),
    // The key is the payment's own ID, so a new key means a replacement payment.
    renew: () => replace(deps, payment),
  });
  if (opened === null) throw new GatewayUnavailable(`payment ${payment.id} was given up meanwhile`);
  if (opened.paymentId === payment.id) await store.attach(deps.db, payment.id, opened.intentRef);
  return opened;
}

/** The payer is created at the processor before the payment, and frozen with the rest of the request. */
async function create(deps: Deps, { id, request }: store.Payment): Promise<ProcessorPayment> {
  const { payerId, customerRef } = request;
  const complete =
    payerId === undefined || customerRef !== undefined
      ? request
      : await store.freezeCustomer(deps.db, id, await ensureCustomer(deps, payerId));
  return deps.gateway.createPayment(complete);
}

/**
 * The payer was deleted at the processor, so this payment can never be opened and is replaced. Any other
 * error is rethrown.
 */
async function withoutLostPayer(
  deps: Deps,
  payment: store.Payment,
  error: unknown,
): Promise<ProcessorPayment> {
  if (!(error instanceof GatewayRefused) || error.code !== 'customer_unknown') throw error;
  const { payerId, customerRef } = (await store.find(deps.db, payment.id))?.request ?? payment.request;
  if (payerId !== undefined && customerRef !== undefined) await unlinkCustomer(deps, payerId, customerRef);
  return (await replace(deps, payment))();
}

const find = ({ gateway, clock }: Deps, { id, createdAt }: store.Payment): Promise<ProcessorPayment | null> =>
  gateway.findPayment(id, { from: createdAt, now: clock.now() });

/**
 * Replaces a payment that the processor has never received or no longer has (situation 11). Returns a
 * function that opens the new one. Throws `GatewayUnavailable` when the invoice no longer needs a payment.
 */
async function replace(deps: Deps, payment: store.Payment): Promise<() => Promise<ProcessorPayment>> {
  const replacement = await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, payment.orderId);
    const open = await store.findOpenOfOrder(tx, payment.orderId);
    if (open === null || open.id !== payment.id) return open;
    if (!(await cancelUnknown(tx, deps, open, payment.intentRef)))
      return store.findOpenOfOrder(tx, payment.orderId);
    return store.insert(
      tx,
      payment.invoiceId,
      replacementRequest(payment, termsOf(payment.request)),
      deps.clock.now(),
    );
  });
  if (replacement === null) throw new GatewayUnavailable(`payment ${payment.id} was given up meanwhile`);
  return async () => {
    const opened = (await readAtProcessor(deps, replacement)) ?? (await create(deps, replacement));
    await store.attach(deps.db, replacement.id, opened.intentRef);
    return opened;
  };
}

const readAtProcessor = async (
  { gateway }: Deps,
  { intentRef }: store.Payment,
): Promise<ProcessorPayment | null> => (intentRef === null ? null : gateway.readPayment(intentRef));

/** The request for a replacement row, whose payer is sent to the processor again. */
function replacementRequest({ request }: store.Payment, terms: PaymentTerms): PaymentRequest {
  const { customerRef: _known, payerId: _before, saveCard: _asked, ...lasting } = request;
  return { ...lasting, paymentId: freshId('pay'), ...requestedTerms(terms, lasting.keepCard) };
}

/**
 * Changes the payer, or whether the card is saved. The processor ties a payment to one customer and one use
 * of its card, so it is canceled and another one opened for the order. Returns null when the order must be
 * read again: it was paid, canceled, or is being decided. Throws when the processor is unavailable.
 */
export async function changeTerms(
  deps: Deps,
  payment: store.Payment,
  terms: PaymentTerms,
): Promise<store.Payment | null> {
  const intentRef = await referenceOf(deps, payment);
  const remote = intentRef === null ? null : await deps.gateway.cancelPayment(intentRef);
  if (remote !== null) await applyIntentState(deps, remote);
  return deps.db.transaction().execute(async (tx) => {
    const order = await orders.lock(tx, payment.orderId);
    if (order?.status !== 'awaiting_payment' || (await store.hasMoneyInReview(tx, payment.orderId)))
      return null;
    const open = await store.findOpenOfOrder(tx, payment.orderId);
    if (open !== null && (open.id !== payment.id || remote !== null)) return null;
    if (open !== null && !(await cancelUnknown(tx, deps, open, intentRef))) return null;
    return store.insert(tx, payment.invoiceId, replacementRequest(payment, terms), deps.clock.now());
  });
}

/**
 * The error for a buyer when the processor is unavailable or rejects our own request. A new card is charged
 * only after the browser confirms, so here an unreachable processor means that nothing was charged.
 */
export const throwUnavailable =
  ({ log }: Pick<Deps, 'log'>) =>
  (error: unknown): never => {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRefused)) throw error;
    log.error({ err: error }, 'the processor did not create a payment');
    throw new DomainError('payment_unavailable');
  };

/**
 * Null when the processor never received the payment. A recent one is created under its key, which reliably
 * returns its reference.
 */
export async function referenceOf(deps: Deps, payment: store.Payment): Promise<string | null> {
  if (payment.intentRef !== null) return payment.intentRef;
  if (!isKeySpent(payment.createdAt, deps.clock.now()))
    return (await openAtProcessor(deps, payment)).intentRef;
  return (await find(deps, payment))?.intentRef ?? null;
}

/**
 * Cancels a payment that the processor does not have. If it is paid after all, the money is still handled:
 * see the rules. A reference that suddenly is unknown points to the wrong account, so an alarm is raised.
 * `unknownRef`: the reference that was looked up. Returns false when the payment was decided, or opened under
 * another reference, during the lookup. The result is then outdated and the payment must be read again.
 */
export async function cancelUnknown(
  tx: Tx,
  { clock, log }: Deps,
  payment: store.Payment,
  unknownRef: string | null,
): Promise<boolean> {
  await orders.lock(tx, payment.orderId);
  const now = await store.lock(tx, payment.id);
  if (now === null || isFinal(now.status) || (now.intentRef !== null && now.intentRef !== unknownRef))
    return false;
  await store.move(tx, payment.id, {
    status: 'canceled',
    declineMessage: null,
    reviewReason: 'unknown to the processor',
    received: zero,
    now: clock.now(),
  });
  if (unknownRef === null) return true;
  await alarms.raise(
    tx,
    log,
    'unknown_intent',
    unknownRef,
    `The processor has no record of the payment of order ${payment.orderId}. Check that the API keys are for the right account`,
  );
  return true;
}

/** Cancels a payment that its order no longer needs, so that it cannot be paid. */
export async function cancelLeftover(deps: Deps, paymentId: string): Promise<void> {
  const payment = await store.find(deps.db, paymentId);
  if (payment === null || isFinal(payment.status)) return;
  const intentRef = payment.intentRef ?? (await find(deps, payment))?.intentRef ?? null;
  const remote = intentRef === null ? null : await deps.gateway.cancelPayment(intentRef);
  if (remote !== null) return void (await applyIntentState(deps, remote));
  const isGivenUp = await deps.db.transaction().execute((tx) => cancelUnknown(tx, deps, payment, intentRef));
  // It was opened or paid in the meantime. A reference is written once and a final state stays, so this
  // recursion ends.
  if (!isGivenUp) await cancelLeftover(deps, paymentId);
}

/**
 * Receives a webhook. Only its signature is trusted, and the event is stored before the response. Throws
 * `webhook_refused` for a forged, stale, or altered one.
 */
export async function receiveWebhook(deps: Deps, rawBody: string, signature: string | null): Promise<void> {
  const { db, gateway, jobs, metrics } = deps;
  const event = gateway.readWebhook(rawBody, signature);
  if (event === null) throw new DomainError('webhook_refused');
  const success = event.attempt?.outcome === 'succeeded' ? event.attempt : null;
  const settled = success === null ? null : await settledNow(deps, event.objectRef);
  if (success !== null && settled !== null) {
    const payment = { paymentId: settled.id, attempt: success };
    if (await inbox.receiveSettled(db, event, rawBody, payment)) return metrics?.webhookReceived(true);
  }
  const inboxState =
    event.about === 'other'
      ? await inbox.receiveEvent(db, event, rawBody)
      : await db.transaction().execute(async (tx) => {
          const received = await inbox.receiveEvent(tx, event, rawBody);
          if (received === 'to_do') await jobs.enqueue(tx, 'settle-webhook', { eventId: event.eventId });
          return received;
        });
  if (inboxState === 'nothing_to_do') await noteAttempt(deps, event.objectRef, event.attempt);
  metrics?.webhookReceived(inboxState !== 'known');
}

/**
 * The maximum number of webhooks handled before the response; more wait in the queue, which uses no customer
 * connection.
 */
const concurrency = 8;
/** The processor is waiting for the response. Slower events are stored and handled by a job. */
const followedWithinMs = 1_000;
const following = new WeakMap<Database, number>();

/**
 * Most webhooks report a payment that has just succeeded. Handled before the response, such an event is
 * stored as done, without a job. Returns null when that takes too long, or the payment is not ours.
 */
async function settledNow(deps: Deps, intentRef: string): Promise<store.Payment | null> {
  const { db } = deps;
  const others = following.get(db) ?? 0;
  if (others >= concurrency) return null;
  following.set(db, others + 1);
  const looked = store.findWithOrder(db, intentRef).then(async (found) => {
    if (found === null) return null;
    const { payment, order } = found;
    return payment.status === 'succeeded' || (await applyIntent(deps, intentRef, order)) === 'succeeded'
      ? payment
      : null;
  });
  const outcome = looked
    .catch((error: unknown) => {
      deps.log.warn({ err: error, intentRef }, 'a reported payment could not be updated');
      return null;
    })
    .finally(() => following.set(db, (following.get(db) ?? 1) - 1));
  return within(followedWithinMs, outcome, () => null);
}

/** Handles one stored event. Done events, unknown kinds and foreign payments change nothing. */
export async function handleWebhook(deps: Deps, eventId: string): Promise<void> {
  const event = await inbox.findEvent(deps.db, eventId);
  if (!event || event.done_at !== null) return;
  try {
    // The buyer's return is often faster than the webhook; a payment that has succeeded never changes.
    if (event.about === 'payment' && event.payment_status !== 'succeeded')
      await applyIntent(deps, event.object_ref);
    if (event.about === 'payment' && event.payload !== '')
      await noteAttempt(deps, event.object_ref, deps.gateway.readAttempt(event.payload), paymentOf(event));
    if (event.about === 'refund') await applyRefund(deps, event.object_ref);
    if (event.about === 'dispute') await applyDispute(deps, event.object_ref);
    if (event.about === 'setup') await applySetup(deps, event.object_ref);
    if (event.about === 'subscription') await deps.settlement.follow.subscription(deps, event.object_ref);
    if (event.about === 'invoice')
      for (const follow of deps.settlement.follow.invoice) await follow(deps, event.object_ref);
  } catch (error) {
    await inbox.failEvent(deps.db, eventId, error instanceof Error ? error.message : String(error));
    throw error;
  }
  await inbox.finishEvent(deps.db, eventId);
  deps.metrics?.webhookHandled((Date.now() - event.received_at.getTime()) / 1_000);
}

/** Records the decline of this attempt; the intent only shows the latest one. */
async function noteAttempt(
  deps: Deps,
  intentRef: string,
  attempt: PaymentAttempt | null,
  paymentIds: PaymentIds | null = null,
): Promise<void> {
  if (attempt === null) return;
  const payment = paymentIds ?? (await store.findByIntent(deps.db, intentRef));
  if (payment !== null) await recordAttempt(deps.db, deps, payment, attempt);
}

/** The immutable fields of a payment. */
type PaymentIds = Pick<store.Payment, 'id' | 'orderId'>;

/** Null when the payment did not have its reference yet when the event was read. */
const paymentOf = ({
  payment_id: id,
  payment_order_id: orderId,
}: {
  payment_id: string | null;
  payment_order_id: string | null;
}) => (id === null || orderId === null ? null : { id, orderId });
