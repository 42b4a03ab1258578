/**
 * Webhooks: signed, sent immediately, retried, held, dropped, duplicated, reordered, and preserved across a
 * restart.
 *
 * @module-tag long
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  aListener,
  aStripeSandbox,
  type Listener,
  type StripeSandbox,
} from '#test/builders/stripe-sandbox.ts';
import { until } from '#test/until.ts';

const secret = 'whsec_test_of_the_sandbox';
const fine = { amount: 1_999, currency: 'usd' } as const;
const quick = { timings: { retryAfterMs: Array.from({ length: 40 }, () => 30) } };

let cleanups: (() => Promise<unknown>)[] = [];
let listener: Listener;
let world: StripeSandbox;

const started = async (options: Parameters<typeof aStripeSandbox>[0] = quick): Promise<StripeSandbox> => {
  const sandbox = await aStripeSandbox(options);
  cleanups.push(() => sandbox.stop());
  return sandbox;
};

beforeEach(async () => {
  listener = await aListener(secret);
  cleanups.push(() => listener.stop());
  world = await started();
  await world.control('PUT', '/webhook-endpoint', { url: listener.url, secret });
});
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
});

const deliveredTypes = () => listener.deliveries.map(({ event }) => event.type);
const pay = async () =>
  (
    await world.stripe.paymentIntents.create({
      ...fine,
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: 'http://shop.example',
    })
  ).id;
const untilReceived = (count: number) =>
  until(`${count} webhooks are heard`, () => listener.deliveries.length >= count);

test('a paid payment emits signed events that the SDK accepts and the API returns', async () => {
  const id = await pay();
  await untilReceived(3);
  expect(deliveredTypes().toSorted()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  const delivered = listener.deliveries.find(({ event }) => event.type === 'payment_intent.succeeded')?.event;
  expect(delivered).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { id, status: 'succeeded' } },
  });
  const read = await until('nothing is pending', async () => {
    const [event] = (await world.stripe.events.list({ type: 'payment_intent.succeeded' })).data;
    return event?.id === delivered?.id && event?.pending_webhooks === 0 && event;
  });
  expect(read.data.object).toEqual(delivered?.data.object);
});

test('an event names the request and the key that caused it', async () => {
  const { lastResponse } = await world.stripe.paymentIntents.create(fine, { idempotencyKey: 'pi:pay_1' });
  await untilReceived(1);
  expect(listener.deliveries[0]?.event.request).toEqual({
    id: lastResponse.requestId,
    idempotency_key: 'pi:pay_1',
  });
});

test('an endpoint that answers 500 is retried until it accepts, with a fresh signature', async () => {
  listener.status = 500;
  await world.stripe.paymentIntents.create(fine);
  await untilReceived(3);
  listener.status = 200;
  await until('it is delivered', async () =>
    (await world.control<{ data: { state: string }[] }>('GET', '/webhooks')).data.every(
      ({ state }) => state === 'delivered',
    ),
  );
  expect(new Set(listener.deliveries.map(({ event }) => event.id)).size).toBe(1);
});

test('a retry that falls due exactly at a poll is not lost', async () => {
  let now = Date.now();
  // Every reading of the clock is one millisecond later.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
  cleanups.push(async () => clock.mockRestore());
  listener.status = 500;
  await world.stripe.paymentIntents.create(fine);
  await untilReceived(15);
});

test('a rejected request emits no event', async () => {
  await world.stripe.paymentIntents.create({ ...fine, amount: 10 }).catch(() => null);
  await world.stripe.paymentIntents
    .create({ ...fine, confirm: true, payment_method: 'pm_none', return_url: 'http://shop.example' })
    .catch(() => null);
  expect((await world.stripe.events.list()).data).toEqual([]);
  expect((await world.stripe.paymentIntents.list()).data).toEqual([]);
});

test('held webhooks wait, and go out when they are released', async () => {
  await world.control('POST', '/webhooks', { mode: 'hold' });
  await pay();
  const { data } = await world.control<{ data: { state: string }[] }>('GET', '/webhooks');
  expect(data.map(({ state }) => state)).toEqual(['held', 'held', 'held']);
  await world.control('POST', '/webhooks', { mode: 'release' });
  await untilReceived(3);
});

test('dropped webhooks never arrive, but the event can be read and resent later', async () => {
  await world.control('POST', '/webhooks', { mode: 'drop' });
  await pay();
  await world.control('POST', '/webhooks', { mode: 'deliver' });
  const { data } = await world.stripe.events.list({ type: 'payment_intent.succeeded' });
  expect(await world.control('POST', `/events/${data[0]?.id}/resend`)).toEqual({ sent_to: 1 });
  await untilReceived(1);
  expect(deliveredTypes()).toEqual(['payment_intent.succeeded']);
});

test('each delivery can be duplicated: five concurrent copies of the same event', async () => {
  await world.control('POST', '/webhooks', { duplicate: 5 });
  await world.stripe.paymentIntents.create(fine);
  await untilReceived(5);
  expect(new Set(listener.deliveries.map(({ event }) => event.id)).size).toBe(1);
});

test('released in reverse order, success arrives before creation', async () => {
  await world.control('POST', '/webhooks', { mode: 'hold' });
  await pay();
  await world.control('POST', '/webhooks', { mode: 'release', order: 'reverse' });
  await untilReceived(3);
  expect(deliveredTypes()).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ]);
});

test('released in random order, they arrive shuffled', async () => {
  await world.control('POST', '/webhooks', { mode: 'hold' });
  await pay();
  const draws = [0.5, 0.9, 0.1];
  const chance = vi.spyOn(Math, 'random').mockImplementation(() => draws.shift() ?? 0.7);
  cleanups.push(async () => chance.mockRestore());
  await world.control('POST', '/webhooks', { mode: 'release', order: 'shuffle' });
  await untilReceived(3);
  expect(deliveredTypes()).toEqual([
    'payment_intent.succeeded',
    'payment_intent.created',
    'charge.succeeded',
  ]);
});

test('a delayed webhook leaves no sooner than configured, and blocks none after it', async () => {
  const before = Date.now();
  await world.control('POST', '/webhooks', { delay_ms: 600_000 });
  await world.stripe.paymentIntents.create(fine);
  const { data } = await world.control<{ data: { state: string; next_at: number }[] }>('GET', '/webhooks');
  expect(data).toMatchObject([{ state: 'pending' }]);
  expect(data[0]?.next_at).toBeGreaterThanOrEqual(before + 600_000);
  await world.control('POST', '/webhooks', { delay_ms: 0 });
  const { id } = await world.stripe.paymentIntents.create(fine);
  await untilReceived(1);
  expect(listener.deliveries.map(({ event }) => event.data.object)).toMatchObject([{ id }]);
});

test('a dashboard refund sends a webhook without shop metadata, and returns at most the remainder', async () => {
  const intent = await pay();
  await untilReceived(3);
  const refund = await world.control('POST', '/refunds', { payment_intent: intent, amount: 500 });
  expect(refund).toMatchObject({ object: 'refund', amount: 500, status: 'succeeded', metadata: {} });
  await until('the refund is delivered', () => deliveredTypes().includes('refund.created'));
  const refused = await world.control<{ error?: { message: string } }>('POST', '/refunds', {
    payment_intent: intent,
    amount: 1_500,
  });
  expect(refused.error?.message).toContain('greater than unrefunded amount on charge ($14.99)');
  expect(await world.control('POST', '/refunds', { payment_intent: intent })).toMatchObject({
    amount: 1_499,
  });
});

test('an endpoint receives only its own event types', async () => {
  const other = await aListener('whsec_other');
  cleanups.push(() => other.stop());
  const endpoint = await world.stripe.webhookEndpoints.create({
    url: other.url,
    enabled_events: ['payment_intent.succeeded'],
    api_version: '2026-10-28.endive',
  });
  expect(endpoint.secret).toMatch(/^whsec_\w+$/);
  for (const listed of (await world.stripe.webhookEndpoints.list()).data)
    expect(listed).not.toHaveProperty('secret');
  await world.control('PUT', '/webhook-endpoint', {
    url: other.url,
    secret: 'whsec_other',
    enabled_events: ['payment_intent.succeeded'],
  });
  await pay();
  await until('it is heard', () => other.deliveries.length === 1);
  await untilReceived(3);
  expect(other.deliveries.map(({ event }) => event.type)).toEqual(['payment_intent.succeeded']);
});

test('registering the same address twice keeps one endpoint, with the newer secret', async () => {
  await world.control('PUT', '/webhook-endpoint', { url: listener.url, secret: 'whsec_older' });
  await world.control('PUT', '/webhook-endpoint', { url: listener.url, secret });
  expect((await world.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  await world.stripe.paymentIntents.create(fine);
  await untilReceived(1);
});

test('a pending delivery survives a restart of the sandbox, and so do keys, objects, and stored answers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  cleanups.push(() => rm(dataDir, { recursive: true }));
  const first = await aStripeSandbox({ ...quick, dataDir });
  await first.control('PUT', '/webhook-endpoint', { url: listener.url, secret });
  await first.control('POST', '/webhooks', { mode: 'hold' });
  const { id } = await first.stripe.paymentIntents.create(fine, { idempotencyKey: 'kept-1' });
  await first.stop();
  const second = await started({ ...quick, dataDir });
  expect(second.sandbox.secretKey).toBe(first.sandbox.secretKey);
  expect((await second.stripe.paymentIntents.create(fine, { idempotencyKey: 'kept-1' })).id).toBe(id);
  await second.control('POST', '/webhooks', { mode: 'release' });
  await untilReceived(1);
  expect(deliveredTypes()).toEqual(['payment_intent.created']);
});
