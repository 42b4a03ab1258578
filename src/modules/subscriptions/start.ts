/**
 * Starts a subscription at the processor exactly once, despite crashes: customer, card, product,
 * subscription. Each step is stored before the next is requested, and each is safe to repeat. Nothing is
 * charged before the paid period is over.
 */
import { onlyAgreed } from '#kernel/renewal-offer.ts';
import * as alarms from '#modules/alarms/service.ts';
import { isAdopted } from '#modules/orders/rebuilt-orders-store.ts';
import * as orders from '#modules/orders/store.ts';
import * as payments from '#modules/payments/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import type { SavedCard } from '#ports/card-wallet.ts';
import { GatewayRefused, GatewayUnavailable, type ProcessorPayment } from '#ports/payment-gateway.ts';
import type { ProcessorSubscription, SubscriptionRequest } from '#ports/subscription-billing.ts';
import { endNow } from './ending.ts';
import { applySubscription } from './follow.ts';
import { customerFor } from './payer.ts';
import { firstPeriod, isClipped } from './rules.ts';
import * as store from './store.ts';

const quietForMs = 3_600_000;

/** The job, also run by the sweep. Skips a subscription that has been started. */
export async function startAtProcessor(deps: Deps, subscriptionId: string): Promise<void> {
  const subscription = await store.find(deps.db, subscriptionId);
  if (subscription?.status !== 'starting') return;
  try {
    const startedBefore = (await isAdopted(deps.db, subscription.orderId))
      ? await findOfLostShop(deps, subscription)
      : null;
    if (startedBefore !== null) return await adoptStarted(deps, subscription, startedBefore);
    const started = await startOrFind(deps, await withRequest(deps, subscription));
    if (started === null) return abandonStart(deps, subscription);
    await applySubscription(deps, started.subscriptionRef);
  } catch (error) {
    // The job retries for the first hour; after that the sweep retries, and an alarm is raised. The paid
    // period is unaffected.
    if (!(error instanceof GatewayRefused)) throw error;
    const now = deps.clock.now();
    if (now.getTime() - subscription.startedAt.getTime() < quietForMs) throw error;
    const detail = `Subscription ${subscriptionId} cannot be started: ${error.message}`;
    await alarms.raise(deps.db, deps.log, 'subscription_stuck', subscriptionId, detail);
    if (now >= subscription.firstRenewalAt) await abandonStart(deps, subscription);
  }
}

/**
 * The order was rebuilt after its database was lost: its subscription continues at the processor under the
 * same ID.
 */
async function findOfLostShop(
  deps: Deps,
  { id, orderId }: store.Subscription,
): Promise<ProcessorSubscription | null> {
  const { gateway, shopId } = deps;
  for await (const remote of gateway.listSubscriptions())
    if (remote.subscriptionId === id && remote.shopId === shopId) return remote;
  // An ended subscription is only listed with its customer.
  const paid = await firstPayment(deps, orderId);
  return paid?.customerRef
    ? gateway.findSubscription({ subscriptionId: id, customerRef: paid.customerRef })
    : null;
}

async function firstPayment({ db, gateway }: Deps, orderId: string): Promise<ProcessorPayment | null> {
  const payment = await payments.findPaidOfOrder(db, orderId);
  return payment?.intentRef ? gateway.readPayment(payment.intentRef) : null;
}

/** Stores the paid period and the charged card; from then on it is synced like any other. */
async function adoptStarted(
  deps: Deps,
  subscription: store.Subscription,
  remote: ProcessorSubscription,
): Promise<void> {
  const { id, orderId, startedAt } = subscription;
  const { customerRef, cardRef } = remote;
  const paid = await firstPayment(deps, orderId);
  const card =
    remote.hasEnded || cardRef === null ? null : await deps.gateway.attachCard(customerRef, cardRef);
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    if ((await store.lock(tx, id))?.status !== 'starting') return;
    await store.change(tx, id, {
      customerRef,
      ...(card === null ? {} : { card: asStored(card) }),
      firstPeriod: firstPeriod(paid?.attempt?.at ?? startedAt, subscription),
    });
  });
  await applySubscription(deps, remote.subscriptionRef);
}

const asStored = ({ cardRef: ref, brand, last4, expMonth, expYear }: SavedCard) => ({
  ref,
  brand,
  last4,
  expMonth,
  expYear,
});

/** Freezes in the row everything that will be sent to the processor. */
async function withRequest(deps: Deps, subscription: store.Subscription): Promise<store.Subscription> {
  if (subscription.request !== null) return subscription;
  const { gateway, shopId, clock } = deps;
  const { id, orderId, productId, name, startedAt } = subscription;
  const paid = await firstPayment(deps, orderId);
  if (paid?.cardRef == null) throw new GatewayRefused('card_unknown', 'the first payment names no card');
  const customerRef = await customerFor(deps, subscription, paid.customerRef);
  const card = await gateway.attachCard(customerRef, paid.cardRef);
  const productRef = await gateway.ensureProduct({ shopId, productId, name });
  // Uses the processor's clock. By ours, the first renewal could be too far ahead for it. Given as a day, it
  // could be due immediately.
  const first = firstPeriod(paid.attempt?.at ?? startedAt, subscription);
  const request: SubscriptionRequest = {
    subscriptionId: id,
    shopId,
    customerRef,
    cardRef: card.cardRef,
    productRef,
    ...onlyAgreed(subscription),
    firstRenewal: first.to.getTime() / 1_000,
    dayOfMonth: isClipped(first) ? first.from.getUTCDate() : null,
  };
  return deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    const locked = await store.lock(tx, id);
    if (locked === null || locked.request !== null) return locked ?? subscription;
    const frozen = { sent: request, generation: locked.keyGeneration, keyedAt: clock.now() };
    await store.change(tx, id, { customerRef, card: asStored(card), request: frozen, firstPeriod: first });
    return (await store.find(tx, id)) ?? subscription;
  });
}

/** Null: the first renewal should have been charged by now, and nothing was started. */
async function startOrFind(
  deps: Deps,
  subscription: store.Subscription,
): Promise<ProcessorSubscription | null> {
  const { gateway, clock } = deps;
  const { request, keyedAt, keyGeneration } = subscription;
  if (request === null || keyedAt === null)
    throw new GatewayUnavailable(`subscription ${subscription.id} no longer exists`);
  const now = clock.now();
  const find = () => gateway.findSubscription(request);
  if (now >= subscription.firstRenewalAt) return find();
  const under = (generation: number) => () => gateway.startSubscription({ ...request, generation });
  const started = await callOnce({
    keyedAt,
    now,
    ask: under(keyGeneration),
    find,
    renew: async () => {
      const generation = await renewKey(deps, subscription);
      return generation === null ? null : under(generation);
    },
  });
  if (started === null) throw new GatewayUnavailable('another process is starting the same subscription');
  return started;
}

/** Null: a concurrent request renewed it. */
const renewKey = (
  { db, clock }: Deps,
  { id, keyGeneration, request }: store.Subscription,
): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const locked = await store.lock(tx, id);
    if (locked?.keyGeneration !== keyGeneration || request === null) return null;
    await store.change(tx, id, {
      request: { sent: request, generation: keyGeneration + 1, keyedAt: clock.now() },
    });
    return keyGeneration + 1;
  });

/** It was never started, so no one is charged: it ends with the paid period, and its owner is notified. */
const abandonStart = (deps: Deps, { id, orderId }: store.Subscription): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    const locked = await store.lock(tx, id);
    if (locked?.status === 'starting') await endNow(tx, deps, locked, 'not_renewed');
  });
