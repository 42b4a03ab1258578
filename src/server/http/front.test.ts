/**
 * Handling around every request: its id, a log line without secrets, its limits, and a fast rejection under
 * load.
 */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { createLogger } from '#platform/logger.ts';
import {
  aPurchaseRequest,
  billingDetails,
  buy,
  confirm,
  intentOf,
  type PurchaseBody,
  statusOf,
} from '#test/builders/buyer.ts';
import { aFile, aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';

const canary = 'zebra5rhubarb';
const lines: string[] = [];
const linesOf = (id: string) =>
  lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line) as Record<string, unknown>);
let shop: Shop;
beforeAll(async () => {
  shop = await aShop({
    limits: { couponLookupsPerMinute: 20, purchasesPerMinute: 30, trustedProxies: 1, requestsPerMinute: 50 },
    log: createLogger('debug', { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(() => shop.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.origin}${path}`, { headers });

describe('the request id', () => {
  test('is the trace id of the caller, in the answer and in the log line', async () => {
    const id = randomUUID().replaceAll('-', '');
    const answer = await get('/api/products', { traceparent: `00-${id}-00f067aa0ba902b7-01` });
    await answer.arrayBuffer();
    expect(answer.headers.get('x-request-id')).toBe(id);
    await until('the line is written', () => linesOf(id).length === 1);
    expect(linesOf(id)[0]).toMatchObject({
      method: 'GET',
      route: '/api/products',
      status: 200,
      bytes: expect.any(Number),
      ms: expect.any(Number),
    });
  });
  test('is our own when the caller writes anything else', async () => {
    for (const traceparent of [
      'zzz',
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${'a'.repeat(32)}-00f067aa0ba902b7-01 {"level":60}`,
    ]) {
      expect((await get('/healthz', { traceparent })).headers.get('x-request-id')).toMatch(
        /^(?!a{32})[\da-f]{32}$/,
      );
    }
  });
  test('is in every line logged during the request', async () => {
    const id = randomUUID().replaceAll('-', '');
    await sql`alter table product rename to product_away`.execute(shop.db);
    try {
      expect((await get('/api/products', { traceparent: `00-${id}-00f067aa0ba902b7-01` })).status).toBe(500);
    } finally {
      await sql`alter table product_away rename to product`.execute(shop.db);
    }
    await until('both lines are written', () => linesOf(id).length === 2);
    expect(linesOf(id)[0]).toMatchObject({ level: 50, msg: 'unexpected failure', request: id });
  });
});

describe('the log', () => {
  test('has one line per request, for any spelling of the address', async () => {
    const before = lines.length;
    const answer = await get(`/api/carts/${canary}%0A%0D{"level":60}?email=${canary}`);
    expect(answer.status).toBe(422);
    await until('the line is written', () => lines.length > before);
    expect(lines.slice(before)).toHaveLength(1);
    expect(lines.at(-1)?.trimEnd()).not.toMatch(/[\n\r]/);
    expect(lines.at(-1)).toContain('/api/carts/{id}');
  });

  test('contains no secrets or buyer input of a purchase', async () => {
    const purchase = await buy(shop, {
      billingDetails: {
        ...billingDetails,
        lastName: canary,
        email: `${canary}@example.com`,
        addressLine1: canary,
      },
    });
    await confirm(shop, intentOf(purchase));
    await until('it is paid', async () => (await statusOf(shop, purchase.orderId)).status === 'paid');
    await get(`/api/orders/${canary}/payment-status?client_secret=${canary}`, {
      authorization: `Bearer ${canary}`,
      cookie: `session=${canary}`,
    });
    await get(`/connect/factiiv?state=s&api_key=${canary}&fact_id=${canary}`);
    const { log } = shop.deps;
    log.error(
      {
        err: Object.assign(new Error(`no answer from smtp://shop:${canary}@mail.example`), {
          detail: canary,
          raw: { client_secret: canary },
        }),
      },
      'a failure',
    );
    log.warn(
      {
        deep: {
          deeper: { deepest: { deepestOfAll: { password: canary, token: canary, apiKey: canary } } },
          list: [{ cookie: canary }],
        },
      },
      'nested',
    );
    log.warn(
      { body: JSON.stringify({ password: `"${canary}`, clientSecret: canary }), password: `"${canary}"` },
      `pi_1_secret_${canary} sk_test_${canary} whsec_${canary}`,
    );
    const all = lines.join('');
    expect(all).toContain('/api/payments/create-and-purchase');
    expect(all).not.toContain(canary);
    expect(all).not.toContain(purchase.client_secret);
    expect(all).not.toContain(shop.sandbox.secretKey);
    expect(all).not.toContain(shop.webhookSecret);
    for (const line of lines) JSON.parse(line);
  });
});

