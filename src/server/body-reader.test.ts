/** Bodies that do not come: they take nobody's place, not even that of somebody behind the same address, and they are not waited for long. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { aPurchaseRequest, buy } from '#test/a-buyer.ts';
import { aFile, aShop, type Shop } from '#test/a-shop.ts';
import { sign } from '#test/webhooks.ts';

let shop: Shop;
let hurried: Shop;
let cramped: Shop;
beforeAll(async () => {
  const limits = { inFlightAtMost: 64, trustedProxies: 1 };
  [shop, hurried, cramped] = await Promise.all([
    aShop({ limits, runJobs: false, bodyReaders: { withinMs: 60_000 } }),
    aShop({ limits, runJobs: false, bodyReaders: { withinMs: 2_500 } }),
    aShop({ limits, runJobs: false, bodyReaders: { withinMs: 60_000, heldAtMostBytes: 50_000 } }),
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

/** Announces a body, and sends at most the beginning of it. */
async function begin({ origin }: Shop, { path, client, headers = '', length = 1_000, begin: body = '' }: Options): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json\r\n${headers}`;
  socket.write(`${head}content-length: ${length}\r\n\r\n${body}`);
  await once(socket, 'connect');
  return socket;
}

const many = (count: number, options: Options): Promise<Socket[]> => Promise.all(Array.from({ length: count }, () => begin(shop, options)));

/** What came back before the other side hung up. */
async function heard(socket: Socket): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of socket.setEncoding('utf8')) chunks.push(chunk as string);
  return chunks.join('');
}

const get = (path: string, client = '192.0.2.1') => fetch(`${shop.origin}${path}`, { headers: { 'x-forwarded-for': client } });
const signed = 'stripe-signature: t=1,v1=00\r\n';

test('two hundred and sixty signed reports that never come close nothing: pages, purchases and real reports go on', async () => {
  for (let client = 0; client < 13; client += 1) await many(20, { path: webhooks, client: `198.51.100.${client}`, headers: signed });
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

test('purchases whose bodies never come take no place at work, and a buyer behind the same address gets through', async () => {
  const client = '198.51.100.50';
  const [oldest] = await many(100, { path: contract.createAndPurchase.path, client });
  const answer = await fetch(`${shop.origin}${contract.createAndPurchase.path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': client, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(aPurchaseRequest()),
  });
  expect(answer.status).toBe(200);
  // The oldest have lost their place to the newest.
  if (oldest === undefined) throw new Error('nobody is silent');
  expect(await heard(oldest)).toMatch(/^HTTP\/1\.1 408 .*x-error-code: body_late/s);
});

test('a visitor behind a proxy who asks for a hundred files at once gets each of them, whatever their neighbours do', async () => {
  await many(100, { path: '/api/contact-messages', client: '198.51.100.60' });
  const answers = await Promise.all(Array.from({ length: 100 }, async () => (await get(aFile, '198.51.100.60')).status));
  // There is no such file; what counts is that nobody is turned away.
  expect(new Set(answers)).toEqual(new Set([404]));
});

test('a report that nobody signed is refused before its body is there', async () => {
  const answer = await heard(await begin(shop, { path: webhooks, client: '198.51.100.70', headers: 'connection: close\r\n' }));
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*x-error-code: webhook_refused/s);
});

test('a body that does not come in time is answered with 408, and the connection ends', async () => {
  const answer = await heard(await begin(hurried, { path: '/api/carts', client: '198.51.100.80', begin: '{"productIds"' }));
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
  expect(answer).toContain('"The request took too long to arrive. Please try again"');
});

test('halves of bodies may not fill the memory: beyond the room for all of them the largest hears that the shop is busy', async () => {
  const half = 'x'.repeat(40_000);
  const options = { path: contract.createCart.path, length: 80_000, begin: half };
  const first = await begin(cramped, { ...options, client: '198.51.100.90' });
  const second = await begin(cramped, { ...options, client: '198.51.100.91' });
  const answers: string[] = [];
  const both = [first, second].map(async (socket) => answers.push((await heard(socket)).slice(9, 12)));
  await Promise.race(both);
  expect(answers).toEqual(['503']);
  const wholeAgain = await buy(cramped);
  expect(wholeAgain.status).toBe('requires_confirmation');
  // There is room for one half, so the other is still waited for.
  expect(answers).toEqual(['503']);
  for (const socket of [first, second]) socket.end();
  await Promise.all(both);
});

test('whoever fills that room with halves takes it from nobody: a buyer, who needs little, gets through', async () => {
  const options = { path: contract.createCart.path, length: 80_000, begin: 'x'.repeat(49_900) };
  const hog = await begin(cramped, { ...options, client: '198.51.100.95' });
  // Answered after what came before it was read.
  await fetch(`${cramped.origin}/api/products`);
  expect((await buy(cramped)).status).toBe('requires_confirmation');
  expect(await heard(hog)).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
});

test('a body that grows beyond its limit without having said so is refused as too large', async () => {
  const status = await new Promise((resolve, reject) => {
    const asked = httpRequest(
      `${shop.origin}${contract.createCart.path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
      (answer) => {
        resolve(answer.statusCode);
        asked.destroy();
      },
    );
    asked.on('error', reject);
    asked.write('x'.repeat(120_000));
  });
  expect(status).toBe(413);
});
