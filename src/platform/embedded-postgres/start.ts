/**
 * Runs PostgreSQL on a machine that has none, from the project's npm packages. `kill -9` of Node deliberately
 * leaves the server running, because that risks no committed data. The next start stops it and continues.
 */
import { join } from 'node:path';
import { chooseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { placesIn, provideCluster, provideShopPassword, shopRole, superuser } from './cluster.ts';
import { clusterFolderIn, makeTemporaryDataDir, ownerOf, prepareHome, chooseDataDir } from './data-dir.ts';
import { clearLeftover } from './leftover.ts';
import { takeLock } from './lock.ts';
import { databaseName, provideDatabase, provideTestDatabase } from './owner.ts';
import { startServer } from './server.ts';
import { type Supervised, supervise } from './supervisor.ts';
import { explainFileError } from './trouble.ts';
import { watchCluster } from './watch.ts';

export { chooseDataDir };

export type EmbeddedPostgres = {
  /**
   * Includes the password: never log it. Stays the same while this runs, even across restarts of the server.
   */
  url: string;
  dataDir: string;
  /** Resolves with the path of the log when the server is down for good without having been stopped. */
  diedUnexpectedly: Promise<string>;
  /** Fast shutdown. Returns when everything is on disk and the data can be used by another start. */
  stop(): Promise<void>;
};

/**
 * `dataDir` null: the default folder for a shop, a temporary one for a test. A test server trades durability
 * for speed, and its catalog says so (see durability.ts). It is removed when this process ends for any
 * reason. Throws `EmbeddedPostgresError`, whose message is for the person at the terminal.
 */
export async function startEmbeddedPostgres({
  dataDir: configuredDir,
  purpose,
}: {
  dataDir: string | null;
  purpose: 'shop' | 'test';
}): Promise<EmbeddedPostgres> {
  const temporary = purpose === 'test' && configuredDir === null ? makeTemporaryDataDir() : null;
  const dataDir = temporary?.path ?? chooseDataDir(configuredDir);
  try {
    return await startIn(dataDir, purpose, temporary);
  } catch (error) {
    temporary?.remove();
    throw explainFileError(error, dataDir);
  }
}

async function startIn(
  dataDir: string,
  purpose: 'shop' | 'test',
  temporary: { remove(): void } | null,
): Promise<EmbeddedPostgres> {
  const durable = purpose === 'shop';
  const account = chooseAccount(placesIn(clusterFolderIn(dataDir)).cluster);
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
    const endWatch = purpose === 'test' ? watchCluster(places.cluster, temporary ? dataDir : null) : null;
    const at = (login: string) => (database: string) =>
      `postgres://${login}@127.0.0.1:${first.port}/${database}`;
    const address = at(`${superuser}:${password}`);
    const shopPassword = durable ? provideShopPassword(places) : null;
    await (shopPassword === null ? provideTestDatabase(address) : provideDatabase(address, shopPassword));
    const url =
      shopPassword === null ? address(databaseName) : at(`${shopRole}:${shopPassword}`)(databaseName);
    const afterStop = (): void => {
      endWatch?.();
      lock.release();
      temporary?.remove();
    };
    return describe(server, { url, dataDir, log: places.log, afterStop });
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
    diedUnexpectedly: server.gaveUp.then(() => log),
    stop: () => {
      stopping ??= server.stop().then(afterStop);
      return stopping;
    },
  };
}
