/**
 * A subscription that was bought and started, and helpers that move the clocks of the shop and the processor
 * together.
 */
import type { Answer } from '#contract/endpoint.ts';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { startAtProcessor } from '#modules/subscriptions/start.ts';
import { find, type Subscription } from '#modules/subscriptions/store.ts';
import { sweepSubscriptions } from '#modules/subscriptions/sweep.ts';
import type Stripe from 'stripe';
import { buy, buyAs, cards, confirm, intentOf, statusOf } from './buyer.ts';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';
import { stripeOf } from '#test/webhooks.ts';

export const monthly = 'us-business-address';
export const yearly = 'registered-agent';

const dayMs = 86_400_000;

export type Bought = { orderId: string; id: string };

/**
 * Buys a subscription with a new card, as a guest or a customer, and waits for the payment. The shop's jobs
 * start the subscription later.
 */
export async function buySubscription(
  shop: Shop,
  {
    customer,
    productId = monthly,
    card = cards.good,
    email = `${freshId('usr').slice(4, 12).toLowerCase()}@example.com`,
  }: { customer?: Customer; productId?: string; card?: string; email?: string } = {},
): Promise<Bought> {
  const productIds = [productId];
  const billing = {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email,
    country: 'GH',
    phone: '+233 20 123 4567',
    addressLine1: '12 Ring Road',
  };
  const answer = customer
    ? await buyAs(customer, { productIds })
    : await buy(shop, { productIds, billingDetails: billing });
  await confirm(shop, intentOf(answer), card, 'pass');
  if ((await statusOf(shop, answer.orderId)).status !== 'paid')
    throw new Error('the subscription was not paid');
  const row = await shop.db
    .selectFrom('subscription')
    .select('id')
    .where('order_id', '=', answer.orderId)
    .executeTakeFirstOrThrow();
  return { orderId: answer.orderId, id: row.id };
}

export async function read(shop: Pick<Shop, 'db'>, { id }: { id: string }): Promise<Subscription> {
  const subscription = await find(shop.db, id);
  if (subscription === null) throw new Error(`subscription ${id} is not there`);
  return subscription;
}

/** Starts the subscription at the processor now, as the job does. */
export async function startSubscription(shop: Shop, bought: { id: string }): Promise<Subscription> {
  await startAtProcessor(shop.deps, bought.id);
  return read(shop, bought);
}

/**
 * Moves the processor's clock and then the shop's, with everything that falls due in between. Then runs the
 * shop's subscription sweep.
 */
export async function passDays(shop: Shop, days: number): Promise<void> {
  const { now } = (await shop.control('POST', '/control/clock', {
    advance_seconds: Math.round(days * 86_400),
  })) as { now: number };
  // The clocks must agree. If the shop were ahead, it would request a first renewal too far in the future.
  shop.travel(now * 1_000 - shop.deps.clock.now().getTime());
  await sweepSubscriptions(shop.deps);
}

/**
 * Moves both clocks to about two hours after the end of the paid period: the renewal is drafted, finalized,
 * and charged.
 */
export async function passPeriod(shop: Shop, bought: { id: string }): Promise<Subscription> {
  const { paidUntil } = await read(shop, bought);
  const days = (paidUntil.getTime() - shop.deps.clock.now().getTime()) / dayMs + 2 / 24;
  await passDays(shop, Math.max(0, days));
  return read(shop, bought);
}

/** Returns the processor's subscriptions for one of our subscriptions. */
export async function atProcessor(shop: Shop, { id }: { id: string }): Promise<Stripe.Subscription[]> {
  const all = await stripeOf(shop)
    .subscriptions.list({ status: 'all', limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  return all.filter(({ metadata }) => metadata.subscription_id === id);
}

export async function emails(
  shop: Shop,
  { orderId }: { orderId: string },
): Promise<{ kind: string; subject: string; text: string }[]> {
  return shop.db
    .selectFrom('mail')
    .select(['kind', 'subject', 'text'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export type Listed = Answer<typeof contract.listSubscriptions>[number];

export async function listed({ call }: Pick<Customer, 'call'>, { id }: { id: string }): Promise<Listed> {
  const found = (await call(contract.listSubscriptions, { query: {} })).find(
    (subscription) => subscription.id === id,
  );
  if (found === undefined) throw new Error(`subscription ${id} is not listed`);
  return found;
}
