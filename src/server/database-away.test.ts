/**
 * The database fails under a running shop and stays away. Cached pages are served and every other page is a
 * 503 in the site's design. The status page explains the outage, `/readyz` names the cause, and the log stays
 * short.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '#db/seeds/seed.ts';
import { createDatabase } from '#platform/database.ts';
import { makeTemporaryDataDir } from '#platform/embedded-postgres/data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aShopProcess, type ShopProcess } from '#test/builders/shop-process.ts';
import { partOf, textOf } from '#test/html.ts';
import { until } from '#test/until.ts';
import { buildIfStale } from '#tools/build.ts';

let folder: ReturnType<typeof makeTemporaryDataDir>;
let sandbox: Sandbox;
let postgres: EmbeddedPostgres;
let shop: ShopProcess;
let startedAt = 0;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  folder = makeTemporaryDataDir();
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, purpose: 'shop' });
  await migrate(postgres.url);
  const db = createDatabase(postgres.url, { max: 1 });
  await seed(db, new Date());
  await db.destroy();
  const environment = { NODE_ENV: 'production', DATA_DIR: folder.path, DATABASE_URL: postgres.url };
  startedAt = performance.now();
  shop = await aShopProcess({ sandbox, environment });
  await (await fetch(`${shop.origin}/faq`)).text();
  await (await fetch(`${shop.origin}/status`)).text();
  await postgres.stop();
  await until('the database is away', async () => (await fetch(`${shop.origin}/readyz`)).status === 503);
});
afterAll(async () => {
  await shop.end();
  await sandbox.stop();
  folder.remove();
});

const mainOf = async (answer: Response): Promise<string> => textOf(partOf(await answer.text(), 'main'));

// Each waits for a connection, so they wait together.
for (const path of ['/', '/es', '/products', '/products/ein-filing', '/checkout', '/es/checkout'])
  test.concurrent(`${path} is a 503 in the site's design and its language, which a proxy and a browser may retry`, async () => {
    const answer = await fetch(`${shop.origin}${path}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('cache-control')).toMatch(/no-cache|no-store/);
    const html = await answer.text();
    expect(html).toContain('id="content"');
    expect(partOf(html, 'main')).toContain('/assets/error');
    const isSpanish = path.startsWith('/es');
    expect(html).toContain(`<html lang="${isSpanish ? 'es' : 'en'}"`);
    expect(partOf(html, 'main')).toContain(isSpanish ? 'La página no se cargó' : 'The page did not load');
  });

test('router data of a page is a 503 too', async () => {
  expect((await fetch(`${shop.origin}/products/ein-filing.data`)).status).toBe(503);
});

test('a cached page is served', async () => {
  const answer = await fetch(`${shop.origin}/faq`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1');
});

test('the status page shows that the database does not answer, and the days from memory', async () => {
  const answer = await fetch(`${shop.origin}/status`);
  expect(answer.status).toBe(200);
  const text = await mainOf(answer);
  expect(text).toContain('Our database is not responding right now, so the site cannot take orders');
  expect(text).toMatch(/The days below are as of \d+\w+ \w+ \d{4}, \d\d:\d\d UTC/);
  expect(text).toContain('Orders Disrupted');
});

test('/readyz names the cause', async () => {
  const answer = await fetch(`${shop.origin}/readyz`);
  expect(await answer.text()).toMatch(/^the database does not answer: .+ \((ECONNREFUSED|ENOENT)\)$/);
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
});

test('the outage takes a few lines in the log', async () => {
  await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`${shop.origin}/api/products`)).text()),
  );
  type Line = { level: number; msg: string; err?: unknown };
  // From the start: a connection lost there belongs to the same outage.
  const lines = (shop.log().match(/^.+$/gm) ?? []).map((line) => JSON.parse(line) as Line);
  const isLineOfMinute = ({ msg }: Line): boolean => msg.startsWith('the database is still unavailable');
  const others = lines.filter(
    (line) => (line.level >= 40 || line.err !== undefined) && !isLineOfMinute(line),
  );
  expect(others, JSON.stringify(others)).toHaveLength(1);
  expect(lines.filter(isLineOfMinute).length).toBeLessThanOrEqual((performance.now() - startedAt) / 60_000);
});
