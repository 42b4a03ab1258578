/** Talking to the processor about one payment row, and receiving what it says. No transaction is open while we talk. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import * as orders from '#modules/orders/store.ts';
import type { Deps } from '#platform/deps.ts';
import { GatewayUnavailable, type ProcessorPayment } from '#ports/payment-gateway.ts';
import { applyIntent, type Settlement } from './apply-intent.ts';
import { applyDispute, applyRefund } from './apply-refund.ts';
import * as inbox from './inbox-store.ts';
import { isFinal } from './rules.ts';
import * as store from './store.ts';

/**
 * The processor's side of our payment, created if it is not there yet. Safe to repeat and to run in parallel: the call is keyed by our row.
 * Throws `GatewayUnavailable` when nobody knows; the row stays as it is and a repeat continues.
 */
export async function openAtProcessor(deps: Deps, payment: store.Payment): Promise<ProcessorPayment> {
  if (payment.intentRef !== null) {
    const known = await deps.gateway.readPayment(payment.intentRef);
    if (known === null) throw new GatewayUnavailable(`the processor does not know ${payment.id} any more`);
    return known;
  }
  const opened = await deps.gateway.createPayment(payment.request).catch((error: unknown) => recoverReplayed(deps, payment, error));
  if (opened.paymentId === payment.id) await store.attach(deps.db, payment.id, opened.intentRef);
  return opened;
}

/**
 * A processor keeps a stored failure under our key for a day, so the key is dead (situation 11). First prove that no payment exists,
 * then go on with a new row under a new key. Any other failure is passed on.
 */
async function recoverReplayed(deps: Deps, payment: store.Payment, error: unknown): Promise<ProcessorPayment> {
  if (!(error instanceof GatewayUnavailable) || !error.replayed) throw error;
  const found = await deps.gateway.findPayment(payment.id, payment.createdAt);
  if (found !== null) return found;
  const replacement = await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, payment.orderId);
    const locked = await store.lock(tx, payment.id);
    if (locked === null || locked.status !== 'creating') return store.findOpenOfOrder(tx, payment.orderId);
    const now = deps.clock.now();
    await store.move(tx, payment.id, { status: 'canceled', declineMessage: null, reviewReason: 'the processor repeated a stored failure', now });
    return store.insert(tx, { ...payment.request, paymentId: freshId('pay') }, now);
  });
  if (replacement === null) throw error;
  const opened = await deps.gateway.createPayment(replacement.request);
  await store.attach(deps.db, replacement.id, opened.intentRef);
  return opened;
}

/**
 * Takes a webhook in: nothing but the signature is believed, and nothing is answered before the event is stored.
 * Throws `webhook_refused` for a forged, stale, or altered one.
 */
export async function receiveWebhook({ db, gateway, jobs, metrics }: Deps, rawBody: string, signature: string | null): Promise<void> {
  const event = gateway.readWebhook(rawBody, signature);
  if (event === null) throw new DomainError('webhook_refused');
  const isNew = await db.transaction().execute(async (tx) => {
    const received = await inbox.receiveEvent(tx, event, rawBody);
    if (received) await jobs.enqueue(tx, 'settle-webhook', { eventId: event.eventId });
    return received;
  });
  metrics?.webhookReceived(isNew);
}

/** Handles one stored event. Done events, unknown kinds and foreign payments change nothing. */
export async function handleWebhook(deps: Deps, settle: Settlement, eventId: string): Promise<void> {
  const event = await inbox.findEvent(deps.db, eventId);
  if (!event || event.done_at !== null) return;
  try {
    if (event.about === 'refund' || event.about === 'dispute') await catchUp(deps, settle, event.intent_ref);
    if (event.about === 'payment') await applyIntent(deps, settle, event.object_ref);
    if (event.about === 'refund') await applyRefund(deps, event.object_ref);
    if (event.about === 'dispute') await applyDispute(deps, event.object_ref);
  } catch (error) {
    await inbox.failEvent(deps.db, eventId, error instanceof Error ? error.message : String(error));
    throw error;
  }
  await inbox.finishEvent(deps.db, eventId);
  deps.metrics?.webhookHandled((Date.now() - event.received_at.getTime()) / 1_000);
}

/** News of a refund or a dispute may overtake the news that the payment was made: then the payment is looked at first. */
async function catchUp(deps: Deps, settle: Settlement, intentRef: string | null): Promise<void> {
  if (intentRef === null) return;
  const known = await store.findByIntent(deps.db, intentRef);
  if (known === null || !isFinal(known.status)) await applyIntent(deps, settle, intentRef);
}
