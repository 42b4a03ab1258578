/**
 * What buyers, webhook deliveries, and a bad connection do to the shop, over real HTTP. Every promise in a
 * response is recorded in the ledger, and so is every undefined response.
 */
import type Stripe from 'stripe';
import { billingDetails } from '#test/builders/buyer.ts';
import { sign } from '#test/webhooks.ts';
import { seedHeader } from './app-settings.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** `lost`: no response arrived. */
export type Reply = { status: number; code: string; body: unknown } | 'lost';

export type Circumstances = {
  /** Number of the process that receives the request. */
  app: number;
  /** Decides how long the request waits at each point inside the process. Omitted: no waits. */
  seed?: number;
  /** The buyer disconnects after this time. */
  cutAfterMs?: number;
};

export type Options = { productIds: string[]; cartId?: string; discountCode?: string; email?: string };
export type Offer = { orderId: string; status: string; total: number; client_secret?: string };

const timeoutMs = 20_000;
/** The errors that the shop may return. Every other error is a surprise. */
const designed =
  /^(coupon_exhausted|order_already_paid|payment_in_progress|payment_unavailable|busy|total_changed|cart_completed|refund_impossible|refund_too_large|credit_insufficient)$/;

export const intentOf = ({ client_secret: secret }: Offer): string | null =>
  secret === undefined ? null : secret.slice(0, secret.indexOf('_secret_'));

export async function send(
  world: World,
  ledger: Ledger,
  { method, path, headers = {}, body }: Message,
  where: Circumstances,
): Promise<Reply> {
  const origin = world.apps[where.app]?.origin ?? '';
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(where.seed === undefined ? {} : { [seedHeader]: String(where.seed) }),
      },
      signal: AbortSignal.timeout(where.cutAfterMs ?? timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    const reply = {
      status: answer.status,
      code: answer.headers.get('x-error-code') ?? '',
      body: await answer.json(),
    };
    if (reply.status > 299 && !designed.test(reply.code))
      ledger.surprises.push(
        `${method} ${path} answered ${reply.status} ${reply.code} ${JSON.stringify(reply.body)}`,
      );
    return reply;
  } catch {
    return 'lost';
  }
}
type Message = { method: string; path: string; headers?: Record<string, string>; body?: string };

export async function makeCart(
  world: World,
  ledger: Ledger,
  productIds: string[],
  where: Circumstances,
): Promise<string | null> {
  const body = JSON.stringify({ productIds, email: billingDetails.email });
  const reply = await send(world, ledger, { method: 'POST', path: '/api/carts', body }, where);
  if (reply === 'lost' || reply.status > 299) return null;
  const { id } = reply.body as { id: string };
  ledger.carts.add(id);
  return id;
}

export async function purchase(
  world: World,
  ledger: Ledger,
  options: Options,
  key: string,
  where: Circumstances,
): Promise<Offer | Reply> {
  // Each buyer has a separate address. Otherwise all purchases would wait for one account.
  const { email = `${options.cartId ?? key}@example.com`, ...asked } = options;
  const body = { ...asked, billingDetails: { ...billingDetails, email } };
  const message = {
    method: 'POST',
    path: '/api/payments/create-and-purchase',
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body),
  };
  return recordOffer(ledger, { key, body }, await send(world, ledger, message, where));
}

/** Records in the ledger what the shop promised in its response to a purchase. */
export function recordOffer(
  ledger: Ledger,
  { key, body }: { key: string; body: object },
  reply: Reply,
): Offer | Reply {
  if (reply === 'lost' || reply.status > 299) return reply;
  const offer = reply.body as Offer;
  ledger.purchases.push({ orderId: offer.orderId, total: offer.total, key, body });
  if (offer.status === 'paid') ledger.paid.add(offer.orderId);
  return offer;
}

export const isOffer = (answer: Offer | Reply): answer is Offer => answer !== 'lost' && 'orderId' in answer;

export async function readStatus(
  world: World,
  ledger: Ledger,
  orderId: string,
  where: Circumstances,
): Promise<string | null> {
  const reply = await send(
    world,
    ledger,
    { method: 'GET', path: `/api/orders/${orderId}/payment-status` },
    where,
  );
  if (reply === 'lost' || reply.status > 299) return null;
  const { status } = reply.body as { status: string };
  if (status === 'paid') ledger.paid.add(orderId);
  return status;
}

/**
 * The buyer's browser confirms with a card. Returns false if the card is declined or the payment can no
 * longer be paid.
 */
export async function confirm(
  { processor }: World,
  ledger: Ledger,
  intentRef: string,
  card: string,
): Promise<boolean> {
  const options = { payment_intent: intentRef, card, challenge: 'pass' };
  const done = await processor
    .control<{ status: string }>('POST', '/control/confirm', options)
    .catch(() => ({ status: 'refused' }));
  if (done.status === 'succeeded') ledger.charged.add(intentRef);
  return done.status === 'succeeded';
}

/** The processor's events of one payment, oldest first. */
export async function eventsOf({ processor }: World, intentRef: string): Promise<Stripe.Event[]> {
  const { data } = await processor.stripe.events.list({
    types: ['payment_intent.succeeded', 'payment_intent.payment_failed'],
    limit: 100,
  });
  return data.filter((event) => (event.data.object as { id?: string }).id === intentRef).reverse();
}

/** The processor's events of that payment's refunds. */
export async function refundEventsOf({ processor }: World, intentRef: string): Promise<Stripe.Event[]> {
  const { data } = await processor.stripe.events.list({
    types: ['refund.created', 'refund.updated'],
    limit: 100,
  });
  return data
    .filter((event) => (event.data.object as { payment_intent?: string }).payment_intent === intentRef)
    .reverse();
}

export async function deliver(
  world: World,
  ledger: Ledger,
  event: Stripe.Event,
  where: Circumstances,
): Promise<boolean> {
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': sign(body, world.webhookSecret) };
  const reply = await send(
    world,
    ledger,
    { method: 'POST', path: '/api/webhooks/stripe', headers, body },
    where,
  );
  const taken = reply !== 'lost' && reply.status < 300;
  if (taken) ledger.events.add(event.id);
  return taken;
}

/**
 * Picks the process and the conditions of the next request. Sometimes the connection is cut at a random
 * moment of its work.
 */
export function pickCircumstances(world: World, chance: Random, cutWithProbability = 0): Circumstances {
  const cut = chance.chance(cutWithProbability) ? { cutAfterMs: chance.between(1, 40) } : {};
  return { app: chance.int(world.apps.length), seed: chance.int(2 ** 31), ...cut };
}
