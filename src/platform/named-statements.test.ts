/**
 * Which statements PostgreSQL prepares on a connection, and that a migration does not break a running
 * process.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { createDatabase, type Database, hasStatementLimit } from './database.ts';

let database: TestDatabase;
/** One connection, so that its prepared statements can be listed. */
let db: Database;
beforeAll(async () => {
  database = await aDatabase();
  db = createDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

const prepared = async (part: string): Promise<number> => {
  const { rows } = await sql
    .raw<{ statement: string }>('select statement from pg_prepared_statements')
    .execute(db);
  return rows.filter(({ statement }) => statement.includes(part)).length;
};

test('a statement with parameters is prepared once for all its runs', async () => {
  const check = (id: string) => db.selectFrom('product').select('name').where('id', '=', id).execute();
  await check('one');
  await check('two');
  expect(await prepared('select "name" from "product"')).toBe(1);
});

test('a result with a star is not prepared, so that a new column breaks no query', async () => {
  const check = () => db.selectFrom('rate_limit').selectAll().where('key', '=', 'x').execute();
  const write = () =>
    db
      .insertInto('rate_limit')
      .values({ key: 'x', hits: 1, ends_at: new Date() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ hits: 2 }))
      .returningAll()
      .execute();
  const named = () => db.selectFrom('rate_limit').select('hits').where('key', '=', 'x').execute();
  const nested = () =>
    sql<{ hits: number }>`select hits from (select * from rate_limit) as kept where key = ${'x'}`.execute(db);
  const runAll = async () =>
    [await write(), await check(), await named(), (await nested()).rows].map((rows) => rows.length);
  await runAll();
  await sql`alter table rate_limit add column remark text`.execute(db);
  expect(await runAll()).toEqual([1, 1, 1, 1]);
  expect([
    await prepared('returning *'),
    await prepared('select * from "rate_limit"'),
    await prepared('(select * from rate_limit)'),
  ]).toEqual([0, 0, 1]);
});

test("behind a pooler sessions keep no names and settings, so the pooler's own limits apply", async () => {
  const pooled = createDatabase(database.url, { max: 1, isPooled: true, namesStatements: false });
  try {
    await pooled.selectFrom('product').select('name').where('id', '=', 'one').execute();
    const { rows } = await sql`
      select name as left from pg_prepared_statements
      union all select name from pg_settings where source = 'client' and name like '%timeout'`.execute(
      pooled,
    );
    expect(rows).toEqual([]);
    expect(await hasStatementLimit(pooled)).toBe(false);
    await sql`set statement_timeout = '5s'`.execute(pooled);
    expect(await hasStatementLimit(pooled)).toBe(true);
  } finally {
    await pooled.destroy();
  }
});
