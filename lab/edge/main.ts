/**
 * `npm run lab -- edge`: a shop behind Varnish with the rules of `deploy/varnish`. Pages are requested twice,
 * a post is published, and the shop is killed and restarted. Personal responses must never be cached. Exits
 * with 1 on any failure.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { translationsOf } from '#kernel/page-languages.ts';
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { services } from '#db/seeds/services.ts';
import { seed } from '#db/seeds/seed.ts';
import { publish } from '#modules/content/service.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createLogger } from '#platform/logger.ts';
import { createParsing } from '#platform/parsing.ts';
import { systemClock } from '#ports/clock.ts';
import { startSandbox, type Sandbox } from '#sandbox/start.ts';
import { aPost } from '#test/access/post-samples.ts';
import type { Shop } from '#test/builders/shop.ts';
import { aShopProcess, type ShopProcess } from '#test/builders/shop-process.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { freePort } from '#test/free-ports.ts';
import { until } from '#test/until.ts';
import { buildIfStale } from '#tools/build.ts';
import { startVarnish, type Varnish, versionOfVarnish } from './varnish.ts';

const token = 'the-token-of-this-trial-alone';
const newWithinMs = 2_000;
const product = services[0]?.id ?? '';
const publicPages = [
  '/',
  '/products',
  `/products/${product}`,
  '/es/products',
  '/faq',
  '/blogs',
  '/terms',
  '/sitemap.xml',
  '/blogs/feed.xml',
];
const ownPages = [
  ...['/profile', '/admin', '/admin/orders', '/quiz?live=GH'],
  ...['/checkout', '/payment-successful', '/reset-password', '/login'].flatMap((path) =>
    translationsOf(path).map((translation) => translation.path),
  ),
];
const ownCalls = ['/api/products', '/api/auth/me', '/api/runtime-config', '/api/admin/orders'];

const print = (what: string, line: string): void => void process.stdout.write(`${what.padEnd(11)}${line}\n`);
const problems: string[] = [];
const insist = (what: string, holds: boolean): void => {
  if (!holds) problems.push(what);
};

type Seen = { status: number; cache: string; text: string; ms: number; headers: Headers };
async function see(origin: string, path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const startedAt = performance.now();
  const answer = await fetch(origin + path, { headers, redirect: 'manual' });
  const text = await answer.text();
  return {
    status: answer.status,
    cache: answer.headers.get('x-cache') ?? '',
    text,
    ms: performance.now() - startedAt,
    headers: answer.headers,
  };
}
const many = async (origin: string, path: string, times = 300): Promise<number> => {
  const durations: number[] = [];
  for (let time = 0; time < times; time += 1) durations.push((await see(origin, path)).ms);
  return durations.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
};

async function pagesAreStored(shop: ShopProcess, varnish: Varnish): Promise<void> {
  for (const path of publicPages) {
    const first = await see(varnish.origin, path);
    const second = await see(varnish.origin, path);
    insist(
      `${path} is kept: ${first.status} ${first.cache}, ${second.status} ${second.cache}`,
      second.status === 200 && second.cache === 'hit',
    );
    insist(`${path} is the same from both`, first.text === second.text);
    for (const name of ['surrogate-key', 'cache-tag', 'surrogate-control', 'cdn-cache-control', 'set-cookie'])
      insist(`${path} tells browsers no ${name}`, !second.headers.has(name));
  }
  const asset = /\/assets\/[\w.-]+\.js/.exec((await see(varnish.origin, '/products')).text)?.[0] ?? '';
  await see(varnish.origin, asset);
  insist('files are kept', (await see(varnish.origin, asset)).cache === 'hit');
  const [cachedMs, uncachedMs] = [
    await many(varnish.origin, '/products'),
    await many(shop.origin, '/products'),
  ];
  print(
    'kept',
    `${publicPages.length} pages and a file from the second request on; /products in ${cachedMs.toFixed(2)} ms (median of 300), from the shop in ${uncachedMs.toFixed(2)} ms`,
  );
}

async function checkPersonalNotCached(varnish: Varnish, headers: Record<string, string>): Promise<void> {
  let answers = 0;
  const never = async (path: string, sent: Record<string, string>): Promise<void> => {
    for (let time = 0; time < 3; time += 1) {
      const { cache, status } = await see(varnish.origin, path, sent);
      answers += 1;
      insist(`${path} is never kept: ${status} ${cache}`, cache !== 'hit');
    }
  };
  for (const path of [...ownPages, ...ownCalls]) for (const sent of [{}, headers]) await never(path, sent);
  for (const path of publicPages.slice(0, 3)) await never(path, headers);
  const withCookie = await see(varnish.origin, '/products', { cookie: 'of=anyone' });
  insist('a foreign cookie changes nothing', withCookie.cache === 'hit');
  print(
    'not kept',
    `${answers} answers of profile, checkout, console, log-in and API, with and without a session: no hit`,
  );
}

/** Time from the response to a change until the page is new. Polls the page. */
async function newAfter(varnish: Varnish, path: string, isNew: (text: string) => boolean): Promise<number> {
  const startedAt = performance.now();
  await until(`${path} is new`, async () => isNew((await see(varnish.origin, path)).text), 10_000);
  return performance.now() - startedAt;
}

