/**
 * One client opens 300 connections to the webhook endpoint and announces bodies that never arrive. Health
 * checks still succeed, and a real webhook from the same address is accepted.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { sign } from '#test/webhooks.ts';
import { contract } from '#contract/contract.ts';

const connections = 300;
let shop: Shop;
beforeAll(async () => {
  // The shop's default limits, but bodies may take longer than this test.
  shop = await aShop({
    limits: { inFlightAtMost: 256, requestsPerMinute: 300 },
    runJobs: false,
    bodyReaders: { withinMs: 60_000 },
  });
});
afterAll(() => shop.stop());

const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** Announces a body and sends its first byte. `statusLine` returns the first response line, if any. */
async function begin(path: string, headers: string): Promise<{ statusLine: () => string }> {
  const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1').setEncoding('utf8');
  sockets.add(socket);
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\n${headers}content-length: 900\r\n\r\n{`,
  );
  return { statusLine: () => text.split('\r\n')[0] ?? '' };
}

const attack = (path: string, headers = '') =>
  Promise.all(Array.from({ length: connections }, () => begin(path, headers)));

const payload = JSON.stringify({
  id: 'evt_unknown',
  object: 'event',
  type: 'customer.created',
  created: 1_760_000_000,
  data: { object: { id: 'cus_1' } },
});
const webhook = () =>
  fetch(`${shop.origin}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': sign(payload, shop.webhookSecret) },
    body: payload,
  });

/** Repeated a few times, because the first responses could predate the attack. */
async function expectHealth(): Promise<void> {
  for (let time = 0; time < 5; time += 1) {
    expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
    // On a busy machine the database may be too slow for a moment to count as ready.
    await until('the shop is ready', async () => (await fetch(`${shop.origin}/readyz`)).ok);
    expect((await webhook()).status).toBe(200);
  }
}

for (const path of [
  '/api/webhooks/../auth/login',
  '/api/webhooks/%2e%2e/auth/login',
  '/api/webhooks/%2E./payments/create-and-purchase',
  '/%61pi/webhooks/stripe',
  '/api/webhooks/stripe/../../auth/login',
]) {
  test(`${path} is rejected immediately, three hundred times, without affecting other requests`, async () => {
    const attackers = await attack(path);
    await until('every one is answered', () =>
      attackers.every(({ statusLine }) => statusLine().startsWith('HTTP/1.1 400')),
    );
    await expectHealth();
  });
}

test('three hundred signed webhooks whose bodies never arrive block neither health checks nor a real webhook', async () => {
  await attack('/api/webhooks/stripe', 'stripe-signature: t=1,v1=00\r\n');
  await expectHealth();
});

test('three hundred unsigned webhooks are rejected before their bodies arrive', async () => {
  const attackers = await attack('/api/webhooks/stripe');
  await until('every one is answered', () =>
    attackers.every(({ statusLine }) => statusLine().startsWith('HTTP/1.1 400')),
  );
  await expectHealth();
});

test('three hundred slow bodies elsewhere affect no other request', async () => {
  await attack(contract.login.path);
  await expectHealth();
});
