/**
 * Real PostgreSQL with full durability on a real disk. The harness may kill it any number of times: unlike
 * the shop's own start, there is no restart limit. It is still the shop's embedded server, with the same
 * settings and crash clean-up.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, isRoot } from '#platform/embedded-postgres/account.ts';
import { provideBinaries } from '#platform/embedded-postgres/binaries.ts';
import { placesIn, provideCluster, superuser } from '#platform/embedded-postgres/cluster.ts';
import { clusterFolderIn, ownerOf, prepareHome } from '#platform/embedded-postgres/data-dir.ts';
import { clearLeftover, processesOf } from '#platform/embedded-postgres/leftover.ts';
import { takeLock } from '#platform/embedded-postgres/lock.ts';
import { type Server, startServer } from '#platform/embedded-postgres/server.ts';
import { Client } from 'pg';

export type Postgres = {
  url: string;
  /**
   * Sends `kill -9` to the postmaster and all backends, then restarts on the same data and port. Returns how
   * long that took in ms.
   */
  killAndRestart(): Promise<number>;
  stop(): Promise<void>;
};

const database = 'stateside';

export async function startPostgres(): Promise<Postgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stateside-chaos-'));
  if (isRoot()) chmodSync(dataDir, 0o711);
  const account = chooseAccount(placesIn(clusterFolderIn(dataDir)).cluster);
  const places = placesIn(prepareHome(dataDir, account));
  const lock = takeLock(join(places.home, 'lock'), ownerOf(places.home));
  const binaries = provideBinaries(account, places.home);
  const password = await provideCluster(places, account, binaries, true);
  const launch = { places, account, binaries, durable: true };
  let server: Server = await startServer({ ...launch, port: null });
  const { port } = server;
  const address = (name: string): string => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
  await createDatabase(address('postgres'));
  return {
    url: address(database),
    killAndRestart: async () => {
      const startedAt = performance.now();
      for (const pid of processesOf(places.cluster, account)) killNow(pid);
      await server.hasEnded;
      await clearLeftover(places.cluster, account, binaries);
      server = await startServer({ ...launch, port });
      return Math.round(performance.now() - startedAt);
    },
    stop: async () => {
      await server.stop();
      lock.release();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited in the meantime.
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
