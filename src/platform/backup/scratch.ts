/**
 * Provides the temporary database in which a backup is verified: on the given server, else in a temporary
 * built-in PostgreSQL. The shop's own server is used only if it is given, because a restore needs as much
 * space as the shop's data, and heavy I/O.
 */
import type { Client } from 'pg';
import { hasEmbeddedPostgres } from '#platform/embedded-postgres/binaries.ts';
import { withClient } from '#platform/one-client.ts';
import { type Load, loadBackup } from './load-backup.ts';
import { inOwnScratch } from './own-database.ts';
import { BackupError } from './sealed-file.ts';

type ToProve = Omit<Load, 'keepFile'>;

const purpose = 'stateside proof';
/**
 * The name has the time of creation, so a leftover of a killed run can be distinguished from a database in
 * use.
 */
const namePrefix = 'stateside_proof_';
const nameOfProof = new RegExp(`^${namePrefix}(\\d{10,12})_[0-9a-f]{8}$`);
/** Older scratch databases are leftovers, because no verification takes this long. */
const leftAfterSeconds = 12 * 3600;

/** Throws `BackupError` when backups cannot be verified at all. Call it before a backup is made. */
export function requireScratch(server: string | null, hasOwn = hasEmbeddedPostgres()): void {
  if (server === null && !hasOwn)
    throw new BackupError(
      'The backup cannot be proven here: the built-in PostgreSQL is not installed, and DATABASE_URL is the database of the shop. ' +
        'Set PROVE_DATABASE_URL to a PostgreSQL server whose login may create databases, or run prove --from FILE on a machine where "npm ci" ran without --omit=optional.',
    );
}

/**
 * Restores into a temporary database, runs `work` on it, and drops it. It needs as much free space there as
 * the shop's database has.
 */
export function inScratch<Result>(
  server: string | null,
  load: ToProve,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  requireScratch(server);
  if (server === null) return inOwnScratch(load, work);
  return inNewDatabase(server, async (url) => {
    await loadBackup(url, { ...load, keepFile: async () => undefined });
    return work(url);
  });
}

/**
 * `server` is the address of any database on it. The new database is always dropped, also when this process
 * is signaled to end. Leftovers of killed runs are dropped too.
 */
export async function inNewDatabase<Result>(
  server: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `${namePrefix}${Math.floor(Date.now() / 1_000)}_${crypto.randomUUID().slice(0, 8)}`;
  const drop = () =>
    withClient(server, purpose, (client) => client.query(`drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return unlessEnded(async (endsEarly) => {
    await create(server, name);
    const result = await Promise.race([endsEarly, work(url.href)]).catch(async (error: unknown) => {
      // If the server is gone, this fails too. The first error is the useful one.
      await drop().catch(() => undefined);
      throw error;
    });
    await drop();
    return result;
  });
}

/**
 * `endsEarly` rejects when this process is signaled to end. The process exits after `work` has cleaned up.
 */
async function unlessEnded<Result>(work: (endsEarly: Promise<never>) => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // It may reject before it is awaited.
  const end = (signal: string): void => reject(new BackupError(`The proof was interrupted by ${signal}.`));
  for (const signal of endSignals) process.on(signal, end);
  try {
    return await work(promise);
  } finally {
    for (const signal of endSignals) process.off(signal, end);
  }
}
const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Drops what killed runs left on that server. Each leftover is a full copy of the shop's data. */
export const dropLeftoversOn = (server: string): Promise<void> => withClient(server, purpose, dropLeftovers);

async function create(server: string, name: string): Promise<void> {
  try {
    await withClient(server, purpose, async (client) => {
      await dropLeftovers(client);
      // `template0` omits what the operator adds to new databases, because a restore needs an empty one.
      await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new BackupError(
      code === insufficientPrivilege
        ? 'The login of PROVE_DATABASE_URL may not create databases. Allow it with: alter role NAME createdb'
        : `The server of PROVE_DATABASE_URL cannot create a database for the proof: ${message || code}.`,
    );
  }
}
const insufficientPrivilege = '42501';

/**
 * A database in use has a connection. One that belongs to another login cannot be dropped and is left to that
 * login.
 */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname::text as name from pg_database d where not exists (select from pg_stat_activity where datid = d.oid)',
  );
  const oldest = Date.now() / 1_000 - leftAfterSeconds;
  for (const { name } of rows) {
    const [, madeAt] = nameOfProof.exec(name) ?? [];
    if (madeAt !== undefined && Number(madeAt) < oldest)
      await client.query(`drop database if exists ${name}`).catch(() => undefined);
  }
}