type Staff = { call: ReturnType<typeof createClient>; headers: Record<string, string> };

async function changesAreSeen(varnish: Varnish, staff: Staff, db: Database): Promise<void> {
  const durations: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const title = `What is new, part ${round}`;
    await see(varnish.origin, '/blogs');
    const draft = await staff.call(contract.staffCreatePost, { body: { title } });
    const { version } = await staff.call(contract.staffEditPost, {
      params: { id: draft.id },
      body: { ...aPost({ title, slug: `what-is-new-${round}` }), version: draft.version },
    });
    await staff.call(contract.staffPublishPost, { params: { id: draft.id }, body: { version } });
    durations.push(await newAfter(varnish, '/blogs', (text) => text.includes(title)));
    insist(
      `${title} has its page`,
      (await see(varnish.origin, `/blogs/what-is-new-${round}`)).status === 200,
    );
    insist('a post leaves the questions alone', (await see(varnish.origin, '/faq')).cache === 'hit');
    await until(
      'no purge is pending',
      async () => (await db.selectFrom('edge_purge').select('id').execute()).length === 0,
      20_000,
    );
  }
  const longest = Math.max(...durations);
  insist(`a post is seen within ${newWithinMs} ms: ${longest.toFixed(0)}`, longest <= newWithinMs);
  print(
    'published',
    `5 posts in the console; the list was new ${durations.map((ms) => ms.toFixed(0)).join(', ')} ms after the answer`,
  );
  await see(varnish.origin, '/products');
  await db.updateTable('product').set({ name: 'A product in a hurry' }).where('id', '=', product).execute();
  print(
    'changed',
    `a product; the list was new after ${(await newAfter(varnish, '/products', (text) => text.includes('A product in a hurry'))).toFixed(0)} ms`,
  );
  await until(
    'no purge is pending',
    async () => (await db.selectFrom('edge_purge').select('id').execute()).length === 0,
    20_000,
  );
}

/**
 * The database cannot confirm the pages: the shop still answers, and Varnish must not store these pages for
 * minutes.
 */
async function checkSlowDatabase(varnish: Varnish, shop: ShopProcess, db: Database): Promise<void> {
  const rule = async (): Promise<string> =>
    (await see(shop.origin, '/products')).headers.get('surrogate-control') ?? '';
  await fetch(varnish.origin, {
    method: 'PURGE',
    headers: { authorization: `Bearer ${token}`, 'surrogate-key': 'products' },
  });
  const held = await db.startTransaction().execute();
  try {
    await sql`LOCK TABLE product IN ACCESS EXCLUSIVE MODE`.execute(held);
    await until(
      'the shop says that it cannot tell',
      async () => (await rule()).startsWith('max-age=1,'),
      10_000,
    );
    const { status } = await see(varnish.origin, '/products');
    insist(`/products with a slow database: ${status}`, status === 200);
  } finally {
    await held.rollback().execute();
  }
  await until('the shop can purge again', async () => (await rule()).startsWith('max-age=600,'), 10_000);
  await until(
    'pages cached in the meantime are requested again',
    async () => (await see(varnish.origin, '/products')).cache === 'miss',
    5_000,
  );
  insist('and is cached again', (await see(varnish.origin, '/products')).cache === 'hit');
  print('slow', 'an unavailable database: /products is served, kept for a second, and requested again');
}

