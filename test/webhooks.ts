/**
 * Delivers the processor's webhooks by hand: events as the sandbox wrote them, in any order, signed or not.
 */
import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Shop } from './builders/shop.ts';
import { until } from './until.ts';

/** Returns every event of one object, oldest first. */
export async function eventsOf(shop: Shop, objectRef: string): Promise<Stripe.Event[]> {
  const { data } = await stripeOf(shop).events.list({ limit: 100 });
  return data.filter((event) => (event.data.object as { id?: string }).id === objectRef).reverse();
}

/** The processor's SDK with the shop's key, for actions that staff take in the Dashboard. */
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
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    },
    body: payload,
  });

/**
 * Resolves when all events so far are delivered and processed, and no job is waiting or running. Handlers
 * read the current state of their object. An old event that is processed late would therefore include changes
 * made after webhooks were cut off.
 */
export async function settleWebhooks(shop: Shop): Promise<void> {
  let open: unknown = null;
  const isSettled = async (): Promise<boolean> => {
    const { data } = (await shop.control('GET', '/control/webhooks?limit=100')) as {
      data: { state: string; type: string }[];
    };
    const deliveries = data.filter(({ state }) => state === 'pending').map(({ type }) => type);
    const { rows: events } =
      await sql`select type, attempts, error from webhook_inbox where done_at is null`.execute(shop.db);
    const { rows: jobs } = await sql`
      select name, state::text, retry_count, start_after, output from pgboss.job
      where state = 'active' or (state = 'created' and start_after <= now())`.execute(shop.db);
    open = { deliveries, events, jobs };
    return deliveries.length + events.length + jobs.length === 0;
  };
  await until('every event and job so far is processed', isSettled).catch((error: unknown) => {
    throw new Error(`still open: ${JSON.stringify(open)}`, { cause: error });
  });
}
