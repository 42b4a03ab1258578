/**
 * A process of this version while the database is migrated to the next: it keeps selling on a compatible
 * schema and stops on an incompatible one.
 */
import { connect } from 'node:net';
import { sql } from 'kysely';
import { until } from '#test/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { seed } from '#db/seeds/seed.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { aShopProcess, type ShopProcess } from '#test/builders/shop-process.ts';

let database: TestDatabase;
let sandbox: Sandbox;
const running: ShopProcess[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
});
beforeEach(async () => {
  database = await aDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((shop) => shop.end()));
  await database.close();
});
afterAll(() => sandbox.stop());

const start = async (environment: Record<string, string> = {}): Promise<ShopProcess> => {
  const shop = await aShopProcess({
    sandbox,
    environment: { DATABASE_URL: database.url, METRICS_PORT: 'off', ...environment },
  });
  running.push(shop);
  return shop;
};
const applied = (name: string, oldestCode: string | null) =>
  sql`insert into schema_migration (name, checksum, oldest_code) values (${name}, '', ${oldestCode})`.execute(
    database.db,
  );
const ask = async (shop: ShopProcess, path: string) => (await fetch(`${shop.origin}${path}`)).status;
/** On a busy machine the database is at times too slow to count as ready. Any other reason is a fault. */
const untilReadyzSays = (shop: ShopProcess, expected: string) =>
  until(`/readyz says "${expected}"`, async () => {
    const text = await (await fetch(`${shop.origin}/readyz`)).text();
    if (text !== expected) expect(text).toBe('the database is slow to answer');
    return text === expected;
  });
const untilReady = (shop: ShopProcess) => untilReadyzSays(shop, 'ready');

test('it stays ready with newer compatible migrations, starts on them too, and does neither on a contract', {
  tags: ['long'],
}, async () => {
  await seed(database.db, new Date());
  const shop = await start();
  await untilReady(shop);

  await sql`alter table product add column of_the_next_version text; alter table payment add column of_the_next_version text`.execute(
    database.db,
  );
  await applied('9998_of_the_next_version.sql', '0000');
  await untilReady(shop);
  expect(await ask(shop, '/api/products')).toBe(200);
  const other = await start({ MIGRATE_AT_START: 'off' });
  await untilReady(other);

  await applied('9999_of_the_version_after.sql', '9998');
  await untilReadyzSays(shop, 'the database schema does not fit this code');
  expect(await ask(shop, '/readyz')).toBe(503);
  await expect(start()).rejects.toThrow(
    'The database is newer than this code: it has 9999_of_the_version_after.sql',
  );
  await expect(start({ MIGRATE_AT_START: 'off' })).rejects.toThrow('Start the newer version.');
});

test('a balancer may use HTTP/1.0, without a host', { tags: ['long'] }, async () => {
  const { port } = new URL((await start()).origin);
  const sendRaw = async (request: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.write(request);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };
  for (const method of ['GET', 'OPTIONS'])
    await until(`${method} finds it ready`, async () =>
      /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nready$/s.test(await sendRaw(`${method} /readyz HTTP/1.0\r\n\r\n`)),
    );
  expect(await sendRaw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nok$/s);
  expect(await sendRaw('GET /api/products HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test('its connections report its version, so that no contract is applied under it', {
  tags: ['long'],
}, async () => {
  await start();
  const { rows } = await sql<{ last: string; connections: string[] }>`
    select left(max(name collate "C"), 4) as last, array(
      select distinct application_name from pg_stat_activity where datname = current_database() and application_name like 'stateside jobs%'
    ) as connections from schema_migration`.execute(database.db);
  expect(rows[0]?.connections).toEqual([`stateside jobs ${rows[0]?.last}`]);
});
