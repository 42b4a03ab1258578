/**
 * A shop that reports ready can sell. Before that, also while it prepares products and registers webhooks, it
 * answers 503 to everything but the liveness check.
 */
import { afterEach, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { seed } from '#db/seeds/seed.ts';
import { startSandbox } from '#sandbox/start.ts';
import { aPurchaseRequest, intentOf } from '#test/builders/buyer.ts';
import { aDatabase } from '#test/builders/database.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { readConfig } from './settings/config.ts';
import { startShop } from './main.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a purchase right after the start gets its webhook, because no request was accepted before', async () => {
  const database = await aDatabase();
  cleanups.push(() => database.close());
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  cleanups.push(() => sandbox.stop());
  const control = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.origin}/control${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    METRICS_PORT: 'off',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    SESSION_SECRET: testSessionSecret,
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_WEBHOOK_SECRETS: 'whsec_of_a_first_start',
    STRIPE_API_BASE: sandbox.origin,
    STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js`,
    SMTP_URL: sandbox.smtpUrl,
  });
  const seen: number[] = [];
  const check = async (origin: string) => {
    for (const path of ['/healthz', '/readyz', '/api/products'])
      seen.push((await fetch(origin + path)).status);
  };
  const shop = await startShop(config, async (deps, origin) => {
    await check(origin);
    await seed(deps.db, deps.clock.now());
    await control('PUT', '/webhook-endpoint', {
      url: `${origin}/api/webhooks/stripe`,
      secret: 'whsec_of_a_first_start',
    });
    await check(origin);
  });
  cleanups.push(() => shop.stop());
  // On a busy machine the database may be too slow to count as ready.
  await until('the shop is ready', async () => (await fetch(`${shop.origin}/readyz`)).ok);
  for (const path of ['/healthz', '/api/products']) seen.push((await fetch(shop.origin + path)).status);
  expect(seen).toEqual([200, 503, 503, 200, 503, 503, 200, 200]);

  const call = createClient(fetch, shop.origin);
  const bought = await call(contract.createAndPurchase, { headers: {}, body: aPurchaseRequest() });
  await control('POST', '/confirm', { payment_intent: intentOf(bought) });
  type Delivery = { type: string; state: string };
  let deliveries: Delivery[] = [];
  await until('the webhook has arrived', async () => {
    ({ data: deliveries } = (await (await control('GET', '/webhooks')).json()) as { data: Delivery[] });
    return deliveries.some(({ type, state }) => type === 'payment_intent.succeeded' && state === 'delivered');
  });
});
