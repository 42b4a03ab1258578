/**
 * The shop sells, receives notifications, and runs jobs behind a transaction pooler, and pooled queries use
 * no session state.
 */
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { seed } from '#db/seeds/seed.ts';
import { startSandbox } from '#sandbox/start.ts';
import { aPurchaseRequest, intentOf } from '#test/builders/buyer.ts';
import { aDatabase } from '#test/builders/database.ts';
import { startTcpProxy } from '#test/chaos/tcp-proxy.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { watchSessions } from '#test/session-watch.ts';
import { until } from '#test/until.ts';
import { readConfig } from './settings/config.ts';
import { startShop } from './main.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aPooledShop(environment: Record<string, string>) {
  const database = await aDatabase();
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  const url = new URL(database.url);
  const watch = watchSessions();
  const pooler = await startTcpProxy({ host: '127.0.0.1', port: Number(url.port) }, watch.onData);
  url.port = String(pooler.port);
  cleanups.push(database.close, pooler.stop, sandbox.stop);
  await seed(database.db, new Date());
  const config = readConfig({
    ...{
      NODE_ENV: 'test',
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'fatal',
      SESSION_SECRET: testSessionSecret,
    },
    ...{ DATABASE_URL: url.href, DATABASE_DIRECT_URL: database.url, SMTP_URL: sandbox.smtpUrl },
    ...{
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRETS: 'whsec_pooled',
    },
    ...{ STRIPE_API_BASE: sandbox.origin, STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js` },
    ...environment,
  });
  const shop = await startShop(config);
  cleanups.push(shop.stop);
  return { shop, sandbox, database, watch };
}

test('a sale uses the pooler without session features, while jobs and notifications bypass it', async () => {
  const { shop, sandbox, database, watch } = await aPooledShop({});
  const control = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.origin}/control${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  await control('PUT', '/webhook-endpoint', {
    url: `${shop.origin}/api/webhooks/stripe`,
    secret: 'whsec_pooled',
  });
  const call = createClient(fetch, shop.origin);
  const request = aPurchaseRequest();
  const bought = await call(contract.createAndPurchase, { headers: {}, body: request });
  await control('POST', '/confirm', { payment_intent: intentOf(bought) });
  await until(
    'it is paid',
    async () =>
      (await call(contract.readPaymentStatus, { params: { id: bought.orderId } })).status === 'paid',
  );
  await until('the receipt arrives', async () => {
    const emails = (await (
      await control('GET', `/mailbox?to=${encodeURIComponent(request.billingDetails.email)}`)
    ).json()) as unknown[];
    return emails.length > 0;
  });
  expect(watch.statements()).toBeGreaterThan(20);
  expect(watch.found).toEqual([]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'stateside%' and application_name not in ('stateside', 'stateside test')`.execute(
    database.db,
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
  expect(rows[0]?.count).toBeLessThanOrEqual(7);
});

test('statement names are sent where the pooler is configured to support them', async () => {
  const { shop, watch } = await aPooledShop({ DATABASE_NAMED_STATEMENTS: 'on' });
  await createClient(fetch, shop.origin)(contract.createAndPurchase, {
    headers: {},
    body: aPurchaseRequest(),
  });
  expect(watch.found.length).toBeGreaterThan(0);
  expect(watch.found.filter((each) => !each.startsWith('the name s'))).toEqual([]);
});
