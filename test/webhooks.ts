/** Playing the processor's messenger by hand: events as the sandbox wrote them, delivered in any order, signed or not. */
import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Shop } from './a-shop.ts';
import { until } from './until.ts';

/** Every event of one object, oldest first. */
export async function eventsOf(shop: Shop, objectRef: string): Promise<Stripe.Event[]> {
  const { data } = await stripeOf(shop).events.list({ limit: 100 });
  return data.filter((event) => (event.data.object as { id?: string }).id === objectRef).reverse();
}

/** The processor's SDK with the shop's own key, for what its staff would do in the Dashboard. */
export function stripeOf(shop: Shop): Stripe {
  const { hostname, port } = new URL(shop.sandbox.origin);
  return new Stripe(shop.sandbox.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
}

export const sign = (payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): string =>
  new Stripe('sk_test_signer').webhooks.generateTestHeaderString({ payload, secret, timestamp });

export const deliver = (shop: Shop, event: Stripe.Event): Promise<Response> => {
  const payload = JSON.stringify(event);
  return post(shop, payload, sign(payload, shop.webhookSecret));
};

export const post = (shop: Shop, payload: string, signature: string | null): Promise<Response> =>
  fetch(`${shop.origin}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) },
    body: payload,
  });

/**
 * Resolves when every event so far is delivered and processed and no job is waiting or at work. A handler reads the current state of
 * its object, so an older event that is processed late would also report what happened after webhooks were cut off.
 */
export const settleWebhooks = (shop: Shop): Promise<unknown> =>
  until('every event and job so far is processed', async () => {
    const { data } = (await shop.control('GET', '/control/webhooks?limit=100')) as { data: { state: string }[] };
    if (data.some(({ state }) => state === 'pending')) return false;
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from webhook_inbox where done_at is null)
        or exists (select from pgboss.job where state = 'active' or (state = 'created' and start_after <= now())) as open`.execute(shop.db);
    return rows[0]?.open === false;
  });
