/**
 * Restores a backup into a data folder with the built-in PostgreSQL. Everything is created in a separate
 * folder and renamed into place when it is complete. A temporary folder of the same kind is used to verify
 * backups.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '#platform/embedded-postgres/account.ts';
import { placesIn } from '#platform/embedded-postgres/cluster.ts';
import { clusterFolderIn } from '#platform/embedded-postgres/data-dir.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { watchCluster } from '#platform/embedded-postgres/watch.ts';
import { type KeepFile, type Load, loadBackup, requireSupportedSchema } from './load-backup.ts';
import { BackupError } from './sealed-file.ts';

/** Returns how uploads are stored below the given folder; null stores them elsewhere. */
export type FilesOf = (folder: string) => KeepFile;

const unfinishedPrefix = 'restore-unfinished-';
const filesIn = (dataDir: string): string => join(dataDir, 'files');

/** Throws `BackupError` when the folder already has data. */
export function requireEmptyDataDir(dataDir: string): void {
  const taken = [clusterFolderIn(dataDir), filesIn(dataDir)].find(
    (folder) => existsSync(folder) && readdirSync(folder).length > 0,
  );
  if (taken !== undefined)
    throw new BackupError(
      `${taken} already exists, and a restore does not overwrite data. Stop the shop and move it away (mv ${taken} ${taken}.old), or set DATA_DIR to another folder.`,
    );
}

/** `afterwards` works with the restored database before it is renamed into place. */
export async function restoreDataDir(
  dataDir: string,
  load: Omit<Load, 'keepFile'>,
  filesOf: FilesOf,
  afterwards: (url: string) => Promise<void>,
): Promise<void> {
  requireEmptyDataDir(dataDir);
  await requireSupportedSchema(load.manifest);
  const isNew = mkdirSync(dataDir, { recursive: true }) !== undefined;
  if (isNew) openTo(dataDir);
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(unfinishedPrefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  await inFolder(dataDir, load, filesOf, async (url, folder, stop) => {
    await afterwards(url);
    await stop();
    requireEmptyDataDir(dataDir);
    // The database last: when it is in place, so is everything else.
    for (const place of [filesIn, clusterFolderIn]) {
      if (!existsSync(place(folder))) continue;
      rmSync(place(dataDir), { recursive: true, force: true });
      renameSync(place(folder), place(dataDir));
    }
  });
}

/**
 * Restores into a temporary built-in PostgreSQL, runs `work` on it, and deletes it. The folder for temporary
 * files needs as much free space as the shop's database has.
 */
export const inOwnScratch = <Result>(
  load: Omit<Load, 'keepFile'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> => inFolder(tmpdir(), load, () => async () => undefined, work);

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
    // However this process ends, the temporary server and folder are removed.
    const endWatch = watchCluster(placesIn(clusterFolderIn(folder)).cluster, folder);
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

/** As root, PostgreSQL runs under another account, which must be able to enter the folder. */
function openTo(folder: string): void {
  if (isRoot()) chmodSync(folder, 0o711);
}
