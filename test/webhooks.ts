/** Playing the processor's messenger by hand: events as the sandbox wrote them, delivered in any order, signed or not. */
import Stripe from 'stripe';
import type { Shop } from './a-shop.ts';

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
