/**
 * Brings a database to the shape this code expects: the files of db/migrations, in the order of their names, each in one transaction.
 * An applied file is never edited: its checksum is kept, and a changed or missing file stops the start before anything is touched.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client, DatabaseError } from 'pg';

const folderOfThisCode = new URL('../../db/migrations/', import.meta.url);
const oldestServer = 15;
/** Any number will do, as long as every version of this code takes the same one. */
const advisoryLock = 7_283_645_190;
const waitForLockMs = 60_000;

export type Migration = { name: string; sql: string; checksum: string };

/** The database cannot be brought to this code's shape. `message` says why in words for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Applies what is missing and returns the names of the files it applied. Two starts at once wait for each other. */
export async function migrate(url: string, options: { folder?: URL } = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const client = new Client({ connectionString: url, application_name: 'stateside migrations', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // A lost connection also rejects the running query, and that is where it is reported.
  await client.connect();
  try {
    await requireServerVersion(client);
    const applied: string[] = [];
    for (let name = await applyNext(client, migrations); name !== null; name = await applyNext(client, migrations)) applied.push(name);
    return applied;
  } finally {
    await client.end();
  }
}

/** Line endings are made equal first: a Windows checkout of the same file is the same migration. */
export async function readMigrations(folder: URL = folderOfThisCode): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(encodeURIComponent(name), folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

type Queryable = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> };

/** Throws `MigrationError` where the server is older than PostgreSQL 15. */
export async function requireServerVersion(client: Queryable): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  const { number, name } = rows[0] as { number: number; name: string };
  if (number < oldestServer * 10_000) {
    throw new MigrationError(`The database server is PostgreSQL ${name}. Stateside needs PostgreSQL ${oldestServer} or newer.`);
  }
}

/**
 * One file, one transaction. The lock belongs to the transaction, so it also holds behind a pooler that hands the connection around,
 * and what was applied is read again under it every time.
 */
async function applyNext(client: Client, migrations: Migration[]): Promise<string | null> {
  await client.query('begin');
  try {
    await takeLock(client);
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name');
    const next = nextToApply(migrations, rows);
    if (next) await apply(client, next);
    await client.query('commit');
    return next?.name ?? null;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // The first error is the one worth reading.
    throw error;
  }
}

async function takeLock(client: Client): Promise<void> {
  await client.query(`set local lock_timeout = ${waitForLockMs}`);
  try {
    await client.query(`select pg_advisory_xact_lock(${advisoryLock})`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error;
    throw new MigrationError(
      'Another start has been migrating this database for more than a minute. Wait for it to finish, then start again.',
    );
  }
  await client.query('set local lock_timeout = 10000');
}

/** Decides before anything is touched whether code and database belong together. */
export function nextToApply(migrations: Migration[], applied: { name: string; checksum: string }[]): Migration | null {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const lastOfCode = migrations.at(-1)?.name ?? '';
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration && name > lastOfCode) {
      throw new MigrationError(
        `The database is newer than this code: it has ${name}, and this code ends with ${lastOfCode || 'nothing'}. Start the newer version.`,
      );
    }
    if (!migration)
      throw new MigrationError(`The migration ${name} was applied to this database, but its file is missing. Put the file back.`);
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied to this database. Put the old text back and add a new migration instead.`,
      );
    }
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  const next = migrations.find(({ name }) => !appliedNames.has(name)) ?? null;
  const lastApplied = applied
    .map(({ name }) => name)
    .sort()
    .at(-1);
  if (next && lastApplied !== undefined && next.name < lastApplied) {
    throw new MigrationError(`The migration ${next.name} comes before ${lastApplied}, which was applied already. Give it a later number.`);
  }
  return next;
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line = error.position === undefined ? '' : ` at line ${sql.slice(0, Number(error.position)).split('\n').length}`;
    throw new MigrationError(`The migration ${name} failed${line}: ${error.message}. Nothing of it was kept.`, { cause: error });
  }
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
}
