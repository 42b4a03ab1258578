/**
 * I20, the database's own look at itself: every entry of every B-tree index of ours is in its place, and every row of the table is in it.
 * Safe on live data: it only reads, and shares each table with whoever writes. It needs PostgreSQL's extension `amcheck`; where that is not
 * installed it is created in a transaction that is never committed.
 */
import { DatabaseError } from 'pg';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/database.ts';
import type { Violation } from './invariants.ts';

export type IndexReport = { indexes: number; violations: Violation[]; notAvailable: string | null };

const invariant = 'I20 an index agrees with its table';
/** The database has no such extension, or this login may not use it. */
const missing = new Set(['0A000', '42501', '42883', '58P01']);
/** PostgreSQL's class for what is damaged on the disk. */
const damaged = 'XX';

export function checkIndexes(db: Database): Promise<IndexReport> {
  const report: IndexReport = { indexes: 0, violations: [], notAvailable: null };
  return db
    .transaction()
    .execute(async (tx) => {
      await sql`create extension if not exists amcheck`.execute(tx);
      for (const index of await ours(tx)) {
        const damage = await damageOf(tx, index);
        report.indexes += 1;
        if (damage !== null) report.violations.push({ invariant, subject: index, detail: damage });
      }
      throw new NothingToReport();
    })
    .catch((error: unknown) => {
      if (error instanceof NothingToReport) return report;
      if (error instanceof DatabaseError && missing.has(error.code ?? '')) return { ...report, notAvailable: error.message };
      throw error;
    });
}

class NothingToReport extends Error {}

async function ours(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, class.relname) as name
    from pg_index join pg_class class on class.oid = indexrelid join pg_am on pg_am.oid = class.relam
      join pg_namespace on pg_namespace.oid = class.relnamespace
    where amname = 'btree' and class.relkind = 'i' and class.relpersistence <> 't' and indisvalid and indisready
      and nspname not in ('pg_catalog', 'pg_toast', 'information_schema')
    order by name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The way back to the savepoint ends a complaint, so that the others are looked at, and gives the table's lock back. */
async function damageOf(tx: Tx, index: string): Promise<string | null> {
  await sql`savepoint before_index`.execute(tx);
  try {
    await sql`select bt_index_check(${index}::regclass, true)`.execute(tx);
    await backTo(tx);
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseError) || !error.code?.startsWith(damaged)) throw error;
    await backTo(tx);
    return error.detail === undefined ? error.message : `${error.message} (${error.detail})`;
  }
}

const backTo = (tx: Tx) => sql`rollback to savepoint before_index`.execute(tx);
