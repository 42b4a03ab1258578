/**
 * Subscription renewals whose events arrive in any order, repeatedly, and at any process, while failed ones
 * are paid at the processor. The sandbox has one clock, so a batch goes through its months together: all buy,
 * a month passes, all events are delivered.
 */
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { anEmptyLedger, type Ledger } from './ledger.ts';
import { type Random, random } from './random.ts';
import * as shopper from './shopper.ts';
import type { World } from './world.ts';

const goodCard = '4242424242424242';
const months = 2;
const startedWithinMs = 30_000;

type Life = { ref: string; chance: Random };

export async function renewals(
  world: World,
  { seed, from, count, concurrency }: { seed: number; from: number; count: number; concurrency: number },
): Promise<Ledger> {
  const ledger = anEmptyLedger();
  const chances = Array.from({ length: count }, (_, index) =>
    random(seed)
      .fork('renewals')
      .fork(from + index),
  );
  const subscribers: Life[] = [];
  await each(chances, concurrency, async (chance) => {
    const ref = await sold(world, ledger, chance);
    if (ref !== null) subscribers.push({ ref, chance });
  });
  for (let month = 0; month < months; month += 1) {
    const since = await clockOf(world);
    await each(subscribers, concurrency, ({ ref, chance }) =>
      changeCard(world, ref, chance.chance(0.3) ? 'pm_card_chargeCustomerFail' : 'pm_card_visa'),
    );
    await world.processor.control('POST', '/control/clock', { advance_days: 32 });
    await each(subscribers, concurrency, (life) => recoverRenewal(world, life));
    const news = await newsSince(world, since);
    await each(subscribers, concurrency, ({ ref, chance }) =>
      deliver(world, ledger, chance, news.get(ref) ?? []),
    );
  }
  return ledger;
}

/** Processes all items, `concurrency` at a time. */
async function each<T>(
  all: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = [...all];
  const worker = async (): Promise<void> => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** A guest buys and pays. Returns the processor's id of the subscription once the shop has started it. */
async function sold(world: World, ledger: Ledger, chance: Random): Promise<string | null> {
  const options = { productIds: [chance.pick(['us-business-address', 'us-phone-number', 'bookkeeping'])] };
  const offer = await shopper.purchase(
    world,
    ledger,
    options,
    `chaos-${crypto.randomUUID()}`,
    shopper.pickCircumstances(world, chance),
  );
  const intentRef = shopper.isOffer(offer) ? shopper.intentOf(offer) : null;
  if (!shopper.isOffer(offer) || intentRef === null) return null;
  await shopper.confirm(world, ledger, intentRef, goodCard);
  await shopper.readStatus(world, ledger, offer.orderId, shopper.pickCircumstances(world, chance));
  const started = async () =>
    (
      await sql<{ ref: string }>`
        select subscription_ref as ref from subscription where order_id = ${offer.orderId} and status = 'active' and subscription_ref is not null`.execute(
        world.db,
      )
    ).rows[0]?.ref;
  return until('the subscription is started', started, startedWithinMs);
}

async function changeCard({ processor: { stripe } }: World, ref: string, card: string): Promise<void> {
  const { customer, status } = await stripe.subscriptions.retrieve(ref);
  if (status === 'canceled') return;
  const { id } = await stripe.paymentMethods.attach(card, { customer: String(customer) });
  await stripe.subscriptions.update(ref, { default_payment_method: id });
}

/** A failed renewal is paid later, written off, or left as it is. Some subscriptions end at the processor. */
async function recoverRenewal(world: World, { ref, chance }: Life): Promise<void> {
  const { stripe } = world.processor;
  const open = (await stripe.invoices.list({ subscription: ref, status: 'open' })).data;
  const outcome = chance.int(3);
  for (const { id } of open) {
    if (outcome === 2) await stripe.invoices.voidInvoice(id);
    if (outcome !== 1) continue;
    await changeCard(world, ref, 'pm_card_visa');
    // The card of a canceled subscription is still the refused one.
    await stripe.invoices.pay(id).catch((error: { type?: string }) => {
      if (error.type !== 'StripeCardError') throw error;
    });
  }
  if (chance.chance(0.1)) await stripe.subscriptions.cancel(ref).catch(() => undefined);
}

const clockOf = async ({ processor }: World): Promise<number> =>
  (await processor.stripe.events.list({ limit: 1 })).data[0]?.created ?? 0;

const deliveredTypes =
  /^(customer\.subscription\.(created|updated|deleted)|invoice\.(created|finalized|paid|payment_failed|voided))$/;

/** The processor's events since then, by subscription. */
async function newsSince({ processor }: World, seconds: number): Promise<Map<string, Stripe.Event[]>> {
  const news = new Map<string, Stripe.Event[]>();
  for await (const event of processor.stripe.events.list({ limit: 100, created: { gte: seconds } })) {
    const object = event.data.object as Stripe.Invoice | Stripe.Subscription;
    const about = object.object === 'invoice' ? object.parent?.subscription_details?.subscription : object.id;
    if (deliveredTypes.test(event.type) && typeof about === 'string')
      news.set(about, [...(news.get(about) ?? []), event]);
  }
  return news;
}

/**
 * Delivers each event one to three times, and some never. The sweep finds the missing ones in the processor's
 * event list.
 */
async function deliver(world: World, ledger: Ledger, chance: Random, events: Stripe.Event[]): Promise<void> {
  const copies = events.flatMap((event) =>
    chance.chance(0.1) ? [] : Array.from({ length: chance.between(1, 3) }, () => event),
  );
  const queue = chance.shuffle(copies);
  const listener = async (listenerChance: Random): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      await shopper.deliver(world, ledger, next, shopper.pickCircumstances(world, listenerChance, 0.1));
  };
  await Promise.all(['one', 'two', 'three'].map((name) => listener(chance.fork(name))));
}
