/**
 * An acknowledged sale must survive a power cut, so the shop rejects a server that may lose confirmed writes.
 * A test database is marked in its own catalog; no environment or connection setting can make that claim.
 */
import { type Kysely, sql } from 'kysely';
import { requireServerVersion } from './migrate.ts';

const dangerous = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** The server may lose confirmed writes. `message` names the settings. */
export class NotDurableError extends Error {
  override name = 'NotDurableError';
}

/**
 * Throws `NotDurableError` when a power cut could lose a confirmed order, and `MigrationError` when the
 * server is too old.
 */
export async function assertDurable<Tables>(db: Kysely<Tables>): Promise<void> {
  await requireServerVersion({ query: async (text) => sql.raw<Record<string, unknown>>(text).execute(db) });
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in (${sql.join(dangerous)}) and setting = 'off' order by name`.execute(
    db,
  );
  if (rows.length === 0 || (await isTestDatabase(db))) return;
  throw new NotDurableError(
    `The database server could lose confirmed orders in a power cut: ${rows.map(({ name }) => name).join(', ')} ${rows.length === 1 ? 'is' : 'are'} off. ` +
      'Turn on what is off, or use another server.',
  );
}

/**
 * True after `alter database … set stateside.purpose = 'test'` (or `alter role all …` for a whole server).
 * Only the catalog is read; a value set by the connection does not count.
 */
export async function isTestDatabase<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_db_role_setting
    where setrole = 0 and setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and 'stateside.purpose=test' = any (setconfig)`.execute(db);
  return rows.length > 0;
}
