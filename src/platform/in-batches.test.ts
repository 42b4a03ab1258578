/**
 * Rows that reach their age are processed once, in small statements, even if rows remain or a run is
 * interrupted.
 */
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCursor } from './cursors.ts';
import { processByAge, batchSize, inBatches } from './in-batches.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
  await sql`create table thing (id integer primary key, at timestamptz not null, stays boolean not null)`.execute(
    database.db,
  );
});
afterAll(() => database.close());

/** Every fifth row stays; there are ten an hour from midnight on. */
beforeEach(async () => {
  await sql`truncate thing, sweep_cursor`.execute(database.db);
  await sql`insert into thing select n, timestamptz '2026-01-01T00:00Z' + n * interval '6 minutes', n % 5 = 0 from generate_series(0, 99) n`.execute(
    database.db,
  );
});

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));
const readRemaining = async (): Promise<number[]> =>
  (await sql<{ id: number }>`select id from thing where not stays order by id`.execute(database.db)).rows.map(
    ({ id }) => id,
  );

function deleteRows(
  before: Date,
  { rereadDays = 0, statements = [] as [Date, Date][], failsAt = Infinity } = {},
): Promise<number> {
  const aging = { name: 'things', table: sql`thing`, since: sql`at`, before, rereadDays };
  return processByAge(database.db, aging, (from, until) => {
    statements.push([from, until]);
    if (statements.length === failsAt) return sql`select 1 / 0`;
    return sql`delete from thing where id in (select id from thing where at >= ${from} and at < ${until} and not stays limit ${batchSize})`;
  });
}

test('only expired rows are deleted, an hour at a time, and the rest is not read again', async () => {
  const statements: [Date, Date][] = [];
  expect(await deleteRows(at(3), { statements })).toBe(24);
  expect(statements).toEqual([0, 1, 2].map((hour) => [at(hour), at(hour + 1)]));
  expect((await readRemaining())[0]).toBe(31);
  const later: [Date, Date][] = [];
  expect(await deleteRows(at(5), { statements: later })).toBe(16);
  expect(later).toEqual([3, 4].map((hour) => [at(hour), at(hour + 1)]));
});

test('an empty period costs nothing, and its end is never passed', async () => {
  const statements: [Date, Date][] = [];
  await sql`delete from thing where at < ${at(8)}`.execute(database.db);
  const end = new Date(at(8).getTime() + 1_800_000);
  expect(await deleteRows(end, { statements })).toBe(4);
  expect(statements).toEqual([[at(8), end]]);
  expect(await readCursor(database.db, 'things')).toEqual(end);
});

test('an interrupted run is resumed where it stopped', async () => {
  await expect(deleteRows(at(5), { failsAt: 3 })).rejects.toThrow('division by zero');
  expect((await readRemaining())[0]).toBe(21);
  const statements: [Date, Date][] = [];
  expect(await deleteRows(at(5), { statements })).toBe(24);
  expect(statements[0]).toEqual([at(2), at(3)]);
});

test('rows in use when they expired are found by a second pass', async () => {
  await deleteRows(at(5));
  await sql`update thing set stays = false where id = 10`.execute(database.db);
  expect(await deleteRows(at(6))).toBe(8);
  expect((await readRemaining())[0]).toBe(10);
  expect(await deleteRows(at(6), { rereadDays: 1 })).toBe(1);
});

test('batches of any size continue until nothing is left', async () => {
  const few = sql`delete from thing where id in (select id from thing where not stays limit 7)`;
  expect(await inBatches(database.db, few, 7)).toBe(80);
});
