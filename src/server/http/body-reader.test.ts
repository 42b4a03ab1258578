/**
 * Incomplete request bodies time out quickly and never block other requests, not even those from the same
 * address.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { aPurchaseRequest, buy } from '#test/builders/buyer.ts';
import { aFile, aShop, type Shop } from '#test/builders/shop.ts';
import { sign } from '#test/webhooks.ts';

let shop: Shop;
let hurried: Shop;
let cramped: Shop;
beforeAll(async () => {
  const limits = { inFlightAtMost: 64, trustedProxies: 1 };
  [shop, hurried, cramped] = await Promise.all([
    aShop({ limits, runJobs: false, bodyReaders: { withinMs: 60_000 } }),
    aShop({ limits, runJobs: false, bodyReaders: { withinMs: 2_500 } }),
    aShop({ limits, runJobs: false, bodyReaders: { withinMs: 60_000, unfinishedAtMost: 50 } }),
  ]);
});
afterAll(async () => {
  await shop?.stop();
  await hurried?.stop();
  await cramped?.stop();
});

const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

const webhooks = '/api/webhooks/stripe';
type Options = { path: string; client: string; headers?: string; length?: number; begin?: string };

/** Announces a body and sends at most its beginning. */
async function begin(
  { origin }: Shop,
  { path, client, headers = '', length = 1_000, begin: body = '' }: Options,
): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json\r\n${headers}`;
  socket.write(`${head}content-length: ${length}\r\n\r\n${body}`);
  await once(socket, 'connect');
  return socket;
}

const many = (count: number, options: Options): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => begin(shop, options)));

/** Returns what was received before the server closed the connection. */
async function responseOf(socket: Socket): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of socket.setEncoding('utf8')) chunks.push(chunk as string);
  return chunks.join('');
}

const get = (path: string, client = '192.0.2.1') =>
  fetch(`${shop.origin}${path}`, { headers: { 'x-forwarded-for': client } });
const signed = 'stripe-signature: t=1,v1=00\r\n';

test('260 signed webhooks whose bodies never arrive block neither pages, purchases, nor real webhooks', async () => {
  for (let client = 0; client < 13; client += 1)
    await many(20, { path: webhooks, client: `198.51.100.${client}`, headers: signed });
  expect((await get('/api/products')).status).toBe(200);
  expect((await buy(shop, {}, randomUUID())).status).toBe('requires_confirmation');
  const payload = JSON.stringify({
    id: 'evt_unknown',
    object: 'event',
    type: 'customer.created',
    created: 1_760_000_000,
    data: { object: { id: 'cus_1' } },
  });
  const report = await fetch(`${shop.origin}${webhooks}`, {
    method: 'POST',
    headers: { 'stripe-signature': sign(payload, shop.webhookSecret) },
    body: payload,
  });
  expect(report.status).toBe(200);
});

test('beyond the limit of unfinished bodies the oldest is dropped, and a buyer at the same address succeeds', async () => {
  const client = '198.51.100.50';
  const path = contract.createAndPurchase.path;
  const halves = await Promise.all(
    Array.from({ length: 60 }, () =>
      begin(cramped, { path, client, length: 80_000, begin: 'x'.repeat(40_000) }),
    ),
  );
  const answer = await fetch(`${cramped.origin}${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': client,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(aPurchaseRequest()),
  });
  expect(answer.status).toBe(200);
  // The oldest unfinished bodies were dropped to make room for the newest.
  expect(await Promise.race(halves.map(responseOf))).toMatch(/^HTTP\/1\.1 408 .*x-error-code: body_late/s);
});

test('a visitor behind a proxy who requests a hundred files concurrently gets each of them', async () => {
  await many(100, { path: '/api/contact-messages', client: '198.51.100.60' });
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await get(aFile, '198.51.100.60')).status),
  );
  // The file does not exist. The 404 shows that the request was not rejected for load.
  expect(new Set(answers)).toEqual(new Set([404]));
});

test('an unsigned webhook is rejected before its body arrives', async () => {
  const answer = await responseOf(
    await begin(shop, { path: webhooks, client: '198.51.100.70', headers: 'connection: close\r\n' }),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*x-error-code: webhook_refused/s);
});

test('a body that does not arrive in time is answered with 408, and the connection closes', async () => {
  const answer = await responseOf(
    await begin(hurried, { path: '/api/carts', client: '198.51.100.80', begin: '{"productIds"' }),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
  expect(answer).toContain('"The request took too long to arrive. Please try again"');
});

test('a body that outgrows its limit unannounced is rejected as too large', async () => {
  const status = await new Promise((resolve, reject) => {
    const call = httpRequest(
      `${shop.origin}${contract.createCart.path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
      (answer) => {
        resolve(answer.statusCode);
        call.destroy();
      },
    );
    call.on('error', reject);
    call.write('x'.repeat(120_000));
  });
  expect(status).toBe(413);
});
