/** Finds the server that a running shop has started, so that a second program can read the same data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesIn, shopRole } from './cluster.ts';
import { chooseDataDir, clusterFolderIn } from './data-dir.ts';
import { databaseName } from './owner.ts';

const portLine = 3;
const stateLine = 7;

/**
 * Address of the running server on that data folder; null when none is ready. It includes the password: never
 * log it.
 */
export function findRunningPostgres(wantedDataDir: string | null): string | null {
  const home = clusterFolderIn(chooseDataDir(wantedDataDir));
  try {
    const lines = linesOfReady(home);
    if (lines === null) return null;
    const password = readFileSync(placesIn(home).shopPassword, 'utf8');
    return `postgres://${shopRole}:${password}@127.0.0.1:${Number(lines[portLine])}/${databaseName}`;
  } catch {
    return null;
  }
}

/** Process id of the running postmaster; null when none is ready. */
export function findRunningPostgresPid(wantedDataDir: string | null): number | null {
  try {
    const lines = linesOfReady(clusterFolderIn(chooseDataDir(wantedDataDir)));
    return lines === null ? null : Number(lines[0]);
  } catch {
    return null;
  }
}

function linesOfReady(home: string): string[] | null {
  const lines = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  return lines[stateLine]?.trim() === 'ready' ? lines : null;
}
