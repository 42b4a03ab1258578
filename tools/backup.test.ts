/**
 * A backup of a running shop restores one consistent point in time: every row, sequence, constraint, and
 * trigger.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAuditLog } from '#modules/operations/audit/chain.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import * as audit from '#platform/audit.ts';
import { keepAuditLogChained } from '#platform/audit-chain.ts';
import { quoted, readSequences, readTables } from '#platform/backup/catalog.ts';
import { copyIn } from '#platform/backup/copy.ts';
import { loadBackup } from '#platform/backup/load-backup.ts';
import type { Manifest } from '#platform/backup/parts.ts';
import { checkBackup } from '#platform/backup/read-backup.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { migrate } from '#platform/migrate.ts';
import { readMigrations } from '#platform/migration-files.ts';
import { commitBeforeBaseline } from '#platform/schema-fit.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aMessage } from '#test/builders/message.ts';
import { aCreditBuyer, buyOnAccount } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { testKeys } from '#test/secrets.ts';
import { amount } from '#test/amount.ts';
import { until } from '#test/until.ts';

const secret = 'a passphrase of a test';
let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await aShop();
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

const place = (): string => join(folder, `${crypto.randomUUID()}.backup`);
const backUp = async (
  filesFolder: string | null = null,
  databaseUrl: string = shop.databaseUrl,
): Promise<{ path: string; manifest: Manifest }> => {
  const path = place();
  return {
    path,
    manifest: await writeBackup(path, { databaseUrl, filesFolder, keys: testKeys, secret, cost: 2 ** 10 }),
  };
};

async function restored(path: string): Promise<TestDatabase & { files: Map<string, Buffer> }> {
  const database = await aDatabase({ content: 'none' });
  const files = new Map<string, Buffer>();
  const keepFile = async (name: string, content: Buffer) => void files.set(name, content);
  await loadBackup(database.url, { path, secret, manifest: await checkBackup(path, secret), keepFile });
  return { ...database, files };
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const linesOf = async (client: Client, statement: string): Promise<string[]> =>
  (await client.query<{ line: string }>(statement)).rows.map(({ line }) => line);

/** Every row of every table as text, including generated columns, which the file does not contain. */
const contentOf = (url: string): Promise<Record<string, string[]>> =>
  withClient(url, async (client) => {
    const content: Record<string, string[]> = {};
    for (const table of await readTables(client))
      content[quoted(table)] = await linesOf(
        client,
        `select t::text as line from ${quoted(table)} t order by t::text collate "C"`,
      );
    return content;
  });

/**
 * Columns with defaults, identities, and generated values; constraints, indexes, triggers and whether they
 * are enabled, functions. The queue creates a partition of its statistics for each day; the days are
 * not compared.
 */
const shapeOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const lines = await linesOf(
      client,
      `with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'pgboss'))
      select concat_ws(' ', 'column', nspname, relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
          pg_get_expr(adbin, adrelid)) as line
        from pg_class c join ours on ours.oid = relnamespace join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
        left join pg_attrdef d on adrelid = c.oid and adnum = attnum where relkind in ('r', 'p', 'v')
      union all select concat_ws(' ', 'rule', conrelid::regclass, conname, convalidated, pg_get_constraintdef(k.oid))
        from pg_constraint k join ours on ours.oid = connamespace where contype <> 'n'
      union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) from pg_index join pg_class c on c.oid = indrelid join ours on ours.oid = relnamespace
      union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t join pg_class c on c.oid = tgrelid
        join ours on ours.oid = relnamespace where not tgisinternal
      union all select concat_ws(' ', 'function', p.oid::regprocedure, md5(prosrc)) from pg_proc p join ours on ours.oid = pronamespace
      order by 1`,
    );
    return [
      ...new Set(lines.map((line) => line.replaceAll(/queue_stats_\d{8}/g, 'queue_stats_DAY'))),
    ].toSorted();
  });

async function aPaidOrder(): Promise<string> {
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return answer.orderId;
}

/**
 * Waits until two snapshots, 2.5 s apart, are equal. The job queue's schema is ignored, because it records
 * every poll.
 */
async function atRest(): Promise<void> {
  const poll = async (): Promise<string> =>
    JSON.stringify(
      Object.entries(await contentOf(shop.databaseUrl)).filter(([name]) => !name.startsWith('"pgboss"')),
    );
  for (let before = ''; ; ) {
    const now = await poll();
    if (now === before) return;
    before = now;
    await pause(2_500);
  }
}

