/**
 * Migrates a database to the schema that this code expects. The files of db/migrations are applied by name,
 * each in one transaction unless marked otherwise. An applied file is never edited: its checksum is stored,
 * and a changed or missing file stops the start before anything is touched. A database with all migrations that
 * the baseline replaces only records it. The shop may be running, so no statement waits long for a lock: it gives
 * up and is retried.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { applyOutside } from './migrate-outside.ts';
import { type Migration, numberOf, readMigrations } from './migration-files.ts';
import { withClient } from './one-client.ts';
import { type Applied, appliedColumns, MigrationError, toApply } from './schema-fit.ts';

const oldestServer = 15;
const connectionName = 'stateside migrations';
/** The number is arbitrary, but every version of this code must use the same one. */
const advisoryLock = 7_283_645_190;
const waitForOthersMs = 60_000;
const lockPollMs = 100;
const pollEveryMs = 1_000;
/**
 * A statement that waits for a lock blocks all that come after it. A request of the shop waits five seconds
 * at most.
 */
const defaultLockTimeoutMs = 1_000;
const defaultRetryForMs = 300_000;
const longestPauseMs = 15_000;
/** For processes of the previous version that are shutting down. */
const waitForOlderCodeMs = 10_000;

export type MigrateOptions = {
  folder?: URL;
  /** Names of the migrations to apply, for a database with an older schema; default all. */
  only?: string[];
  lockTimeoutMs?: number;
  retryForMs?: number;
  waitForOlderCodeMs?: number;
};
type Settings = Required<Omit<MigrateOptions, 'folder' | 'only'>>;

/** Applies missing migrations and returns their file names. Concurrent starts wait for each other. */
export async function migrate(
  url: string,
  { folder, only, ...wanted }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => only?.includes(name) ?? true);
  const settings = {
    lockTimeoutMs: defaultLockTimeoutMs,
    retryForMs: defaultRetryForMs,
    waitForOlderCodeMs,
    ...wanted,
  };
  return withClient(url, connectionName, async (client) => {
    await requireServerVersion(client);
    const applied: string[] = [];
    const next = () => retrying(settings.retryForMs, () => applyNext(client, url, migrations, settings));
    for (let name = await next(); name !== null; name = await next()) applied.push(name);
    return applied;
  });
}

/** What `migrate` would apply, in order. Throws the same errors when code and database do not match. */
export async function pendingMigrations(
  url: string,
  { folder }: { folder?: URL } = {},
): Promise<Migration[]> {
  const migrations = await readMigrations(folder);
  return withClient(url, connectionName, async (client) =>
    toApply(migrations, (await hasTable(client)) ? await readApplied(client) : []),
  );
}

/** Waits until another process has applied the migrations. Calls `onWait` if it has to wait. */
export async function awaitMigrations(
  url: string,
  onWait: () => void,
  options: { folder?: URL } = {},
): Promise<void> {
  for (let isFirst = true; (await pendingMigrations(url, options)).length > 0; isFirst = false) {
    if (isFirst) onWait();
    await pause(pollEveryMs);
  }
}

type Queryable = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> };

/** Throws `MigrationError` when the server is older than PostgreSQL 15. */
export async function requireServerVersion(client: Queryable): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  const { number, name } = rows[0] as { number: number; name: string };
  if (number < oldestServer * 10_000) {
    throw new MigrationError(
      `The database server is PostgreSQL ${name}. Stateside needs PostgreSQL ${oldestServer} or newer.`,
    );
  }
}

/** Retries, with a growing pause, what could not get a lock or was canceled for blocking others. */
async function retrying<Result>(retryForMs: number, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error;
      const isInTheWay = cause instanceof DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
      if (!isInTheWay || performance.now() - startedAt + pauseMs > retryForMs) throw error;
      await pause(pauseMs);
    }
  }
}

/**
 * Applies one file. The lock belongs to the transaction, so it also works behind a pooler that shares
 * connections. The applied migrations are read again under the lock each time.
 */
async function applyNext(
  client: Client,
  url: string,
  migrations: Migration[],
  settings: Settings,
): Promise<string | null> {
  await client.query('begin');
  try {
    await takeLock(client);
    await client.query(`set local lock_timeout = ${settings.lockTimeoutMs}`);
    // This connection only waits while an index is built over another one.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await prepareTable(client);
    const missing = toApply(migrations, await readApplied(client));
    await requireNoOlderCode(client, missing, settings.waitForOlderCodeMs);
    const [next] = missing;
    if (next) await apply(client, url, next, settings);
    await client.query('commit');
    return next?.name ?? null;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // The first error is the useful one.
    throw error;
  }
}

/**
 * Polls for the lock: a statement waiting inside the database would block the concurrent index build of the
 * lock's holder.
 */
async function takeLock(client: Client): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock(${advisoryLock}) as "isOurs"`,
    );
    if (rows[0]?.isOurs) return;
    if (performance.now() - startedAt > waitForOthersMs) {
      throw new MigrationError(
        'Another process has been migrating this database for over a minute. Wait for it to finish, then start again.',
      );
    }
    await pause(lockPollMs);
  }
}

async function prepareTable(client: Client): Promise<void> {
  if (await hasTable(client)) return;
  await client.query(`create table schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), oldest_code text)`);
}

async function hasTable(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migration') is not null as "isThere"`,
  );
  return rows[0]?.isThere === true;
}

const readApplied = async (client: Client): Promise<Applied[]> =>
  (await client.query<Applied>(`select ${appliedColumns} from schema_migration order by name collate "C"`))
    .rows;

/**
 * A process puts its version into the name of its connections (`platform/jobs.ts`). A version that cannot
 * work with the new schema would have to reject its customers, so nothing is applied while it runs.
 */
async function requireNoOlderCode(client: Client, missing: Migration[], waitMs: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ code: string }>(`
      select distinct substring(application_name from '^stateside jobs (\\d{4})$') as code from pg_stat_activity
      where datname = current_database() and application_name ~ '^stateside jobs \\d{4}$' order by code`);
    const refused = missing
      .map(({ name, oldestCode }) => ({
        name,
        codes: rows.filter(({ code }) => code < (oldestCode ?? numberOf(name))),
      }))
      .find(({ codes }) => codes.length > 0);
    if (refused === undefined) return;
    if (performance.now() - startedAt > waitMs) {
      throw new MigrationError(
        `The migration ${refused.name} removes what versions up to ${refused.codes.at(-1)?.code} need, and processes of such a version are running. ` +
          'Stop them, or upgrade them to an intermediate version first. Nothing was changed.',
      );
    }
    await pause(lockPollMs);
  }
}

async function apply(client: Client, url: string, migration: Migration, settings: Settings): Promise<void> {
  const { name, sql, checksum, oldestCode, way } = migration;
  try {
    if (way === 'in one transaction') await client.query(sql);
    else if (way !== 'recorded only')
      await withClient(url, connectionName, (outside) => applyOutside(outside, migration, settings));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line =
      error.position === undefined
        ? ''
        : ` at line ${sql.slice(0, Number(error.position)).split('\n').length}`;
    const remaining =
      way === 'in batches'
        ? 'Its changes so far remain, and the next run continues from there.'
        : 'It was rolled back.';
    throw new MigrationError(`The migration ${name} failed${line}: ${error.message}. ${remaining}`, {
      cause: error,
    });
  }
  await client.query('insert into schema_migration (name, checksum, oldest_code) values ($1, $2, $3)', [
    name,
    checksum,
    oldestCode,
  ]);
}