describe('limits', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  test("the 21st code lookup within a minute is rejected, and another client's is not", async () => {
    const checks = await Promise.all(
      Array.from({ length: 21 }, () => get('/api/coupons/by-code/WELCOME10', from('192.0.2.1'))),
    );
    expect(checks.map(({ status }) => status).toSorted()).toEqual([...Array<number>(20).fill(200), 429]);
    const refused = checks.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatch(
      /^Too many requests\. Please try again in (\d+ seconds?|1 minute)$/,
    );
    expect(refused?.headers.get('x-error-code')).toBe('rate_limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get('/api/coupons/by-code/WELCOME10', from('192.0.2.2'))).status).toBe(200);
  });
  const tryToBuy = async (address: string, changes: Partial<PurchaseBody> = {}) => {
    const answer = await fetch(`${shop.origin}${contract.createAndPurchase.path}`, {
      method: 'POST',
      headers: { ...from(address), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(aPurchaseRequest(changes)),
    });
    await answer.arrayBuffer();
    return answer.headers.get('x-error-code');
  };
  test('codes cannot be guessed through purchases either: both share one limit', async () => {
    for (let check = 0; check < 5; check += 1) await get('/api/coupons/by-code/GUESS', from('192.0.2.20'));
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, number) => tryToBuy('192.0.2.20', { discountCode: `GUESS${number}` })),
    );
    expect(codes.toSorted()).toEqual([
      ...Array<string>(15).fill('coupon_invalid'),
      ...Array<string>(5).fill('rate_limited'),
    ]);
    expect(await tryToBuy('192.0.2.20', { productIds: ['nothing-of-ours'] })).toBe('product_unavailable');
  });
  test('one address has an order limit per minute, and another one continues', async () => {
    const answers = await Promise.all(
      Array.from({ length: 33 }, () => tryToBuy('192.0.2.21', { productIds: ['nothing-of-ours'] })),
    );
    expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(3);
    expect(await tryToBuy('192.0.2.22')).toBeNull();
  });
  test('cards cannot be tested on waiting orders either: every way to pay shares one limit', async () => {
    await Promise.all(
      Array.from({ length: 30 }, () => tryToBuy('192.0.2.23', { productIds: ['nothing-of-ours'] })),
    );
    const answer = await fetch(`${shop.origin}${contract.purchaseOrder.path}`, {
      method: 'POST',
      headers: { ...from('192.0.2.23'), 'content-type': 'application/json' },
      body: JSON.stringify({ orderId: `ord_${'x'.repeat(22)}` }),
    });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([429, 'rate_limited']);
  });
  test('a client with too many requests is rejected before any work, but never a webhook of the processor', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await get('/api/products', from('192.0.2.3'))).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const report = await fetch(`${shop.origin}/api/webhooks/stripe`, {
      method: 'POST',
      headers: from('192.0.2.3'),
      body: '{}',
    });
    expect(report.status).toBe(400);
    expect((await get('/healthz', from('192.0.2.3'))).status).toBe(200);
  });
  test('only our own files are exempt, whatever a path ends with', async () => {
    const statuses = (path: string, address: string) =>
      Promise.all(Array.from({ length: 60 }, async () => (await get(path, from(address))).status));
    expect((await statuses('/api/carts/x.js', '192.0.2.5')).filter((status) => status === 429)).toHaveLength(
      10,
    );
    expect((await statuses('/x.css', '192.0.2.6')).filter((status) => status === 429)).toHaveLength(10);
    expect(await statuses(aFile, '192.0.2.7')).not.toContain(429);
  });
  test('an untrusted proxy is logged once', async () => {
    const logLines: string[] = [];
    const oneShop = await aShop({
      log: createLogger('warn', { write: (line: string) => void logLines.push(line) }),
    });
    try {
      for (const address of ['192.0.2.8', '192.0.2.9'])
        await fetch(`${oneShop.origin}/healthz`, { headers: from(address) });
      expect(logLines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
    } finally {
      await oneShop.stop();
    }
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
  });
  test("a limited client can still read a payment's status, and a rejected page claims no more than is known", async () => {
    const spent = from('192.0.2.4');
    await Promise.all(Array.from({ length: 51 }, () => get('/api/products', spent)));
    expect((await get('/api/products', spent)).status).toBe(429);
    const { orderId } = await buy(shop);
    expect((await get(`/api/orders/${orderId}/payment-status`, spent)).status).toBe(200);
    await Promise.all(Array.from({ length: 50 }, () => get(`/api/orders/${orderId}/payment-status`, spent)));
    for (const path of ['/payment-successful', '/payment/success', '/es/payment-successful']) {
      const limited = await get(`${path}?orderId=${orderId}`, spent);
      expect(limited.status).toBe(429);
      const page = await limited.text();
      expect(page).toContain('We are checking your payment');
      expect(page).toMatch(/<meta http-equiv="refresh" content="\d+">/);
      expect(page).not.toMatch(/charged/);
      expect(limited.headers.get('content-security-policy')).not.toContain('sandbox');
    }
  });
  test('the metrics are available to monitoring', async () => {
    const { body } = await shop.metrics.text();
    expect(body).toMatch(/http_requests_rate_limited_total\{limit="coupon_lookups"\} 6\n/);
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/products",status="2xx"\} \d+/,
    );
    expect(body).toMatch(/payments_total\{status="succeeded"\} 1\n/);
    expect(body).toMatch(/webhooks_received_total\{repeated="false"\} \d+/);
    expect(body).not.toContain(canary);
  });
});

