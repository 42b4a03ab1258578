/**
 * Writes a full backup while the shop runs: all tables at one moment, the sequences, and the uploads on this
 * machine. The file is renamed into place when it is complete and synced to disk.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGzip, constants } from 'node:zlib';
import type { Client } from 'pg';
import type { Keys } from '#platform/keys.ts';
import { withClient } from '#platform/one-client.ts';
import {
  columnsOf,
  quoted,
  readApplied,
  readJobsVersion,
  readSequences,
  readTables,
  readUnknown,
  type Table,
} from './catalog.ts';
import { copyOut } from './copy.ts';
import { type Manifest, writePart } from './parts.ts';
import { BackupError, seal } from './sealed-file.ts';

export type BackupSource = {
  databaseUrl: string;
  /** The folder of the uploads; null when they are in a bucket. */
  filesFolder: string | null;
  keys: Keys;
  secret: string;
  /** The scrypt cost of the key; tests use less. */
  cost?: number;
};

/**
 * Settings for one transaction: locale-independent text output, and no time limits, because a backup may take
 * long.
 */
export const plainTransaction = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local client_encoding = 'UTF8'; set local row_security = off;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

const lockTriesAtMost = 5;

/** Returns the manifest of the file. */
export async function writeBackup(path: string, source: BackupSource): Promise<Manifest> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  await mkdir(dirname(path), { recursive: true });
  await sweep(path);
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  const failed = once(file, 'error').then(([error]) => {
    throw error as Error;
  });
  failed.catch(() => {});
  try {
    await Promise.race([once(file, 'open'), failed]);
    const manifest = await withSnapshot(source.databaseUrl, async (client, tables) => {
      const found: { manifest: Manifest | null } = { manifest: null };
      const content = Readable.from(partsOf(client, tables, source, found), {
        objectMode: false,
        highWaterMark: 262_144,
      });
      const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 262_144 });
      content.on('error', (error) => gzip.destroy(error));
      await Promise.race([seal(content.pipe(gzip), file, source.secret, source.cost), failed]);
      if (found.manifest === null) throw new Error('the backup has no manifest');
      return found.manifest;
    });
    file.end();
    await Promise.race([once(file, 'close'), failed]);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return manifest;
  } catch (error) {
    file.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Removes unfinished files that killed processes left. */
async function sweep(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)\.unfinished$/.exec(name)?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(dirname(path), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads all tables from one snapshot. They are locked before the snapshot is taken, so none can change its
 * schema in between. Only schema changes have to wait for these locks.
 */
const withSnapshot = <Result>(
  url: string,
  work: (client: Client, tables: Table[]) => Promise<Result>,
): Promise<Result> =>
  withClient(url, 'stateside backup', async (client) => {
    for (let attempt = 1; ; attempt += 1) {
      const before = await readTables(client);
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query(plainTransaction);
      await client.query(`lock table ${before.map(quoted).join(', ')} in access share mode`);
      const tables = await readTables(client);
      if (JSON.stringify(tables) === JSON.stringify(before)) return work(client, tables);
      await client.query('rollback');
      if (attempt === lockTriesAtMost)
        throw new BackupError('The schema keeps changing. Try again when no migration is running.');
    }
  });

async function* partsOf(
  client: Client,
  tables: Table[],
  { filesFolder, keys }: BackupSource,
  found: { manifest: Manifest | null },
): AsyncGenerator<Uint8Array> {
  const unknown = await readUnknown(client);
  if (unknown.length > 0)
    throw new BackupError(`The database contains objects that a backup cannot store: ${unknown.join(', ')}.`);
  const manifest: Manifest = {
    ...(await describe(client, keys)),
    tables: [],
    files: filesFolder === null ? null : [],
  };
  // Uploads first. One that is deleted after this moment may be missing; rows that name a new one are
  // committed later.
  if (filesFolder !== null) {
    for (const name of await filesIn(filesFolder)) {
      const content = await contentOf(join(filesFolder, name));
      if (content === null) continue;
      const { bytes, sha256 } = yield* writePart({ kind: 'file', name: name.split(sep).join('/') }, content);
      manifest.files?.push({ name: name.split(sep).join('/'), bytes, sha256 });
    }
  }
  for (const table of tables) {
    const copied = copyOut(client, `copy ${quoted(table)} (${columnsOf(table)}) to stdout`);
    const { bytes, sha256, result: rows } = yield* writePart({ kind: 'table', ...table }, copied);
    manifest.tables.push({ ...table, rows, bytes, sha256 });
  }
  manifest.sequences = await readSequences(client);
  yield* writePart({ kind: 'manifest' }, textOf(JSON.stringify(manifest)));
  found.manifest = manifest;
}

async function* textOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}

async function describe(client: Client, keys: Keys): Promise<Omit<Manifest, 'tables' | 'files'>> {
  const { rows } = await client.query<{ takenAt: Date; server: string; shopId: string }>(
    `select clock_timestamp() as "takenAt", current_setting('server_version') as server, id as "shopId" from shop_identity`,
  );
  const [row] = rows;
  if (!row) throw new BackupError('This database does not belong to a shop.');
  return {
    takenAt: row.takenAt.toISOString(),
    server: row.server,
    shopId: row.shopId,
    secretMark: keys.mac('backup', row.shopId),
    migrations: await readApplied(client),
    jobsVersion: await readJobsVersion(client),
    sequences: [],
  };
}

/**
 * Paths below the folder, without files still being written: their names end with a dot and random letters.
 */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !/\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Null when the file was deleted in the meantime. */
async function contentOf(path: string): Promise<AsyncGenerator<Uint8Array, void> | null> {
  const stream = createReadStream(path);
  try {
    await once(stream, 'open');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return (async function* () {
    for await (const chunk of stream) yield chunk as Buffer;
  })();
}
