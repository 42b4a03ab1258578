/** The audit log as somebody with all rights on the database might leave it. The trigger keeps the shop from changing it: this goes around it. */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** Undone afterwards. */
export async function damaged<T>(db: Database, damage: RawBuilder<unknown>, check: () => Promise<T>): Promise<T> {
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