describe('an ambiguous request', () => {
  const sendRaw = async (head: string): Promise<string> => {
    const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1').setEncoding('utf8');
    socket.write(`${head}\r\nconnection: close\r\n\r\n`);
    const chunks: string[] = [];
    for await (const chunk of socket) chunks.push(chunk as string);
    return chunks.join('');
  };
  test('with two hosts, or an invalid one, is rejected with 400', async () => {
    for (const hosts of [
      'host: a\r\nhost: b',
      'host: shop.example\r\nHost: shop.example',
      'host: a/api',
      'host: x?',
    ]) {
      const answer = await sendRaw(`GET /api/products HTTP/1.1\r\n${hosts}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*x-error-code: address_invalid/s);
      expect(answer).toContain('"The address of this request is not valid"');
    }
    expect(await sendRaw('GET /api/products HTTP/1.1\r\nhost: shop.example')).toMatch(/^HTTP\/1\.1 200 /);
  });
  test('with a path that is routed differently is rejected with 400', async () => {
    for (const path of [
      '/api/webhooks/../products',
      '/api/webhooks/%2e%2e/products',
      '/%61pi/products',
      '/x/../healthz',
    ])
      expect(await sendRaw(`GET ${path} HTTP/1.1\r\nhost: shop.example`)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a body that never ends', () => {
  test('is rejected when it is announced as too long', async () => {
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest(
        `${shop.origin}${contract.createCart.path}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': '200000' },
        },
        (answer) => {
          resolve(answer.statusCode);
          call.destroy();
        },
      );
      call.on('error', reject);
      call.write('{');
    });
    expect(status).toBe(413);
  });
});
