/**
 * Renewal events in any order, duplicated, late, forged, and before our row has its reference at the
 * processor. The result always matches the processor's records, exactly once.
 */
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { handleWebhook, receiveWebhook } from '#modules/payments/service.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { amount } from '#test/amount.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { freshSeed, random, type Random } from '#test/chaos/random.ts';
import { sign, stripeOf } from '#test/webhooks.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applySubscription } from './follow.ts';
import { startAtProcessor } from './start.ts';
import * as store from './store.ts';
import { sweepSubscriptions } from './sweep.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const monthlyProducts = ['us-business-address', 'us-phone-number', 'bookkeeping'];
const concurrency = amount(4, 30);

type Subject = { id: string; ref: string };

/** Started at the processor with a lost response: our rows exist without its reference. */
async function startWithLostResponse(orderIds: string[]): Promise<Subject[]> {
  const rows = await shop.db
    .selectFrom('subscription')
    .select('id')
    .where('order_id', 'in', orderIds)
    .execute();
  const losingResponses = {
    ...shop.deps.gateway,
    startSubscription: async (request: Parameters<typeof shop.deps.gateway.startSubscription>[0]) => {
      await shop.deps.gateway.startSubscription(request);
      throw new GatewayUnavailable('the answer was lost', { trouble: 'reset' });
    },
  };
  for (const { id } of rows)
    await startAtProcessor({ ...shop.deps, gateway: losingResponses }, id).catch(() => undefined);
  const remote = await stripeOf(shop).subscriptions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  return rows.map(({ id }) => ({
    id,
    ref: remote.find(({ metadata }) => metadata.subscription_id === id)?.id ?? '',
  }));
}

async function buyThree(): Promise<string> {
  const answer = await buy(shop, { productIds: monthlyProducts });
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return answer.orderId;
}

/** Two periods; some first renewals fail, and are paid later or never. */
async function liveOn(subjects: Subject[], chance: Random): Promise<void> {
  const stripe = stripeOf(shop);
  for (const { ref } of subjects) {
    if (!chance.chance(0.4)) continue;
    const customer = String((await stripe.subscriptions.retrieve(ref)).customer);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.subscriptions.update(ref, { default_payment_method: bad.id });
  }
  await shop.control('POST', '/control/clock', { advance_days: 32 });
  for (const { ref } of subjects) {
    const open = (await stripe.invoices.list({ subscription: ref, status: 'open' })).data;
    const outcome = chance.int(3);
    if (outcome === 0) continue;
    for (const { id, customer } of open) {
      if (outcome === 2) await stripe.invoices.voidInvoice(id);
      else {
        const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
        await stripe.subscriptions.update(ref, { default_payment_method: good.id });
        await stripe.invoices.pay(id);
      }
    }
    if (chance.chance(0.15)) await stripe.subscriptions.cancel(ref);
  }
  await shop.control('POST', '/control/clock', { advance_days: 31 });
  shop.travel(63 * 86_400_000);
}

const eventTypes =
  /^(customer\.subscription\.(created|updated|deleted)|invoice\.(created|finalized|paid|payment_failed|voided))$/;

async function eventsSince(seconds: number, refs: string[]): Promise<Stripe.Event[]> {
  const events = await stripeOf(shop)
    .events.list({ limit: 100, created: { gte: seconds } })
    .autoPagingToArray({ limit: 10_000 });
  return events.filter((event) => eventTypes.test(event.type) && refs.includes(subjectOf(event)));
}

function subjectOf({ data: { object } }: Stripe.Event): string {
  const invoice = object as Stripe.Invoice;
  return object.object === 'invoice'
    ? String(invoice.parent?.subscription_details?.subscription)
    : ((object as { id?: string }).id ?? '');
}

/** Stores and handles an event, as its job would. A forged one is rejected and changes nothing. */
async function deliver(event: Stripe.Event, isForged: boolean): Promise<void> {
  const payload = JSON.stringify(event);
  const secret = isForged ? 'whsec_of_somebody_else' : shop.webhookSecret;
  await receiveWebhook(shop.deps, payload, sign(payload, secret)).catch((error: unknown) => {
    if (!isForged) throw error;
  });
  await handleWebhook(shop.deps, event.id);
}

