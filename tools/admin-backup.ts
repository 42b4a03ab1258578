/** `npm run admin -- backup`, `prove`, and `restore`: all data of the shop in one sealed file, and back. */
import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createDiskFileStore } from '#adapters/disk/file-store.ts';
import { createS3FileStore } from '#adapters/s3/file-store.ts';
import * as results from '#modules/admin/health/results.ts';
import { verify } from '#modules/operations/verify.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as audit from '#platform/audit.ts';
import { loadBackup, requireEmptyDatabase, requireSupportedSchema } from '#platform/backup/load-backup.ts';
import { requireEmptyDataDir, restoreDataDir } from '#platform/backup/own-database.ts';
import type { Manifest } from '#platform/backup/parts.ts';
import { checkBackup } from '#platform/backup/read-backup.ts';
import { dropLeftoversOn, inScratch, requireScratch } from '#platform/backup/scratch.ts';
import { BackupError } from '#platform/backup/sealed-file.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { chooseDataDir } from '#platform/embedded-postgres/start.ts';
import { createKeys } from '#platform/keys.ts';
import { systemClock } from '#ports/clock.ts';
import type { FileStore } from '#ports/file-store.ts';
import type { Config, StoredConfig } from '#server/settings/config.ts';
import { complain, inUtc, momentExample, momentIn, type Options, say, type Work } from './admin-command.ts';

export const backupHelp = `  backup --to FILE          write all tables and local uploads to one encrypted file, consistent while the shop runs.
                            The key is a passphrase in BACKUP_KEY or a file; store it apart from the backup
      --key-file FILE       read the key from a file; also for prove and restore
      --prove               restore the backup into a temporary database and verify it there: on the server in
                            PROVE_DATABASE_URL, or in a temporary built-in PostgreSQL
  prove --from FILE         the same for an existing backup
  restore --from FILE       restore into an empty database: DATABASE_URL, or the built-in one in DATA_DIR. Checks the key
                            and the whole file first; needs no running shop. Then run: adopt --missing
      --dry-run             only check the file and describe its content
      --secret-lost         continue although SESSION_SECRET differs from that of the backup
  restored --to TIME        record a point-in-time recovery before the shop starts; until adopt --missing completes, no
                            order expires and no discount code is released`;

const shortestKey = 16;

/**
 * Returns the secret that seals backups.
 * @throws `BackupError` when there is none or it is stored next to the backup.
 */
async function secretOf(
  path: string,
  keyFile: string | undefined,
  { backupKey }: Pick<Config, 'backupKey'>,
): Promise<string> {
  const secret = keyFile === undefined ? (backupKey ?? '') : readKey(keyFile);
  if (secret.length < shortestKey)
    throw new BackupError(
      `A backup needs a key of ${shortestKey} characters or more. Set BACKUP_KEY, or pass a file with --key-file (openssl rand -base64 32 > FILE).`,
    );
  const besideBackup =
    keyFile !== undefined &&
    (await realpath(dirname(resolve(keyFile)))) ===
      (await realpath(dirname(path)).catch(() => dirname(path)));
  if (besideBackup)
    throw new BackupError(`The key must not be in the backup's folder. Move ${keyFile} elsewhere.`);
  return secret;
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new BackupError(`The key file cannot be read: ${(error as Error).message}.`);
  }
}

export const backupCommands: Record<string, Work> = {
  backup: async (deps, config, _words, { to, prove: isProven = false, 'key-file': keyFile }) => {
    if (to === undefined) return complain('backup needs --to FILE');
    const path = resolve(to);
    const secret = await secretOf(path, keyFile, config);
    if (isProven) requireScratch(config.proveDatabaseUrl);
    try {
      const manifest = await writeBackup(path, {
        databaseUrl: config.databaseUrl ?? '',
        filesFolder: config.files === null ? join(chooseDataDir(config.dataDir), 'files') : null,
        keys: deps.keys,
        secret,
      });
      const summary = describe(manifest);
      say(summary);
      const isSound = !isProven || (await prove(deps, config, { path, secret }));
      await note(
        deps,
        isSound,
        `${summary}${isProven ? ` ${isSound ? 'Proven.' : 'Verification failed.'}` : ''}`,
      );
      // Last, because that server may hang. A proof already does it.
      if (!isProven && config.proveDatabaseUrl !== null) await dropLeftProofs(config.proveDatabaseUrl);
      return isSound ? 0 : 1;
    } catch (error) {
      // When the database is unreachable, this write fails too. Ignore it so that the first error is
      // reported.
      await note(deps, false, error instanceof Error ? error.message : String(error)).catch(() => undefined);
      throw error;
    }
  },
  prove: async (deps, config, _words, { from, 'key-file': keyFile }) => {
    if (from === undefined) return complain('prove needs --from FILE');
    const path = resolve(from);
    const secret = await secretOf(path, keyFile, config);
    requireScratch(config.proveDatabaseUrl);
    return (await prove(deps, config, { path, secret })) ? 0 : 1;
  },
  restored: async (deps, _config, _words, { to }) => {
    const moment = momentIn(to ?? '');
    if (moment === null) return complain(`restored needs --to TIME, such as ${momentExample}`);
    if (moment > systemClock.now())
      return complain(`${inUtc(moment)} is in the future. Give the time to which the database was restored`);
    const newest = await newestOrder(deps.db);
    await noteRestore(deps.db, { ...deps, takenAt: moment.toISOString() });
    // If the two are far apart, the wrong time or the wrong backup was used.
    say(
      `Restored to ${inUtc(moment)}. ${newest === null ? 'There are no orders.' : `The latest order is ${newest.number} of ${newest.at}.`}`,
    );
    say(
      'Recorded. If the time is wrong, run restored again. Start the shop, then run: npm run admin -- adopt --missing',
    );
    return 0;
  },
};

