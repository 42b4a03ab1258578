/**
 * Situation 31: an event without the processor's signature is rejected and leaves no trace; an irrelevant
 * event is accepted and ignored.
 */
import { aShop, type Shop } from '#test/builders/shop.ts';
import { buy, confirm, intentOf } from '#test/builders/buyer.ts';
import { deliver, eventsOf, post, sign, stripeOf } from '#test/webhooks.ts';
import { until } from '#test/until.ts';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let event: Awaited<ReturnType<typeof eventsOf>>[number];
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer));
  const events = await eventsOf(shop, intentOf(answer));
  const last = events.at(-1);
  if (last === undefined) throw new Error('the sandbox wrote no event');
  event = last;
});
afterAll(() => shop.stop());

const stored = async () => (await shop.db.selectFrom('webhook_inbox').select('event_id').execute()).length;

const refused: [string, () => Promise<Response>][] = [
  ['no signature', () => post(shop, JSON.stringify(event), null)],
  [
    'a forged signature',
    () => post(shop, JSON.stringify(event), `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`),
  ],
  [
    'a signature of another secret',
    () => post(shop, JSON.stringify(event), sign(JSON.stringify(event), 'whsec_of_somebody_else')),
  ],
  [
    'a stale signature',
    () =>
      post(
        shop,
        JSON.stringify(event),
        sign(JSON.stringify(event), shop.webhookSecret, Math.floor(Date.now() / 1000) - 301),
      ),
  ],
  [
    'a re-serialized body',
    () => post(shop, JSON.stringify(event, null, 2), sign(JSON.stringify(event), shop.webhookSecret)),
  ],
  ['a body that is not JSON', () => post(shop, 'hello', sign('hello', shop.webhookSecret))],
  ['a signature header that is nonsense', () => post(shop, JSON.stringify(event), 'v1')],
];
for (const [what, send] of refused) {
  test(`31: ${what} is answered 400 and nothing is stored`, async () => {
    const before = await stored();
    expect((await send()).status).toBe(400);
    expect(await stored()).toBe(before);
  });
}

test('31: a body above 1 MB is answered 413 and nothing is stored', async () => {
  const before = await stored();
  expect((await post(shop, 'x'.repeat(1_000_001), 'v1')).status).toBe(413);
  expect(await stored()).toBe(before);
});

test('31: during a rotation, both the old and the new secret are accepted', () => {
  const gateway = createStripeGateway({
    secretKey: 'sk_test_x',
    webhookSecrets: ['whsec_new', 'whsec_old'],
    apiBase: shop.sandbox.origin,
  });
  const payload = JSON.stringify(event);
  for (const secret of ['whsec_new', 'whsec_old'])
    expect(gateway.readWebhook(payload, sign(payload, secret))?.eventId).toBe(event.id);
  expect(gateway.readWebhook(payload, sign(payload, 'whsec_gone'))).toBeNull();
});

test('31: a payment with foreign metadata is accepted with 200 and ignored', async () => {
  const foreign = await stripeOf(shop).paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    metadata: { order_id: 'someone-else' },
  });
  await confirm(shop, foreign.id);
  for (const foreignEvent of await eventsOf(shop, foreign.id))
    expect((await deliver(shop, foreignEvent)).status).toBe(200);
  await handled();
  expect(
    await shop.db.selectFrom('payment').select('id').where('intent_ref', '=', foreign.id).execute(),
  ).toEqual([]);
});

test('31: an event about an unknown object is accepted with 200 and ignored', async () => {
  const unknown = {
    ...event,
    id: 'evt_unknown',
    type: 'radar.early_fraud_warning.created',
    data: { object: { id: 'issfr_1', object: 'radar.early_fraud_warning' } },
  };
  expect((await deliver(shop, unknown as unknown as typeof event)).status).toBe(200);
  await handled();
});

const handled = () =>
  until(
    'every webhook is handled',
    async () =>
      (await shop.db.selectFrom('webhook_inbox').select('event_id').where('done_at', 'is', null).execute())
        .length === 0,
  );
