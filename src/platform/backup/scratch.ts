/**
 * Where a backup is proven: a database that is made for it and thrown away, on a server that is named, else in a built-in PostgreSQL of its own.
 * Never on the shop's server unless it is the one that is named: a restore takes as much room there as the shop's data, and as much work.
 */
import type { Client } from 'pg';
import { hasEmbeddedPostgres } from '#platform/embedded-postgres/binaries.ts';
import { withClient } from '#platform/one-client.ts';
import { type Load, loadBackup } from './load-backup.ts';
import { inOwnScratch } from './own-database.ts';
import { BackupError } from './sealed-file.ts';

type ToProve = Omit<Load, 'keepFile'>;

const purpose = 'stateside proof';
/** Its name says when it was made, so that what a killed proof has left is told from one that is at work. */
const namePrefix = 'stateside_proof_';
const nameOfProof = new RegExp(`^${namePrefix}(\\d{10,12})_[0-9a-f]{8}$`);
/** No proof takes that long. */
const leftAfterSeconds = 12 * 3600;

/** Throws `BackupError` where a backup cannot be proven at all: said before one is made. */
export function requireScratch(server: string | null, hasOwn = hasEmbeddedPostgres()): void {
  if (server === null && !hasOwn)
    throw new BackupError(
      'There is no place to prove a backup: the built-in PostgreSQL is not installed here, and DATABASE_URL is where the shop works. ' +
        'Set PROVE_DATABASE_URL to a PostgreSQL server whose login may create databases, or run prove --from FILE where "npm ci" was run without --omit=optional.',
    );
}

/** Restores into a database of its own, asks `work` about it, and throws it away. It needs as much room there as the shop's database. */
export function inScratch<Result>(server: string | null, load: ToProve, work: (url: string) => Promise<Result>): Promise<Result> {
  requireScratch(server);
  if (server === null) return inOwnScratch(load, work);
  return inNewDatabase(server, async (url) => {
    await loadBackup(url, { ...load, keepFile: async () => undefined });
    return work(url);
  });
}

/**
 * `server` names any database of it. The new one is dropped whatever happens, also when this process is told to end, and so is what a proof
 * that was killed has left.
 */
export async function inNewDatabase<Result>(server: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const name = `${namePrefix}${Math.floor(Date.now() / 1_000)}_${crypto.randomUUID().slice(0, 8)}`;
  const drop = () => withClient(server, purpose, (client) => client.query(`drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return unlessEnded(async (endsEarly) => {
    await create(server, name);
    const result = await Promise.race([endsEarly, work(url.href)]).catch(async (error: unknown) => {
      // Where the server is gone this fails too, and the first error is the one worth reading.
      await drop().catch(() => undefined);
      throw error;
    });
    await drop();
    return result;
  });
}

/** `endsEarly` fails as soon as this process is told to end, which it then does by itself: what `work` has begun is taken back first. */
async function unlessEnded<Result>(work: (endsEarly: Promise<never>) => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined); // It may be told before anybody waits for it.
  const end = (signal: string): void => reject(new BackupError(`The proof was ended by ${signal}.`));
  for (const signal of endSignals) process.on(signal, end);
  try {
    return await work(promise);
  } finally {
    for (const signal of endSignals) process.off(signal, end);
  }
}
const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** What proofs that were killed have left on that server: a whole copy of the shop's data each. */
export const dropLeftoversOn = (server: string): Promise<void> => withClient(server, purpose, dropLeftovers);

async function create(server: string, name: string): Promise<void> {
  try {
    await withClient(server, purpose, async (client) => {
      await dropLeftovers(client);
      // Without what the server's operator puts into every new database: a restore goes into what is empty.
      await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new BackupError(
      code === insufficientPrivilege
        ? 'The login of PROVE_DATABASE_URL may not create databases. Allow it: alter role NAME createdb'
        : `The server of PROVE_DATABASE_URL gives no database to prove a backup in: ${message || code}.`,
    );
  }
}
const insufficientPrivilege = '42501';

/** To one that is at work somebody is connected. Another login's cannot be dropped, and is that login's affair. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname::text as name from pg_database d where not exists (select from pg_stat_activity where datid = d.oid)',
  );
  const oldest = Date.now() / 1_000 - leftAfterSeconds;
  for (const { name } of rows) {
    const [, madeAt] = nameOfProof.exec(name) ?? [];
    if (madeAt !== undefined && Number(madeAt) < oldest) await client.query(`drop database if exists ${name}`).catch(() => undefined);
  }
}