/** Records the result for the Health screen, and in the audit log that a copy of all data was made. */
async function note(deps: Deps, isGood: boolean, summary: string): Promise<void> {
  await results.note(deps.db, 'backup', { at: deps.clock.now(), isGood, summary });
  if (isGood)
    await deps.db
      .transaction()
      .execute((tx) =>
        audit.record(tx, deps, { actorId: audit.terminal, action: 'backup_made', object: deps.shopId }),
      );
}

/**
 * Drops leftover test databases with every backup, because each contains all data of the shop. The backup
 * continues when that server is unreachable.
 */
const dropLeftProofs = (server: string): Promise<void> =>
  dropLeftoversOn(server).catch((error: unknown) => {
    const { message, code } = error as Error & { code?: string };
    complain(`Could not check PROVE_DATABASE_URL for copies left by interrupted proofs: ${message || code}.`);
  });

async function newestOrder(db: Database): Promise<{ number: string; at: string } | null> {
  const row = await db
    .selectFrom('shop_order')
    .select(['number', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { number: orderNumber(row.number), at: inUtc(row.created_at) };
}

type Sealed = { path: string; secret: string };

async function prove(deps: Deps, { proveDatabaseUrl }: Config, { path, secret }: Sealed): Promise<boolean> {
  const manifest = await checkBackup(path, secret);
  return inScratch(proveDatabaseUrl, { path, secret, manifest }, async (url) => {
    const db = createDatabase(url, {
      max: 2,
      applicationName: 'stateside proof',
      statementTimeoutMs: 600_000,
    });
    try {
      const { report, isSound } = await verify({ ...deps, db }, { noted: null, processor: null });
      say(`Restored into a temporary database. Result of verify:\n${report}`);
      return isSound;
    } finally {
      await db.destroy();
    }
  });
}

function describe({ takenAt, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...(files ?? [])].reduce((sum, part) => sum + part.bytes, 0);
  const orders = tables.find(({ schema, name }) => schema === 'public' && name === 'shop_order')?.rows ?? 0;
  const uploads = files === null ? 'no uploads (they are in a bucket)' : `${files.length} uploads`;
  return `Backup of ${takenAt}: ${tables.length} tables, ${rows} rows, ${orders} orders, ${uploads}, ${(bytes / 1_000_000).toFixed(1)} MB before compression.`;
}

/** Runs where no shop runs, possibly without all of its settings. */
export async function restoreFromTerminal(
  config: StoredConfig,
  { from, 'key-file': keyFile, 'dry-run': dryRun = false, ...options }: Options,
): Promise<number> {
  if (from === undefined) return complain('restore needs --from FILE');
  const path = resolve(from);
  const secret = await secretOf(path, keyFile, config);
  const { databaseUrl } = config;
  const dataDir = chooseDataDir(config.dataDir);
  if (!dryRun)
    await (databaseUrl === null ? requireEmptyDataDir(dataDir) : requireEmptyDatabase(databaseUrl));
  const manifest = await checkBackup(path, secret);
  await requireSupportedSchema(manifest);
  say(describe(manifest));
  const keys = createKeys(config.sessionSecrets, config.retiredSecrets);
  if (!keys.isMacOf(manifest.secretMark, 'backup', manifest.shopId) && options['secret-lost'] !== true)
    return complain(
      'SESSION_SECRET does not match the backup. Without it, stored EINs, second factors, and Factiiv keys cannot be read, and the audit log cannot be verified. ' +
        'Set it, and older ones in RETIRED_SECRETS. If it is lost, pass --secret-lost.',
    );
  if (dryRun) return 0;
  const finish = (url: string): Promise<void> => noteRestoreIn(url, { ...manifest, keys });
  if (databaseUrl === null)
    await restoreDataDir(
      dataDir,
      { path, secret, manifest },
      (folder) => writeTo(storeOf(config, folder)),
      finish,
    );
  else {
    await loadBackup(databaseUrl, {
      path,
      secret,
      manifest,
      keepFile: writeTo(storeOf(config, join(dataDir, 'files'))),
    });
    await finish(databaseUrl);
  }
  say(
    `Restored into ${databaseUrl === null ? dataDir : 'the database of DATABASE_URL'}. Start the shop, then run: npm run admin -- adopt --missing`,
  );
  return 0;
}

const storeOf = ({ files }: Pick<Config, 'files'>, folder: string): FileStore =>
  files === null ? createDiskFileStore(folder) : createS3FileStore(files);

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  csv: 'text/csv',
};

const writeTo = (store: FileStore) => (name: string, content: Buffer) =>
  store.write(name, content, types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream');

type Restored = Pick<Deps, 'keys' | 'shopId'> & Pick<Manifest, 'takenAt'>;

/** Records the time from which data may be missing. `adopt --missing` starts there. */
const noteRestore = (db: Database, { keys, shopId, takenAt }: Restored): Promise<void> =>
  db.transaction().execute((tx) =>
    audit.record(
      tx,
      { keys, clock: systemClock },
      {
        actorId: audit.terminal,
        action: 'backup_restored',
        object: shopId,
        detail: { takenAt, awaitsAdoption: true },
      },
    ),
  );

async function noteRestoreIn(url: string, restored: Restored): Promise<void> {
  const db = createDatabase(url, { max: 1, applicationName: 'stateside restore' });
  try {
    await noteRestore(db, restored);
  } finally {
    await db.destroy();
  }
}
