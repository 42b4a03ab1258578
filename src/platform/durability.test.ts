/** The durability check at startup, against a server whose settings are really changed. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aDatabase } from '#test/builders/database.ts';
import { createDatabase } from './database.ts';
import { assertDurable, isTestDatabase } from './durability.ts';
import { placesIn, superuser } from './embedded-postgres/cluster.ts';
import { clusterFolderIn, makeTemporaryDataDir } from './embedded-postgres/data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts';

const folder = makeTemporaryDataDir();
let shop: EmbeddedPostgres;

beforeAll(async () => {
  shop = await startEmbeddedPostgres({ dataDir: folder.path, purpose: 'shop' });
});
afterAll(async () => {
  await shop.stop();
  folder.remove();
});

/** Each check opens a new connection, because database settings apply to new connections only. */
async function guard(url: string = shop.url): Promise<'accepted' | string> {
  const db = createDatabase(url, { max: 1 });
  try {
    return await assertDurable(db).then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  } finally {
    await db.destroy();
  }
}

/** The shop's role may change none of these. */
async function change(...statements: string[]): Promise<void> {
  const address = new URL(shop.url);
  address.username = superuser;
  address.password = readFileSync(placesIn(clusterFolderIn(shop.dataDir)).password, 'utf8');
  const db = createDatabase(address.href, { max: 1 });
  try {
    for (const statement of statements) await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

afterEach(() =>
  change(
    'alter database stateside reset all',
    'alter role all reset all',
    'alter system reset all',
    'select pg_reload_conf()',
  ),
);

test("the shop's embedded database is accepted unchanged", async () => {
  expect(await guard()).toBe('accepted');
});

test('synchronous_commit off is rejected by name', async () => {
  await change('alter database stateside set synchronous_commit = off');
  expect(await guard()).toBe(
    'NotDurableError: The database server could lose confirmed orders in a power cut: synchronous_commit is off. Turn on what is off, or use another server.',
  );
});

test('fsync and full_page_writes off are rejected by name', async () => {
  await change(
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  );
  await vi.waitFor(async () => expect(await guard()).toContain('fsync, full_page_writes are off'), {
    timeout: 10_000,
  });
});

test("a connection's own claim does not make a test database", async () => {
  await change('alter database stateside set synchronous_commit = off');
  const claiming = new URL(shop.url);
  claiming.searchParams.set('options', '-c stateside.purpose=test');
  expect(await guard(claiming.href)).toContain('synchronous_commit is off');
});

test('a database with the mark in its catalog is a test database', async () => {
  await change(
    'alter database stateside set synchronous_commit = off',
    "alter database stateside set stateside.purpose = 'test'",
  );
  expect(await guard()).toBe('accepted');
});

test('the databases of these tests are test databases, and fast ones', async () => {
  const { db, close } = await aDatabase();
  try {
    expect(await isTestDatabase(db)).toBe(true);
    expect((await sql`show fsync`.execute(db)).rows).toEqual([{ fsync: 'off' }]);
    await assertDurable(db);
  } finally {
    await close();
  }
});
