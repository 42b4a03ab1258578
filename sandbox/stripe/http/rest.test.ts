/**
 * The protocol: keys, errors in Stripe's format, parameters. Uses the official SDK.
 *
 * @module-tag long
 */
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aStripeSandbox, sdkFor, type StripeSandbox } from '#test/builders/stripe-sandbox.ts';

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

describe('keys', () => {
  test('a call without a key is 401 with an error object', async () => {
    const response = await fetch(`${world.sandbox.origin}/v1/payment_intents`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('an unknown key is 401 and is not echoed in full', async () => {
    const stranger = sdkFor(world.sandbox.origin, 'sk_test_somebodyelseskey0000');
    const error: unknown = await stranger.paymentIntents.create(fine).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(String(error)).not.toContain('somebodyelses');
  });

  test('the publishable key only opens browser endpoints', async () => {
    for (const [method, path] of [
      ['POST', '/v1/payment_intents'],
      ['GET', '/v1/payment_intents'],
      ['POST', '/v1/refunds'],
      ['GET', '/v1/customers'],
      ['GET', '/v1/events'],
    ] as const) {
      const { status, body } = await world.browser(method, path);
      expect([path, status, body.error?.code]).toEqual([path, 403, 'secret_key_required']);
    }
  });

  test('a browser reads an intent only with its client secret, and sees neither metadata nor customer', async () => {
    const intent = await stripe.paymentIntents.create({ ...fine, metadata: { order_id: 'ord_1' } });
    const without = await world.browser('GET', `/v1/payment_intents/${intent.id}`);
    expect([without.status, without.body.error?.param]).toEqual([400, 'client_secret']);
    const wrong = await world.browser('GET', `/v1/payment_intents/${intent.id}`, {
      client_secret: `${intent.id}_secret_wrong`,
    });
    expect([wrong.status, wrong.body.error?.code]).toEqual([400, 'payment_intent_invalid_parameter']);
    const right = await world.browser('GET', `/v1/payment_intents/${intent.id}`, {
      client_secret: intent.client_secret ?? '',
    });
    expect(right.body).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    expect(right.body).not.toHaveProperty('metadata');
    expect(right.body).not.toHaveProperty('customer');
  });

  test('a browser may not claim that the shopper is away', async () => {
    const intent = await stripe.paymentIntents.create(fine);
    const { status, body } = await world.browser('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      off_session: 'true',
    });
    expect([status, body.error?.param]).toEqual([400, 'off_session']);
  });

  test('other origins may call with the publishable key', async () => {
    const response = await fetch(`${world.sandbox.origin}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});

describe('parameters', () => {
  const refusals: [what: string, form: string, code: string | undefined, param: string][] = [
    ['an unknown parameter', 'amount=1999&currency=usd&color=red', 'parameter_unknown', 'color'],
    [
      'an unknown parameter inside a group',
      'amount=1999&currency=usd&automatic_payment_methods[enabled]=true&automatic_payment_methods[x]=1',
      'parameter_unknown',
      'automatic_payment_methods[x]',
    ],
    ['a missing amount', 'currency=usd', 'parameter_missing', 'amount'],
    ['a missing currency', 'amount=1999', 'parameter_missing', 'currency'],
    ['an amount that is not whole', 'amount=19.99&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['a negative amount', 'amount=-5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['an amount below the least', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['an amount above the most', 'amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['an unsupported currency', 'amount=1999&currency=xxx', undefined, 'currency'],
    ['an invalid boolean', 'amount=1999&currency=usd&confirm=maybe', undefined, 'confirm'],
    ['a bad choice', 'amount=1999&currency=usd&setup_future_usage=forever', undefined, 'setup_future_usage'],
    ['an empty text', 'amount=1999&currency=usd&description=', 'parameter_invalid_empty', 'description'],
    [
      'a text where a group is meant',
      'amount=1999&currency=usd&automatic_payment_methods=on',
      undefined,
      'automatic_payment_methods',
    ],
    ['a group where a text is meant', 'amount=1999&currency=usd&description[a]=b', undefined, 'description'],
    [
      'metadata that is too long',
      `amount=1999&currency=usd&metadata[a]=${'x'.repeat(501)}`,
      undefined,
      'metadata[a]',
    ],
    [
      'payment_method_types',
      'amount=1999&currency=usd&payment_method_types[]=card',
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['an unknown customer', 'amount=1999&currency=usd&customer=cus_none', 'resource_missing', 'customer'],
    ['the name of a prototype', 'amount=1999&currency=usd&__proto__[x]=1', 'parameter_unknown', '__proto__'],
  ];
  for (const [what, form, code, param] of refusals) {
    test(`${what} is rejected and the parameter is named`, async () => {
      const { status, body } = await send('POST', '/v1/payment_intents', form);
      expect({ status, code: body.error?.code, param: body.error?.param, type: body.error?.type }).toEqual({
        status: 400,
        code,
        param,
        type: 'invalid_request_error',
      });
      expect(body.error?.message).toBeTypeOf('string');
    });
  }

  test('payment_method_types is rejected on update, on confirm, and for set-ups, but returned', async () => {
    const intent = await stripe.paymentIntents.create(fine);
    expect(intent.payment_method_types).toEqual(['card']);
    for (const path of [
      `/v1/payment_intents/${intent.id}`,
      `/v1/payment_intents/${intent.id}/confirm`,
      '/v1/setup_intents',
    ]) {
      const { body } = await send('POST', path, 'payment_method_types[0]=card');
      expect(body.error?.code).toBe('payment_method_types_no_longer_supported');
    }
  });

  test('a JSON body and another API version are rejected', async () => {
    const json = await send('POST', '/v1/payment_intents', JSON.stringify(fine), {
      'content-type': 'application/json',
    });
    expect(json.status).toBe(400);
    const old = await send('POST', '/v1/payment_intents', 'amount=1999&currency=usd', {
      'stripe-version': '2020-08-27',
    });
    expect([old.status, old.body.error?.type]).toEqual([400, 'invalid_request_error']);
  });

  test('metadata is merged, and an empty value removes its key', async () => {
    const { id } = await stripe.paymentIntents.create({ ...fine, metadata: { a: '1', b: '2' } });
    expect((await stripe.paymentIntents.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({
      a: '1',
      c: '3',
    });
    expect((await stripe.paymentIntents.update(id, { metadata: '' })).metadata).toEqual({});
  });
});

describe('answers', () => {
  test('an address that does not exist is 404 with an error object, so that the SDK throws', async () => {
    const { status, body } = await send('GET', '/v1/nothing/here', '');
    expect([status, body.error?.type]).toEqual([404, 'invalid_request_error']);
    await expect(stripe.quotes.list()).rejects.toThrow(Stripe.errors.StripeInvalidRequestError);
  });

  test('an unknown id is 404 resource_missing', async () => {
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
  });

  test('every answer carries a request id and the version, and the log includes it', async () => {
    const intent = await stripe.paymentIntents.create(fine, { idempotencyKey: 'logged-1' });
    expect(intent.lastResponse.requestId).toMatch(/^req_\w+$/);
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive');
    const { data } = await world.control<{ data: Record<string, unknown>[] }>('GET', '/requests?limit=1');
    expect(data[0]).toMatchObject({
      id: intent.lastResponse.requestId,
      method: 'POST',
      path: '/v1/payment_intents',
      status: 200,
      idempotencyKey: 'logged-1',
    });
  });

  test('card numbers and security codes do not reach the log', async () => {
    await world.browser('POST', '/v1/payment_methods', {
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '987',
    });
    const log = JSON.stringify(await world.control('GET', '/requests?limit=5'));
    expect(log).toContain('/v1/payment_methods');
    expect(log).not.toContain('4242424242424242');
    // The three digits may also occur in ids and times.
    expect(decodeURIComponent(log)).not.toMatch(/cvc\]?[^&"]*987/);
  });
});
