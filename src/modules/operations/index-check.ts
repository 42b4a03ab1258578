/**
 * Checks I20: every entry of our B-tree indexes is in order, and every table row is indexed. Safe on live
 * data: it only reads, with locks that do not block writers. It needs PostgreSQL's `amcheck` extension and
 * installs it if this login may.
 */
import { DatabaseError } from 'pg';
import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';
import type { Violation } from './invariants/invariants.ts';

export type IndexReport = { indexes: number; violations: Violation[]; notAvailable: string | null };

/** The database lacks the extension, or this login may not use it. */
const missing = new Set(['0A000', '42501', '42883', '58P01']);
/** PostgreSQL's error class for data corruption on disk. */
const damaged = 'XX';

export async function checkIndexes(db: Database): Promise<IndexReport> {
  const report: IndexReport = { indexes: 0, violations: [], notAvailable: null };
  try {
    await sql`create extension if not exists amcheck`.execute(db);
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', nspname, class.relname) as name
      from pg_index join pg_class class on class.oid = indexrelid join pg_am on pg_am.oid = class.relam
        join pg_namespace on pg_namespace.oid = class.relnamespace
      where amname = 'btree' and class.relkind = 'i' and class.relpersistence <> 't' and indisvalid and indisready
        and nspname not in ('pg_catalog', 'pg_toast', 'information_schema')
      order by name`.execute(db);
    for (const { name } of rows) {
      await sql`select bt_index_check(${name}::regclass, true)`.execute(db).catch((error: unknown) => {
        if (!(error instanceof DatabaseError) || !error.code?.startsWith(damaged)) throw error;
        const detail = error.detail === undefined ? error.message : `${error.message} (${error.detail})`;
        report.violations.push({ invariant: 'I20 an index agrees with its table', subject: name, detail });
      });
      report.indexes += 1;
    }
    return report;
  } catch (error) {
    if (error instanceof DatabaseError && missing.has(error.code ?? ''))
      return { ...report, notAvailable: error.message };
    throw error;
  }
}
