/** A subscription that was bought and started, and time that passes for the shop and its processor alike. */
import type { Answer } from '#contract/endpoint.ts';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { startAtProcessor } from '#modules/subscriptions/start.ts';
import { find, type Subscription } from '#modules/subscriptions/store.ts';
import { sweepSubscriptions } from '#modules/subscriptions/sweep.ts';
import type Stripe from 'stripe';
import { buy, buyAs, cards, confirm, intentOf, statusOf } from './a-buyer.ts';
import type { Customer } from './a-customer.ts';
import type { Shop } from './a-shop.ts';
import { stripeOf } from './webhooks.ts';

export const monthly = 'us-business-address';
export const yearly = 'registered-agent';

const dayMs = 86_400_000;

export type Bought = { orderId: string; id: string };

/** Bought with a new card, by a guest or by a customer, and settled. Whether it is started is up to the shop's jobs. */
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
  const billing = { firstName: 'Kofi', lastName: 'Mensah', email, country: 'GH', phone: '+233 20 123 4567', addressLine1: '12 Ring Road' };
  const answer = customer ? await buyAs(customer, { productIds }) : await buy(shop, { productIds, billingDetails: billing });
  await confirm(shop, intentOf(answer), card, 'pass');
  if ((await statusOf(shop, answer.orderId)).status !== 'paid') throw new Error('the subscription was not paid');
  const row = await shop.db.selectFrom('subscription').select('id').where('order_id', '=', answer.orderId).executeTakeFirstOrThrow();
  return { orderId: answer.orderId, id: row.id };
}

export async function read(shop: Pick<Shop, 'db'>, { id }: { id: string }): Promise<Subscription> {
  const subscription = await find(shop.db, id);
  if (subscription === null) throw new Error(`subscription ${id} is not there`);
  return subscription;
}

/** What the job does that starts it at the processor, here and now. */
export async function started(shop: Shop, bought: { id: string }): Promise<Subscription> {
  await startAtProcessor(shop.deps, bought.id);
  return read(shop, bought);
}

/** The processor's clock and then the shop's move on; what falls due in between happens, and the shop's sweep has been. */
export async function passDays(shop: Shop, days: number): Promise<void> {
  const { now } = (await shop.control('POST', '/control/clock', { advance_seconds: Math.round(days * 86_400) })) as { now: number };
  // Both clocks show the same again: a shop that is ahead would ask for a first renewal that is too far off.
  shop.travel(now * 1_000 - shop.deps.clock.now().getTime());
  await sweepSubscriptions(shop.deps);
}

/** Until an hour and a bit after the end of what is paid: the renewal was drafted, finalized and tried. */
export async function passPeriod(shop: Shop, bought: { id: string }): Promise<Subscription> {
  const { paidUntil } = await read(shop, bought);
  const days = (paidUntil.getTime() - shop.deps.clock.now().getTime()) / dayMs + 2 / 24;
  await passDays(shop, Math.max(0, days));
  return read(shop, bought);
}

/** Ours as the processor has them. */
export async function atProcessor(shop: Shop, { id }: { id: string }): Promise<Stripe.Subscription[]> {
  const all = await stripeOf(shop).subscriptions.list({ status: 'all', limit: 100 }).autoPagingToArray({ limit: 10_000 });
  return all.filter(({ metadata }) => metadata.subscription_id === id);
}

export async function emails(shop: Shop, { orderId }: { orderId: string }): Promise<{ kind: string; subject: string; text: string }[]> {
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
  const found = (await call(contract.listSubscriptions, { query: {} })).find((one) => one.id === id);
  if (found === undefined) throw new Error(`subscription ${id} is not listed`);
  return found;
}
