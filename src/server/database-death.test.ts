/**
 * The built-in PostgreSQL is killed while customers buy. The shop answers 503, restarts the database, and
 * continues. When the database keeps dying, the shop exits with an explanation for the operator.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { seed } from '#db/seeds/seed.ts';
import { createDatabase } from '#platform/database.ts';
import { placesIn } from '#platform/embedded-postgres/cluster.ts';
import { clusterFolderIn, makeTemporaryDataDir } from '#platform/embedded-postgres/data-dir.ts';
import { readPidFile } from '#platform/embedded-postgres/leftover.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aPurchaseRequest, billingDetails, intentOf, type PurchaseAnswer } from '#test/builders/buyer.ts';
import { aShopProcess, processWebhookSecret, type ShopProcess } from '#test/builders/shop-process.ts';
import { until } from '#test/until.ts';

let folder: ReturnType<typeof makeTemporaryDataDir>;
let sandbox: Sandbox;
let shop: ShopProcess;
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
});
beforeEach(async () => {
  folder = makeTemporaryDataDir();
  await stock(await startEmbeddedPostgres({ dataDir: folder.path, purpose: 'shop' }));
  shop = await aShopProcess({ sandbox, environment: { DATA_DIR: folder.path } });
  await fetch(`${sandbox.origin}/control/webhook-endpoint`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${shop.origin}/api/webhooks/stripe`, secret: processWebhookSecret }),
  });
});
afterEach(async () => {
  shop.child.kill('SIGTERM');
  await Promise.race([shop.hasEnded, until('it ends', () => false, 15_000).catch(() => shop.end())]);
  killDatabase();
  folder.remove();
});
afterAll(() => sandbox.stop());

async function stock(postgres: EmbeddedPostgres): Promise<void> {
  await migrate(postgres.url);
  const db = createDatabase(postgres.url, { max: 1 });
  await seed(db, new Date());
  await db.destroy();
  await postgres.stop();
}

const cluster = (): string => placesIn(clusterFolderIn(folder.path)).cluster;
const databasePid = (): number | null => readPidFile(cluster())?.pid ?? null;
/** Returns the process id that it killed. */
function killDatabase(): number | null {
  const pid = databasePid();
  try {
    if (pid !== null) process.kill(pid, 'SIGKILL');
  } catch {
    return null; // The process was already dead.
  }
  return pid;
}

const purchase = (email: string): Promise<Response> =>
  fetch(`${shop.origin}${contract.createAndPurchase.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(aPurchaseRequest({ billingDetails: { ...billingDetails, email } })),
  });

/** Buys from order to receipt, so the API, webhooks, and jobs must all work. */
async function buyThrough(): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const answer = await until(
    'a purchase goes through',
    async () => {
      const answer = await purchase(email);
      return answer.status === 200 ? ((await answer.json()) as PurchaseAnswer) : null;
    },
    30_000,
  );
  await fetch(`${sandbox.origin}/control/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: intentOf(answer), card: '4242424242424242' }),
  });
  const ask = createClient(fetch, shop.origin);
  await until(
    'it is paid',
    async () => (await ask(contract.readPaymentStatus, { params: { id: answer.orderId } })).status === 'paid',
    30_000,
  );
  await until(
    'the receipt arrives',
    async () => {
      const emails = await (
        await fetch(`${sandbox.origin}/control/mailbox?to=${encodeURIComponent(email)}`)
      ).json();
      return (
        (emails as { subject: string }[]).filter(({ subject }) => subject.startsWith('Your receipt'))
          .length === 1
      );
    },
    30_000,
  );
}

test('a killed database restarts on its port, with 503 in between and without manual action', {
  tags: ['long'],
}, async () => {
  await buyThrough();
  const awayMs: number[] = [];
  for (let kill = 0; kill < 3; kill += 1) {
    const killedAt = performance.now();
    const killed = killDatabase();
    const statuses = new Set<number>();
    await until(
      'it is back',
      async () => {
        const [product, ready] = await Promise.all([
          fetch(`${shop.origin}${contract.listProducts.path}`),
          fetch(`${shop.origin}/readyz`),
        ]);
        statuses.add(product.status);
        return product.status === 200 && ready.status === 200 && databasePid() !== killed;
      },
      60_000,
    );
    awayMs.push(Math.round(performance.now() - killedAt));
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
    await buyThrough();
  }
  expect(shop.child.exitCode).toBeNull();
  console.info(`the database was away for ${awayMs.join(', ')} ms`);
});

test('a database that dies repeatedly ends the shop with a message', { tags: ['long'] }, async () => {
  const kills = new Set<number | null>();
  await until(
    'the shop ends',
    () => {
      if (shop.child.exitCode !== null) return true;
      const pid = databasePid();
      if (pid !== null && !kills.has(pid)) kills.add(killDatabase());
      return false;
    },
    120_000,
  );
  expect(await shop.hasEnded).toBe(1);
  expect(shop.log()).toContain('PostgreSQL keeps crashing, so the shop stops. Its log is ');
  expect(kills.size).toBeGreaterThan(5);
});
