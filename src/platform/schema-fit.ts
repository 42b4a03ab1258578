/**
 * Decides whether code and database match, from the migration files and the database's list of applied
 * migrations.
 */
import { type Migration, numberOf } from './migration-files.ts';

/** A row of schema_migration. */
export type Applied = { name: string; checksum: string; oldestCode: string | null };

/**
 * Listed as an applied migration while a backup is being restored, which prevents every version from
 * starting. Its name sorts after any file.
 */
export const unfinishedRestore = 'restore that is not finished';

/** The database cannot be migrated to this code's schema. `message` is for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Also reads a table of an older version, which has no marks. */
export const appliedColumns = `name, checksum, to_jsonb(schema_migration) ->> 'oldest_code' as "oldestCode"`;

/** The first applied migration that code with the last migration `last` cannot work with. Null: it works. */
export const incompatibleMigration = (
  last: string,
  applied: Pick<Applied, 'name' | 'oldestCode'>[],
): string | null =>
  applied.find(({ name, oldestCode }) => name > last && (oldestCode === null || oldestCode > numberOf(last)))
    ?.name ?? null;

/**
 * The migrations still to apply, in order. Throws before anything is touched when code and database do not
 * match.
 */
export function toApply(migrations: Migration[], applied: Applied[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const lastOfCode = migrations.at(-1)?.name ?? '';
  if (applied.some(({ name }) => name === unfinishedRestore)) {
    throw new MigrationError(
      'A restore into this database did not finish. Drop and recreate the database, then restore the backup again.',
    );
  }
  const tooNew = incompatibleMigration(lastOfCode, applied);
  if (tooNew !== null) {
    throw new MigrationError(
      `The database is newer than this code: it has ${tooNew}, but this code only knows migrations up to ${lastOfCode || 'none'}. Start the newer version.`,
    );
  }
  const knownMigrations = applied.filter(({ name }) => name <= lastOfCode);
  for (const { name, checksum } of knownMigrations) {
    const migration = byName.get(name);
    if (!migration)
      throw new MigrationError(
        `The migration ${name} was applied to this database, but its file is missing. Restore the file.`,
      );
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied to this database. Restore the old text and add a new migration instead.`,
      );
    }
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !appliedNames.has(name));
  const lastApplied = [...appliedNames].sort().at(-1);
  const [next] = missing;
  if (next && lastApplied !== undefined && next.name < lastApplied) {
    throw new MigrationError(
      `The migration ${next.name} comes before ${lastApplied}, which is already applied. Give it a later number.`,
    );
  }
  return missing;
}
