/**
 * Real PostgreSQL for a machine that has none: everything it needs comes with the project's packages.
 * `kill -9` of Node leaves the server running on purpose (nothing committed is at risk); the next start stops it and goes on.
 */
import { join } from 'node:path';
import { Client } from 'pg';
import { chooseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { placesIn, provideCluster, superuser } from './cluster.ts';
import { homeIn, makeTemporaryDataDir, ownerOf, prepareHome, chooseDataDir } from './data-dir.ts';
import { clearLeftover } from './leftover.ts';
import { takeLock } from './lock.ts';
import { startServer } from './server.ts';
import { type Supervised, supervise } from './supervisor.ts';
import { EmbeddedPostgresError, explainFileError } from './trouble.ts';
import { watchOver } from './watch.ts';

export { chooseDataDir, EmbeddedPostgresError };

const databaseName = 'stateside';

export type EmbeddedPostgres = {
  /** With the password in it: not for logs. The same as long as this runs, even if the server has to be started again. */
  url: string;
  dataDir: string;
  /** Settles, with the path of the log, when the server is down for good without having been stopped. */
  diedAlone: Promise<string>;
  /** Fast shutdown; returns when all is on disk and the data is free for another start. */
  stop(): Promise<void>;
};

/**
 * `dataDir` null: the default folder for a shop, a temporary one for a test. A test server trades durability for speed, says so in
 * its catalogue (see durability.ts), and vanishes with this process, whatever ends it.
 * Throws `EmbeddedPostgresError`, whose message is for the person at the terminal.
 */
export async function startEmbeddedPostgres({
  dataDir: wanted,
  purpose,
}: {
  dataDir: string | null;
  purpose: 'shop' | 'test';
}): Promise<EmbeddedPostgres> {
  const temporary = purpose === 'test' && wanted === null ? makeTemporaryDataDir() : null;
  const dataDir = temporary?.path ?? chooseDataDir(wanted);
  try {
    return await startIn(dataDir, purpose, temporary);
  } catch (error) {
    temporary?.remove();
    throw explainFileError(error, dataDir);
  }
}

async function startIn(dataDir: string, purpose: 'shop' | 'test', temporary: { remove(): void } | null): Promise<EmbeddedPostgres> {
  const durable = purpose === 'shop';
  const account = chooseAccount(placesIn(homeIn(dataDir)).cluster);
  const places = placesIn(prepareHome(dataDir, account));
  const lock = takeLock(join(places.home, 'lock'), ownerOf(places.home));
  let server: Supervised | undefined;
  try {
    const binaries = provideBinaries(account, places.home);
    const password = await provideCluster(places, account, binaries, durable);
    const start = async (port: number | null) => {
      await clearLeftover(places.cluster, account, binaries);
      return startServer({ places, account, binaries, durable, port });
    };
    const first = await start(null);
    server = supervise(first, () => start(first.port));
    const watch = purpose === 'test' ? watchOver(places.cluster, temporary ? dataDir : null) : null;
    const address = (database: string): string => `postgres://${superuser}:${password}@127.0.0.1:${first.port}/${database}`;
    await createDatabaseOnce(address('postgres'), purpose);
    const afterStop = (): void => {
      watch?.dismiss();
      lock.release();
      temporary?.remove();
    };
    return describe(server, { url: address(databaseName), dataDir, log: places.log, afterStop });
  } catch (error) {
    await server?.stop();
    lock.release();
    throw error;
  }
}

function describe(
  server: Supervised,
  { url, dataDir, log, afterStop }: { url: string; dataDir: string; log: string; afterStop(): void },
): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  return {
    url,
    dataDir,
    diedAlone: server.gaveUp.then(() => log),
    stop: () => {
      stopping ??= server.stop().then(afterStop);
      return stopping;
    },
  };
}

/** A start that was killed before this point has a cluster without our database in it, so this is asked every time. */
async function createDatabaseOnce(url: string, purpose: 'shop' | 'test'): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'stateside start', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // A lost connection also rejects the running query, and that is where it is reported.
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
    if (purpose === 'test') await client.query("alter role all set stateside.purpose = 'test'");
  } finally {
    await client.end();
  }
}
