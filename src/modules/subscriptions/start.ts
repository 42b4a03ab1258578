/**
 * Starting a subscription at the processor, exactly once whatever dies on the way: customer, card, what is sold, subscription. Each step is
 * written down before the next one is asked for, and each may be repeated. Nothing is charged before the paid period is over.
 */
import * as alarms from '#modules/payments/alarms.ts';
import { isAdopted } from '#modules/orders/adopted-store.ts';
import * as orders from '#modules/orders/store.ts';
import * as payments from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
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

/** The job, and what the sweep repeats. One that has been started is left alone. */
export async function startAtProcessor(deps: Deps, subscriptionId: string): Promise<void> {
  const subscription = await store.find(deps.db, subscriptionId);
  if (subscription?.status !== 'starting') return;
  try {
    const startedBefore = (await isAdopted(deps.db, subscription.orderId)) ? await findOfLostShop(deps, subscription) : null;
    if (startedBefore !== null) return await takeOver(deps, subscription, startedBefore);
    const started = await startOrFind(deps, await withRequest(deps, subscription));
    if (started === null) return giveUp(deps, subscription);
    await applySubscription(deps, started.subscriptionRef);
  } catch (error) {
    // In the first hour the job tries again; after that the sweep does, and a person looks. What is paid lasts until its end.
    if (!(error instanceof GatewayRefused)) throw error;
    const now = deps.clock.now();
    if (now.getTime() - subscription.startedAt.getTime() < quietForMs) throw error;
    const detail = `Subscription ${subscriptionId} cannot be started: ${error.message}`;
    await alarms.raise(deps.db, deps.log, 'subscription_stuck', subscriptionId, detail);
    if (now >= subscription.firstRenewalAt) await giveUp(deps, subscription);
  }
}

/** The order was rebuilt after its database was lost: what it had started goes on over there, under the same id. */
async function findOfLostShop(deps: Deps, { id, orderId }: store.Subscription): Promise<ProcessorSubscription | null> {
  const { gateway, shopId } = deps;
  for await (const theirs of gateway.listSubscriptions()) if (theirs.subscriptionId === id && theirs.shopId === shopId) return theirs;
  // One that is over is listed with its customer only.
  const paid = await firstPayment(deps, orderId);
  return paid?.customerRef ? gateway.findSubscription({ subscriptionId: id, customerRef: paid.customerRef }) : null;
}

async function firstPayment({ db, gateway }: Deps, orderId: string): Promise<ProcessorPayment | null> {
  const payment = await payments.findPaidOfOrder(db, orderId);
  return payment?.intentRef ? gateway.readPayment(payment.intentRef) : null;
}

/** With the period that was paid, and the card that is charged; from then on it is followed like any other. */
async function takeOver(deps: Deps, { id, orderId, period, startedAt }: store.Subscription, theirs: ProcessorSubscription): Promise<void> {
  const { customerRef, cardRef } = theirs;
  const paid = await firstPayment(deps, orderId);
  const card = theirs.isOver || cardRef === null ? null : await deps.gateway.attachCard(customerRef, cardRef);
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    if ((await store.lock(tx, id))?.status !== 'starting') return;
    await store.change(tx, id, {
      customerRef,
      ...(card === null ? {} : { card: asStored(card) }),
      firstPeriod: firstPeriod(paid?.attempt?.at ?? startedAt, period),
    });
  });
  await applySubscription(deps, theirs.subscriptionRef);
}

const asStored = ({ cardRef: ref, brand, last4, expMonth, expYear }: SavedCard) => ({ ref, brand, last4, expMonth, expYear });

/** With everything that the processor will be asked for, frozen in its row. */
async function withRequest(deps: Deps, subscription: store.Subscription): Promise<store.Subscription> {
  if (subscription.request !== null) return subscription;
  const { gateway, shopId, clock } = deps;
  const { id, orderId, productId, name, price, period, startedAt } = subscription;
  const paid = await firstPayment(deps, orderId);
  if (paid?.cardRef == null) throw new GatewayRefused('card_unknown', 'the first payment names no card');
  const customerRef = await customerFor(deps, subscription, paid.customerRef);
  const card = await gateway.attachCard(customerRef, paid.cardRef);
  const productRef = await gateway.ensureProduct({ shopId, productId, name });
  // By the clock of the processor: by ours, the first renewal could be too far off for it, or, told as a day, be this very moment.
  const first = firstPeriod(paid.attempt?.at ?? startedAt, period);
  const request: SubscriptionRequest = {
    subscriptionId: id,
    shopId,
    customerRef,
    cardRef: card.cardRef,
    productRef,
    price,
    period,
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

/** Null: the first renewal should have been charged by now, and it is proven that nothing was started. */
async function startOrFind(deps: Deps, subscription: store.Subscription): Promise<ProcessorSubscription | null> {
  const { gateway, clock } = deps;
  const { request, keyedAt, keyGeneration } = subscription;
  if (request === null || keyedAt === null) throw new GatewayUnavailable(`subscription ${subscription.id} is not there any more`);
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
  if (started === null) throw new GatewayUnavailable('somebody else is starting the same subscription');
  return started;
}

/** Null: somebody else has renewed it meanwhile. */
const renewKey = ({ db, clock }: Deps, { id, keyGeneration, request }: store.Subscription): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const locked = await store.lock(tx, id);
    if (locked?.keyGeneration !== keyGeneration || request === null) return null;
    await store.change(tx, id, { request: { sent: request, generation: keyGeneration + 1, keyedAt: clock.now() } });
    return keyGeneration + 1;
  });

/** It was never started, so nobody is charged: it ends with what is paid, and its owner hears of it. */
const giveUp = (deps: Deps, { id, orderId }: store.Subscription): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, orderId);
    const locked = await store.lock(tx, id);
    if (locked?.status === 'starting') await endNow(tx, deps, locked, 'not_renewed');
  });
