/**
 * A sound database passes, a damaged index is named with its problem, and a login without the privilege is
 * reported without failing.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createDatabase } from '#platform/database.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkIndexes } from './index-check.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

test('every index of an intact database is checked', async () => {
  const { rows } = await sql`select from pg_indexes where schemaname = 'public'`.execute(database.db);
  const report = await checkIndexes(database.db);
  expect(report).toMatchObject({ violations: [], notAvailable: null });
  expect(report.indexes).toBeGreaterThanOrEqual(rows.length);
});

test('an index with a broken order is named, and so is the next one', async () => {
  const { db } = database;
  await sql`create function compared(integer, integer) returns integer language sql immutable as 'select $1 - $2'`.execute(
    db,
  );
  await sql`create operator class odd_ops for type integer using btree as operator 1 <, operator 2 <=, operator 3 =, operator 4 >=, operator 5 >,
    function 1 compared(integer, integer)`.execute(db);
  await sql`create table numbered as select generate_series(1, 500) as number`.execute(db);
  await sql`create index numbered_one on numbered (number odd_ops)`.execute(db);
  await sql`create index numbered_two on numbered (number odd_ops)`.execute(db);
  expect((await checkIndexes(db)).violations).toEqual([]);
  await sql`create or replace function compared(integer, integer) returns integer language sql immutable as 'select $2 - $1'`.execute(
    db,
  );
  const { violations, indexes } = await checkIndexes(db);
  expect(violations).toMatchObject(
    ['public.numbered_one', 'public.numbered_two'].map((subject) => ({
      subject,
      invariant: 'I20 an index agrees with its table',
      detail: expect.stringContaining('invariant violated for index'),
    })),
  );
  expect(indexes).toBeGreaterThan(20);
  await sql`drop table numbered`.execute(db);
});

test('a login without the permission gets the reason, and no violation', async () => {
  const role = `reader_${randomUUID().slice(0, 8)}`;
  await sql`create role ${sql.id(role)} login password 'only-in-this-test'`.execute(database.db);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'only-in-this-test';
  const reader = createDatabase(url.href, { max: 1 });
  const report = await checkIndexes(reader);
  await reader.destroy();
  await sql`drop role ${sql.id(role)}`.execute(database.db);
  expect(report).toEqual({
    indexes: 0,
    violations: [],
    notAvailable: expect.stringContaining('permission denied'),
  });
});
