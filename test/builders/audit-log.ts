/**
 * Damages the audit log as an attacker with full database rights might. Bypasses the trigger that keeps the
 * log append-only.
 */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** Restores the log after `check`. */
export async function damaged<T>(
  db: Database,
  damage: RawBuilder<unknown>,
  check: () => Promise<T>,
): Promise<T> {
  await sql`create table untouched as select * from audit_log`.execute(db);
  await sql`alter table audit_log disable trigger all`.execute(db);
  try {
    await damage.execute(db);
    return await check();
  } finally {
    await sql`truncate audit_log`.execute(db);
    await sql`insert into audit_log overriding system value select * from untouched`.execute(db);
    await sql`alter table audit_log enable trigger all`.execute(db);
    await sql`drop table untouched`.execute(db);
  }
}
