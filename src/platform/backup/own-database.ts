/**
 * A backup into a data folder, with the built-in PostgreSQL. Everything is made beside, in a folder of its own, and takes its place by renaming when it is
 * complete. The same folder, thrown away afterwards, is where a backup is proven.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '#platform/embedded-postgres/account.ts';
import { placesIn } from '#platform/embedded-postgres/cluster.ts';
import { homeIn } from '#platform/embedded-postgres/data-dir.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { watchOver } from '#platform/embedded-postgres/watch.ts';
import { type KeepFile, type Load, loadBackup, requireKnownShape } from './load-backup.ts';
import { BackupError } from './sealed-file.ts';

/** Where uploads go, given the folder for them; null: they go elsewhere. */
export type FilesOf = (folder: string) => KeepFile;

const unfinishedPrefix = 'restore-unfinished-';
const filesIn = (dataDir: string): string => join(dataDir, 'files');

/** Throws `BackupError` where data is there already. */
export function requireEmptyDataDir(dataDir: string): void {
  const taken = [homeIn(dataDir), filesIn(dataDir)].find((folder) => existsSync(folder) && readdirSync(folder).length > 0);
  if (taken !== undefined)
    throw new BackupError(
      `${taken} is there already, and a restore overwrites nothing. Stop the shop and move it away (mv ${taken} ${taken}.old), or choose another folder with DATA_DIR.`,
    );
}

/** `afterwards` works with the restored database before it takes its place. */
export async function restoreDataDir(
  dataDir: string,
  load: Omit<Load, 'keepFile'>,
  filesOf: FilesOf,
  afterwards: (url: string) => Promise<void>,
): Promise<void> {
  requireEmptyDataDir(dataDir);
  await requireKnownShape(load.manifest);
  const isNew = mkdirSync(dataDir, { recursive: true }) !== undefined;
  if (isNew) openTo(dataDir);
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(unfinishedPrefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  await inFolder(dataDir, load, filesOf, async (url, folder, stop) => {
    await afterwards(url);
    await stop();
    requireEmptyDataDir(dataDir);
    // The database last: where it stands, everything stands.
    for (const place of [filesIn, homeIn]) {
      if (!existsSync(place(folder))) continue;
      rmSync(place(dataDir), { recursive: true, force: true });
      renameSync(place(folder), place(dataDir));
    }
  });
}

/** Restores into a built-in PostgreSQL of its own, asks `work` about it, and throws it away. It needs as much room in the folder for temporary files as the shop's database. */
export const inOwnScratch = <Result>(load: Omit<Load, 'keepFile'>, work: (url: string) => Promise<Result>): Promise<Result> =>
  inFolder(tmpdir(), load, () => async () => undefined, work);

async function inFolder<Result>(
  parent: string,
  load: Omit<Load, 'keepFile'>,
  filesOf: FilesOf,
  work: (url: string, folder: string, stop: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(parent, unfinishedPrefix));
  openTo(folder);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, purpose: 'shop' });
    // Whatever ends this process, nothing of it stays.
    const endWatch = watchOver(placesIn(homeIn(folder)).cluster, folder);
    const stop = async (): Promise<void> => {
      await postgres.stop();
      endWatch();
    };
    try {
      await loadBackup(postgres.url, { ...load, keepFile: filesOf(filesIn(folder)) });
      return await work(postgres.url, folder, stop);
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** PostgreSQL runs under another account where we are root, and has to get through. */
function openTo(folder: string): void {
  if (isRoot()) chmodSync(folder, 0o711);
}
