/**
 * Idempotency keys, and the faults that require them. Uses the official SDK.
 *
 * @module-tag long
 */
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aStripeSandbox, sdkFor, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';
import { until } from '#test/until.ts';

let world: StripeSandbox;
let stripe: Stripe;
beforeAll(async () => {
  world = await aStripeSandbox();
  stripe = world.stripe;
});
afterAll(() => world?.stop());

const fine = { amount: 1_999, currency: 'usd' } as const;

/** Sends a form that a typed client would not allow. */
async function send(method: string, path: string, form: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.sandbox.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.sandbox.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: form }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { id?: string; error?: Record<string, unknown> },
  };
}

describe('idempotency', () => {
  test('the same key returns the same response, byte for byte, marked as a replay', async () => {
    const first = await send('POST', '/v1/payment_intents', 'amount=1999&currency=usd', {
      'idempotency-key': 'same-1',
    });
    const second = await send('POST', '/v1/payment_intents', 'amount=1999&currency=usd', {
      'idempotency-key': 'same-1',
    });
    expect(second.body).toEqual(first.body);
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(second.headers.get('request-id')).toBe(first.headers.get('request-id'));
  });

  test('the same key with other parameters is 400 idempotency_error', async () => {
    await stripe.paymentIntents.create(fine, { idempotencyKey: 'other-1' });
    await expect(
      stripe.paymentIntents.create({ ...fine, amount: 2_000 }, { idempotencyKey: 'other-1' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'idempotency_error',
    });
  });

  test('a decline is replayed under its key, and does not charge again', async () => {
    const pay = () =>
      stripe.paymentIntents
        .create(
          {
            ...fine,
            confirm: true,
            payment_method: 'pm_card_chargeDeclined',
            return_url: 'http://shop.example',
          },
          { idempotencyKey: 'declined-1' },
        )
        .catch((error: unknown) => error as Stripe.errors.StripeError);
    const [first, second] = [
      (await pay()) as Stripe.errors.StripeError,
      (await pay()) as Stripe.errors.StripeError,
    ];
    expect([first.statusCode, second.statusCode]).toEqual([402, 402]);
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(second.headers?.['idempotent-replayed']).toBe('true');
  });

  test('a request rejected for its parameters leaves the key free', async () => {
    await expect(
      stripe.paymentIntents.create({ ...fine, currency: 'zzz' }, { idempotencyKey: 'free-1' }),
    ).rejects.toThrow('Invalid currency');
    expect((await stripe.paymentIntents.create(fine, { idempotencyKey: 'free-1' })).amount).toBe(1_999);
  });

  test('a duplicate that arrives while the first is still running is 409 idempotency_key_in_use', async () => {
    await world.control('POST', '/fail-next', { where: 'before', how: 'delay', delay_ms: 400 });
    const twins = await Promise.allSettled(
      [1, 2].map(() => stripe.paymentIntents.create(fine, { idempotencyKey: 'twin-1' })),
    );
    const intentIds = twins.flatMap((twin) => (twin.status === 'fulfilled' ? [twin.value.id] : []));
    const refused = twins.flatMap((twin) =>
      twin.status === 'rejected' ? [twin.reason as Stripe.errors.StripeError] : [],
    );
    expect(refused.map(({ statusCode, code }) => [statusCode, code])).toEqual([
      [409, 'idempotency_key_in_use'],
    ]);
    expect((await stripe.paymentIntents.create(fine, { idempotencyKey: 'twin-1' })).id).toBe(intentIds[0]);
  });

  test('ten identical concurrent calls make one payment', async () => {
    const retrying = sdkFor(world.sandbox.origin, world.sandbox.secretKey, { maxNetworkRetries: 2 });
    const intents = await Promise.all(
      Array.from({ length: 10 }, () => retrying.paymentIntents.create(fine, { idempotencyKey: 'ten-1' })),
    );
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
  });
});

describe('faults', () => {
  const newest = async () => (await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id;

  test('a 500 before the call has no effect, and is replayed under its key', async () => {
    const before = await newest();
    await world.control('POST', '/fail-next', {
      where: 'before',
      how: '500',
      match: 'POST /v1/payment_intents',
    });
    const attempt = () => stripe.paymentIntents.create(fine, { idempotencyKey: 'broken-1' });
    await expect(attempt()).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
    await expect(attempt()).rejects.toMatchObject({
      statusCode: 500,
      headers: expect.objectContaining({ 'idempotent-replayed': 'true' }) as unknown,
    });
    expect(await newest()).toBe(before);
  });

  test('a 500 after the call hides a payment that exists, and is replayed', async () => {
    await world.control('POST', '/fail-next', { where: 'after', how: '500' });
    const attempt = () =>
      stripe.paymentIntents.create(
        { ...fine, metadata: { payment_id: 'hidden-1' } },
        { idempotencyKey: 'hidden-1' },
      );
    await expect(attempt()).rejects.toMatchObject({ statusCode: 500 });
    await expect(attempt()).rejects.toMatchObject({ statusCode: 500 });
    expect(
      (await stripe.paymentIntents.search({ query: "metadata['payment_id']:'hidden-1'" })).data,
    ).toHaveLength(1);
  });

  test('a 503 is not stored: the same key works afterwards', async () => {
    await world.control('POST', '/fail-next', { where: 'before', how: '503' });
    await expect(stripe.paymentIntents.create(fine, { idempotencyKey: 'away-1' })).rejects.toMatchObject({
      statusCode: 503,
    });
    expect((await stripe.paymentIntents.create(fine, { idempotencyKey: 'away-1' })).object).toBe(
      'payment_intent',
    );
  });

  test('a connection cut after the call: the retry finds the same payment', async () => {
    await world.control('POST', '/fail-next', { where: 'after', how: 'reset', times: 2 });
    await expect(stripe.paymentIntents.create(fine, { idempotencyKey: 'cut-1' })).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    await world.control('DELETE', '/fail-next');
    const repeat = await stripe.paymentIntents.create(fine, { idempotencyKey: 'cut-1' });
    expect(repeat.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('a timeout holds the connection until the caller gives up', async () => {
    await world.control('POST', '/fail-next', { where: 'after', how: 'timeout' });
    const shortTimeoutSdk = sdkFor(world.sandbox.origin, world.sandbox.secretKey, { timeout: 150 });
    await expect(
      shortTimeoutSdk.paymentIntents.create(fine, { idempotencyKey: 'slow-1' }),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    const repeat = await until('the key is free again', () =>
      stripe.paymentIntents.create(fine, { idempotencyKey: 'slow-1' }).catch(() => null),
    );
    expect(repeat.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('a fault waits for its matching call', async () => {
    await world.control('POST', '/fail-next', {
      where: 'before',
      how: '500',
      match: 'POST /v1/payment_intents/*/cancel',
    });
    const { id } = await stripe.paymentIntents.create(fine);
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 500 });
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });
});
