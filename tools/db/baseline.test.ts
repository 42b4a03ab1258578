/**
 * The baseline of db/migrations gives the same database as the migrations that it replaces. Those are no longer in
 * the tree, so it is compared with the catalog that they gave. `npm run lab -- test:upgrade` compares that catalog
 * with the real ones from the git history.
 */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, pendingMigrations } from '#platform/migrate.ts';
import { type Migration, readMigrations } from '#platform/migration-files.ts';
import { commitBeforeBaseline } from '#platform/schema-fit.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { catalogOfChain, describeCatalog } from './catalog.ts';

let database: TestDatabase;
let baseline: Migration;
beforeEach(async () => {
  database = await aDatabase({ content: 'none' });
  const [first] = await readMigrations();
  if (first === undefined) throw new Error('there are no migrations');
  baseline = first;
  await migrate(database.url, { only: [baseline.name] });
});
afterEach(() => database.close());

test('it gives the catalog and the rows of the migrations that it replaces', async () => {
  const [expected, actual] = [
    await readFile(catalogOfChain, 'utf8'),
    await describeCatalog(database.url),
  ].map((text) => text.split('\n'));
  expect(expected?.length).toBeGreaterThan(1_000);
  expect(actual).toEqual(expected);
});

/** Lists the replaced migrations as applied, without the baseline. */
async function pretendUpgrade(replaced: Migration['replaces']): Promise<void> {
  await sql`delete from schema_migration`.execute(database.db);
  await sql`insert into schema_migration (name, checksum) values ${sql.join(
    replaced.map(({ name, checksum }) => sql`(${name}, ${checksum})`),
  )}`.execute(database.db);
}

test('an upgraded database only records it, and one that stopped half-way names the commit', async () => {
  expect(baseline.replaces.at(0)?.name).toBe('0001_catalog.sql');
  expect(baseline.replaces.at(-1)?.name).toBe('0141_plainer_texts.sql');
  await pretendUpgrade(baseline.replaces);
  const [pending] = await pendingMigrations(database.url);
  expect(pending).toMatchObject({ name: baseline.name, way: 'recorded only' });
  await pretendUpgrade(baseline.replaces.slice(0, -1));
  await expect(migrate(database.url)).rejects.toThrow(commitBeforeBaseline);
});

test('the upgrade how-to names the same commit', async () => {
  const page = await readFile(new URL('../../docs/how-to/upgrade.md', import.meta.url), 'utf8');
  expect(page).toContain(commitBeforeBaseline);
});