async function deliverAll(events: Stripe.Event[], chance: Random): Promise<void> {
  const queue = chance.shuffle(
    events.flatMap(
      (event) =>
        [
          ...Array(1 + chance.int(3)).fill(event),
          ...(chance.chance(0.1) ? [null] : []),
        ] as (Stripe.Event | null)[],
    ),
  );
  const forgery = events[0];
  const listener = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (next !== null) await deliver(next, false);
      else if (forgery !== undefined) await deliver({ ...forgery, id: `evt_forged_${queue.length}` }, true);
    }
  };
  await Promise.all([listener(), listener(), listener()]);
}

/** The processor's state of each, converted to ours. */
async function expected({ ref }: Subject): Promise<object> {
  const stripe = stripeOf(shop);
  const [remote, invoices] = [
    await stripe.subscriptions.retrieve(ref),
    (await stripe.invoices.list({ subscription: ref, limit: 100 })).data,
  ];
  const paid = invoices
    .filter(({ status }) => status === 'paid')
    .map(({ lines }) => lines.data[0]?.period.start);
  const isOver = remote.status === 'canceled';
  const failed = invoices.some(({ status, attempted }) => status === 'open' && attempted);
  return {
    status: isOver ? 'ended' : failed ? 'past_due' : 'active',
    paid: paid.toSorted(),
    receipts: paid.length,
  };
}

async function actual({ id }: Subject): Promise<object> {
  const subscription = await store.find(shop.db, id);
  const invoices = await shop.db
    .selectFrom('invoice')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('status', '=', 'paid')
    .execute();
  const receipts = await shop.db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', 'renewal_receipt')
    .where('order_id', '=', subscription?.orderId ?? '')
    .where('subject', 'like', `%${subscription?.name}%`)
    .execute();
  const paid = invoices.map(({ period_start: from }) => (from?.getTime() ?? 0) / 1_000);
  return { status: subscription?.status, paid: paid.toSorted(), receipts: receipts.length };
}

/** The clock moves two months per batch, so active subscriptions would renew in all later batches. */
async function endAll(subjects: Subject[]): Promise<void> {
  const stripe = stripeOf(shop);
  for (const { ref } of subjects) {
    if ((await stripe.subscriptions.retrieve(ref)).status !== 'canceled')
      await stripe.subscriptions.cancel(ref);
    await applySubscription(shop.deps, ref);
  }
}

test("reach the processor's state for any order of its reports", async () => {
  const seed = freshSeed();
  for (let batch = 0; batch < amount(1, 34); batch += 1) {
    const chance = random(seed).fork(batch);
    const since = Math.floor(((await shop.control('GET', '/control/clock')) as { now: number }).now);
    const orderIds: string[] = [];
    while (orderIds.length < concurrency / monthlyProducts.length)
      orderIds.push(...(await Promise.all([buyThree(), buyThree()])));
    const subjects = await startWithLostResponse(orderIds);
    await liveOn(subjects, chance);
    const events = await eventsSince(
      since,
      subjects.map(({ ref }) => ref),
    );
    const delayedRefs = new Set(subjects.filter(() => chance.chance(0.4)).map(({ ref }) => ref));
    const lost = events.filter((event) => delayedRefs.has(subjectOf(event)) && chance.chance(0.6));
    await deliverAll(
      events.filter((event) => !lost.includes(event)),
      chance,
    );
    for (const subject of subjects)
      if (!delayedRefs.has(subject.ref))
        expect(await actual(subject), `seed ${seed}, batch ${batch}, ${subject.id}`).toEqual(
          await expected(subject),
        );
    await sweepSubscriptions(shop.deps);
    await deliverAll(lost, chance);
    for (const subject of subjects)
      expect(await actual(subject), `seed ${seed}, batch ${batch}, ${subject.id}, late`).toEqual(
        await expected(subject),
      );
    await endAll(subjects);
  }
  expect(await checkInvariants(shop.db)).toEqual([]);
}, 3_600_000);
