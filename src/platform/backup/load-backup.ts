/**
 * Loads a backup into an empty database. Our migrations and the job queue create the schema of the backup.
 * All rows are loaded in one transaction, and newer migrations follow. Until that transaction commits, no
 * version of the shop starts on the database.
 */
import type { Client } from 'pg';
import { createJobQueue } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import { readMigrations } from '#platform/migration-files.ts';
import { commitBeforeBaseline, missingBaseline, toApply, unfinishedRestore } from '#platform/schema-fit.ts';
import { withClient } from '#platform/one-client.ts';
import {
  columnsOf,
  isEmpty,
  isQueueStatistics,
  quoted,
  readGuards,
  readJobsVersion,
  readTables,
} from './catalog.ts';
import { copyIn } from './copy.ts';
import type { Manifest, Part } from './parts.ts';
import { openBackup } from './read-backup.ts';
import { BackupError } from './sealed-file.ts';
import { plainTransaction } from './write-backup.ts';

/** Stores one upload. */
export type KeepFile = (name: string, content: Buffer) => Promise<void>;
export type Load = { path: string; secret: string; manifest: Manifest; keepFile: KeepFile };

/** Throws `BackupError` when this version cannot create the backup's schema. */
export async function requireSupportedSchema({ migrations }: Manifest): Promise<void> {
  const migrationsHere = await readMigrations();
  const names = new Set(
    migrationsHere.flatMap(({ name, replaces }) => [name, ...replaces.map((earlier) => earlier.name)]),
  );
  const unknown = migrations.find(({ name }) => !names.has(name));
  if (unknown)
    throw new BackupError(
      `The backup is from a newer version with the migration ${unknown.name}. Restore it with that version.`,
    );
  const baseline = missingBaseline(migrationsHere, migrations);
  if (baseline !== null)
    throw new BackupError(
      `The backup is from before the migration ${baseline.name}: restore it with the commit ${commitBeforeBaseline}, then upgrade to this version.`,
    );
  toApply(migrationsHere, migrations);
}

/** Throws `BackupError` when the database is not empty. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const empty = await withClient(url, 'stateside restore', isEmpty);
  if (!empty)
    throw new BackupError(
      'The database is not empty, and a restore does not overwrite data. Create a new one (createdb NAME) and set DATABASE_URL to it.',
    );
}

export async function loadBackup(url: string, load: Load): Promise<void> {
  const { manifest } = load;
  await requireSupportedSchema(manifest);
  await requireEmptyDatabase(url);
  await migrate(url, { only: manifest.migrations.map(({ name }) => name) });
  // Only the queue's own schema: the kinds of jobs are loaded with the rows.
  const jobs = await createJobQueue({}, { databaseUrl: url, log: createLogger('silent') });
  await jobs.stop({ timeoutMs: 5_000 });
  await withClient(url, 'stateside restore', async (client) => {
    await client.query(`insert into schema_migration (name, checksum) values ('${unfinishedRestore}', '')`);
    await client.query('begin');
    await client.query(plainTransaction);
    await loadRows(client, load);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate(url);
}

async function loadRows(client: Client, { path, secret, manifest, keepFile }: Load): Promise<void> {
  const tables = await readTables(client);
  await requireSameShape(client, tables, manifest);
  const guards = await readGuards(client);
  for (const { off } of guards) await client.query(off);
  // The rows that migrations and the queue have just written are in the backup too.
  await client.query(`truncate ${tables.map(quoted).join(', ')}`);
  for await (const part of openBackup(path, secret)) {
    if (part.head.kind === 'table') await loadTable(client, part, manifest);
    if (part.head.kind === 'file') await keepFile(part.head.name, await wholeOf(part));
  }
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoted(sequence),
      sequence.last,
      sequence.isCalled,
    ]);
  for (const { on } of guards.toReversed()) await client.query(on);
}

async function requireSameShape(
  client: Client,
  tables: Awaited<ReturnType<typeof readTables>>,
  manifest: Manifest,
): Promise<void> {
  const jobsVersion = await readJobsVersion(client);
  if (jobsVersion !== manifest.jobsVersion)
    throw new BackupError(
      `The backup's job queue has version ${manifest.jobsVersion}, but this version of Stateside uses ${jobsVersion}. Restore it with the version that created it, then upgrade.`,
    );
  const describe = (all: Manifest['tables'] | typeof tables): Set<string> =>
    new Set(all.map((table) => `${quoted(table)} (${table.columns.toSorted().join(', ')})`));
  const [expected, actual] = [
    describe(tables),
    describe(manifest.tables.filter((table) => !isQueueStatistics(table))),
  ];
  const different = [...expected.symmetricDifference(actual)];
  if (different.length > 0)
    throw new BackupError(`The backup's tables do not match its migrations: ${different.join('; ')}.`);
}

async function loadTable(client: Client, part: Part, manifest: Manifest): Promise<void> {
  if (part.head.kind !== 'table') return;
  const { head } = part;
  if (isQueueStatistics(head)) {
    for await (const _ of part.content);
    return;
  }
  const table = manifest.tables.find(({ schema, name }) => schema === head.schema && name === head.name);
  const rows = await copyIn(client, `copy ${quoted(head)} (${columnsOf(head)}) from stdin`, part.content);
  const { sha256 } = part.measured();
  if (table === undefined || rows !== table.rows || sha256 !== table.sha256)
    throw new BackupError(
      `The table ${head.schema}.${head.name} differs from the backup: the file changed after it was checked.`,
    );
}

/** Reads an upload into memory. Uploads are small; the shop also holds each in memory as a whole. */
async function wholeOf(part: Part): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