async function checkShopDown(varnish: Varnish, shop: ShopProcess): Promise<void> {
  const before = new Map<string, string>();
  for (const path of publicPages) before.set(path, (await see(varnish.origin, path)).text);
  await shop.end();
  const purge = await fetch(varnish.origin, {
    method: 'PURGE',
    headers: { authorization: `Bearer ${token}`, 'surrogate-key': 'pages posts' },
  });
  insist(
    `everything cached is stale now: ${purge.statusText}`,
    purge.status === 200 && /Purged: [1-9]/.test(purge.statusText),
  );
  insist(
    'no other client can purge pages',
    (await fetch(varnish.origin, { method: 'PURGE', headers: { 'surrogate-key': 'pages' } })).status === 403,
  );
  const startedAt = performance.now();
  let answers = 0;
  let longest = 0;
  while (performance.now() - startedAt < 8_000)
    for (const path of publicPages) {
      const { status, text, ms } = await see(varnish.origin, path);
      answers += 1;
      longest = Math.max(longest, ms);
      insist(`${path} without the shop: ${status}`, status === 200 && text === before.get(path));
    }
  const closed = await see(varnish.origin, '/checkout');
  insist(
    `the checkout without the shop: ${closed.status}`,
    closed.status === 503 && closed.text.includes('Back in a moment'),
  );
  print(
    'shop dead',
    `${answers} old public pages in 8 s, all answered, the slowest in ${longest.toFixed(0)} ms; the checkout says 503`,
  );
}

async function checkShopBack(
  varnish: Varnish,
  start: () => Promise<ShopProcess>,
  db: Database,
): Promise<void> {
  await db.updateTable('product').set({ name: 'A product after a rest' }).where('id', '=', product).execute();
  await start();
  const ms = await newAfter(varnish, '/products', (text) => text.includes('A product after a rest'));
  print('shop back', `what changed meanwhile was seen ${ms.toFixed(0)} ms after it was ready`);
}

const folder = mkdtempSync(join(tmpdir(), 'stateside-edge-'));
const undo: (() => Promise<unknown> | unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
];

const settingsOf = async (databaseUrl: string, port: number) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(folder, 'shop'),
  PORT: String(await freePort()),
  PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  TRUST_PROXY: '1',
  EDGE_PURGE_URL: `http://127.0.0.1:${port}/`,
  EDGE_PURGE_TOKEN: token,
});

async function ownerOf(shop: ShopProcess, db: Database): Promise<Staff> {
  const deps = { clock: systemClock, passwords: cheapPasswords() };
  const world = {
    db,
    deps,
    origin: shop.origin,
    call: createClient(fetch, shop.origin),
    travel: () => undefined,
  };
  return aStaffPerson(world as unknown as Shop);
}

async function trial(): Promise<void> {
  print('varnish', versionOfVarnish(folder));
  await buildIfStale((line) => print('build', line));
  const sandbox: Sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  undo.push(() => sandbox.stop());
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  undo.push(() => postgres.stop());
  const port = await freePort();
  const environment = await settingsOf(postgres.url, port);
  const start = async (): Promise<ShopProcess> => {
    const shop = await aShopProcess({ sandbox, environment });
    undo.push(() => shop.end());
    return shop;
  };
  const shop = await start();
  const db = createDatabase(postgres.url, { max: 2, applicationName: 'stateside edge' });
  undo.push(() => db.destroy());
  await seed(db, new Date());
  await publish(
    { db, clock: systemClock, parsing: createParsing({ log: createLogger('silent') }) },
    await readSeedPosts(),
    {
      replace: true,
    },
  );
  const varnish = await startVarnish({ folder, port, shopPort: Number(environment.PORT), token });
  undo.push(() => varnish.stop());
  await until(
    'no purge is pending',
    async () => (await db.selectFrom('edge_purge').select('id').execute()).length === 0,
    30_000,
  );
  const staff = await ownerOf(shop, db);
  await pagesAreStored(shop, varnish);
  await checkPersonalNotCached(varnish, staff.headers);
  await changesAreSeen(varnish, staff, db);
  await checkSlowDatabase(varnish, shop, db);
  await checkShopDown(varnish, shop);
  await checkShopBack(varnish, start, db);
}

try {
  await trial();
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
} finally {
  while (undo.length > 0) await undo.pop()?.();
}
for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
