/** Finds the server that a running shop has started, so that a second program can read the same data. */
import { readFileSync } from 'node:fs';
import { type Places, placesIn, shopRole } from './cluster.ts';
import { chooseDataDir, clusterFolderIn } from './data-dir.ts';
import { readPidFile } from './leftover.ts';
import { databaseName } from './owner.ts';

/**
 * Address of the running server on that data folder; null when none is ready. It includes the password: never
 * log it.
 */
export function findRunningPostgres(wantedDataDir: string | null): string | null {
  const places = placesOf(wantedDataDir);
  const server = readyServer(places);
  if (server === null) return null;
  try {
    const password = readFileSync(places.shopPassword, 'utf8');
    return `postgres://${shopRole}:${password}@127.0.0.1:${server.port}/${databaseName}`;
  } catch {
    return null;
  }
}

/** Process id of the running postmaster; null when none is ready. */
export const findRunningPostgresPid = (wantedDataDir: string | null): number | null =>
  readyServer(placesOf(wantedDataDir))?.pid ?? null;

const placesOf = (wantedDataDir: string | null): Places =>
  placesIn(clusterFolderIn(chooseDataDir(wantedDataDir)));

function readyServer({ cluster }: Places): { pid: number; port: number } | null {
  const found = readPidFile(cluster);
  return found?.state === 'ready' ? found : null;
}