describe('a shop with sales', () => {
  const odd = 'tab\there, \\N, \\., a line\nand another\n, "quotes", ünï €, 中文, 🧾';

  test('is restored with every row, number, rule, and trigger, and continues from there', async () => {
    await aPaidOrder();
    await buyOnAccount(shop, await aCreditBuyer(shop));
    await aMessage(shop, { message: odd });
    // The history of a shop that was upgraded across the baseline.
    const [baseline] = await readMigrations();
    for (const { name, checksum } of baseline?.replaces ?? [])
      await sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`.execute(shop.db);
    await atRest();
    const { path, manifest } = await backUp();
    expect(manifest.migrations.length).toBeGreaterThan(100);
    const copy = await restored(path);
    const [original, copied] = [await contentOf(shop.databaseUrl), await contentOf(copy.url)];
    expect(Object.keys(copied)).toEqual(Object.keys(original));
    for (const table of Object.keys(original).filter((name) => !name.startsWith('"pgboss"')))
      expect([table, copied[table]]).toEqual([table, original[table]]);
    const second = await restored((await backUp(null, copy.url)).path);
    expect(await contentOf(second.url)).toEqual(copied);
    await second.close();
    const filled = Object.values(original).filter((rows) => rows.length > 0).length;
    expect(filled).toBeGreaterThan(40);
    expect(JSON.stringify(copied)).toContain('中文');
    expect(await shapeOf(copy.url)).toEqual(await shapeOf(shop.databaseUrl));
    expect(await withClient(copy.url, readSequences)).toEqual(manifest.sequences);
    expect(await withClient(shop.databaseUrl, readSequences)).toEqual(manifest.sequences);
    await sql`delete from schema_migration where name < '0142'`.execute(shop.db);
    expect(await checkInvariants(copy.db)).toEqual([]);
    // The audit log is complete and continues, even from a new process that has no state of the old shop.
    await aPaidOrder();
    const rewritten: unknown[] = [];
    const deps = { ...shop.deps, db: copy.db };
    const stopChaining = keepAuditLogChained(deps, {
      onRewritten: async (gone) => void rewritten.push(gone),
    });
    await copy.db
      .transaction()
      .execute((tx) => audit.record(tx, deps, { actorId: null, action: 'backup_restored', object: 'shop' }));
    await stopChaining();
    expect([rewritten, (await checkAuditLog(deps)).violations]).toEqual([[], []]);
    // Sequences continue where they were, and constraints are enforced.
    const last = await copy.db
      .selectFrom('audit_log')
      .select(sql<number>`max(id)`.as('id'))
      .executeTakeFirstOrThrow();
    const next = await copy.db
      .insertInto('audit_log')
      .values({ at: new Date(), ip: '', route: '', action: 'x', object: 'x', detail: '{}', mac: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(next.id).toBeGreaterThan(last.id);
    await expect(sql`update audit_log set action = 'y'`.execute(copy.db)).rejects.toThrow();
    await expect(sql`delete from product`.execute(copy.db)).rejects.toThrow();
    expect(await migrate(copy.url)).toEqual([]);
    await copy.close();
  });

  test.runIf(amount(false, true))(
    'is copied as of one moment, while it keeps selling',
    async () => {
      const state = { hasEnded: false, sold: 0 };
      const selling = Promise.all(
        Array.from({ length: 3 }, async () => {
          while (!state.hasEnded) {
            await aPaidOrder();
            state.sold += 1;
            await pause(100);
          }
        }),
      );
      const counts: [before: number, copied: number, after: number][] = [];
      const ordersIn = async ({ db }: Pick<TestDatabase, 'db'>): Promise<number> =>
        (
          await db
            .selectFrom('shop_order')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        ).count;
      for (let round = 0; round < 3; round += 1) {
        const before = await ordersIn(shop);
        const soldBefore = state.sold;
        await until('a purchase succeeded', () => state.sold > soldBefore);
        const { path } = await backUp();
        const after = await ordersIn(shop);
        const copy = await restored(path);
        expect(await checkInvariants(copy.db)).toEqual([]);
        counts.push([before, await ordersIn(copy), after]);
        await copy.close();
      }
      state.hasEnded = true;
      await selling;
      for (const [before, copied, after] of counts) {
        expect(copied).toBeGreaterThan(before);
        expect(copied).toBeLessThanOrEqual(after);
      }
    },
    180_000,
  );
});

test('includes uploads, but not one being written', { tags: ['long'] }, async () => {
  const files = join(folder, 'files');
  await mkdir(join(files, 'pictures'), { recursive: true });
  const picture = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * index) % 251));
  await writeFile(join(files, 'pictures', 'one.webp'), picture);
  await writeFile(join(files, 'empty.csv'), '');
  await writeFile(join(files, 'pictures', `two.webp.${crypto.randomUUID()}`), 'half');
  const { path, manifest } = await backUp(files);
  expect(manifest.files?.map(({ name }) => name)).toEqual(['empty.csv', 'pictures/one.webp']);
  const copy = await restored(path);
  expect([...copy.files.keys()].toSorted()).toEqual(['empty.csv', 'pictures/one.webp']);
  expect(copy.files.get('pictures/one.webp')?.equals(picture)).toBe(true);
  await copy.close();
});

describe('a rejected restore', () => {
  test('of a damaged file, with another key, or into a database in use changes nothing', async () => {
    const { path } = await backUp();
    const original = await readFile(path);
    await expect(checkBackup(path, 'another passphrase of a test')).rejects.toThrow('The key does not open');
    await writeFile(path, original.subarray(0, original.length - 100));
    await expect(checkBackup(path, secret)).rejects.toThrow('truncated or altered');
    await writeFile(path, original);
    const manifest = await checkBackup(path, secret);
    const before = await contentOf(shop.databaseUrl);
    const load = { path, secret, manifest, keepFile: async () => undefined };
    await expect(loadBackup(shop.databaseUrl, load)).rejects.toThrow('The database is not empty');
    expect(Object.keys(await contentOf(shop.databaseUrl))).toEqual(Object.keys(before));
  });

  test('of a newer version, or another migration history', { tags: ['long'] }, async () => {
    const { path, manifest } = await backUp();
    const empty = await aDatabase({ content: 'none' });
    const attempt = (migrations: Manifest['migrations']) =>
      loadBackup(empty.url, {
        path,
        secret,
        manifest: { ...manifest, migrations },
        keepFile: async () => undefined,
      });
    const newer = { name: '9000_of_tomorrow.sql', checksum: 'x', oldestCode: '0000' };
    await expect(attempt([...manifest.migrations, newer])).rejects.toThrow(
      'The backup is from a newer version',
    );
    const [first, ...others] = manifest.migrations;
    await expect(attempt([{ ...(first ?? newer), checksum: 'another' }, ...others])).rejects.toThrow(
      'was changed after it was applied',
    );
    const [{ replaces: replaced } = { replaces: [] }] = await readMigrations();
    const earlier = replaced.map((migration) => ({ ...migration, oldestCode: null }));
    for (const migrations of [earlier, earlier.slice(0, 5)])
      await expect(attempt(migrations)).rejects.toThrow(`restore it with the commit ${commitBeforeBaseline}`);
    expect(await contentOf(empty.url)).toEqual({});
    await empty.close();
  });

  test('that stopped half-way prevents every version from starting', async () => {
    const { path, manifest } = await backUp();
    const target = await aDatabase({ content: 'none' });
    const [table, ...others] = manifest.tables;
    if (table === undefined) throw new Error('there is no table');
    const tampered = { ...manifest, tables: [{ ...table, rows: table.rows + 1 }, ...others] };
    await expect(
      loadBackup(target.url, { path, secret, manifest: tampered, keepFile: async () => undefined }),
    ).rejects.toThrow('differs from the backup');
    await expect(migrate(target.url)).rejects.toThrow('A restore into this database did not finish');
    await target.close();
  });
});

test('rows rejected by the server are an error for the loader, and the connection continues', async () => {
  const rows = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('1\n0\n');
  };
  await withClient(shop.databaseUrl, async (client) => {
    await client.query('create temporary table positive (n int check (n > 0))');
    await expect(copyIn(client, 'copy positive (n) from stdin', rows())).rejects.toThrow(
      'violates check constraint',
    );
    expect(await linesOf(client, 'select count(*)::text as line from positive')).toEqual(['0']);
  });
});

test('a backup of another day, with other partitions of the queue statistics, is restored', {
  tags: ['long'],
}, async () => {
  await withClient(shop.databaseUrl, (client) =>
    client.query(`create table if not exists pgboss.queue_stats_20200101 partition of pgboss.queue_stats
      for values from ('2020-01-01') to ('2020-01-02')`),
  );
  const copy = await restored((await backUp()).path);
  const { rows } = await withClient(copy.url, (client) => client.query('select id from product'));
  expect(rows.length).toBeGreaterThan(10);
  await copy.close();
});

test('a failed backup leaves no file, and the previous one stays', async () => {
  const { path } = await backUp();
  const before = await readFile(path);
  const nowhere = {
    databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing',
    filesFolder: null,
    keys: testKeys,
    secret,
  };
  await expect(writeBackup(path, nowhere)).rejects.toThrow();
  expect((await readFile(path)).equals(before)).toBe(true);
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  // Leftovers of a killed process are removed, but those of a running one are not.
  const [dead, alive] = [`${path}.${2 ** 22 + 1}.unfinished`, `${path}.${process.ppid}.unfinished`];
  for (const leftoverPath of [dead, alive]) await writeFile(leftoverPath, 'half');
  await writeBackup(path, {
    databaseUrl: shop.databaseUrl,
    filesFolder: null,
    keys: testKeys,
    secret,
    cost: 2 ** 10,
  });
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([basename(alive)]);
  await checkBackup(path, secret);
});
