/** Whether code and database belong together: decided from the files of the code and from what the database says was applied to it. */
import { type Migration, numberOf } from './migration-files.ts';

/** A row of schema_migration. */
export type Applied = { name: string; checksum: string; oldestCode: string | null };

/** Stands among the applied migrations while a backup is being restored, and keeps every version from starting. Later than any file by its name. */
export const unfinishedRestore = 'restore that is not finished';

/** The database cannot be brought to this code's shape. `message` says why in words for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Reads what an older version has written as well, whose table has no marks. */
export const appliedColumns = `name, checksum, to_jsonb(schema_migration) ->> 'oldest_code' as "oldestCode"`;

/** The first applied migration after which code that ends with the migration `last` does not work. Null: it works. */
export const unbearable = (last: string, applied: Pick<Applied, 'name' | 'oldestCode'>[]): string | null =>
  applied.find(({ name, oldestCode }) => name > last && (oldestCode === null || oldestCode > numberOf(last)))?.name ?? null;

/** What is still to be applied, in order. Throws before anything is touched where code and database do not belong together. */
export function toApply(migrations: Migration[], applied: Applied[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const lastOfCode = migrations.at(-1)?.name ?? '';
  if (applied.some(({ name }) => name === unfinishedRestore)) {
    throw new MigrationError(
      'A restore into this database did not come to its end. Drop the database, create it anew, and restore the backup once more.',
    );
  }
  const tooNew = unbearable(lastOfCode, applied);
  if (tooNew !== null) {
    throw new MigrationError(
      `The database is newer than this code: it has ${tooNew}, which this code cannot work with, and this code ends with ${lastOfCode || 'nothing'}. Start the newer version.`,
    );
  }
  const known = applied.filter(({ name }) => name <= lastOfCode);
  for (const { name, checksum } of known) {
    const migration = byName.get(name);
    if (!migration)
      throw new MigrationError(`The migration ${name} was applied to this database, but its file is missing. Put the file back.`);
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied to this database. Put the old text back and add a new migration instead.`,
      );
    }
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !appliedNames.has(name));
  const lastApplied = [...appliedNames].sort().at(-1);
  const [next] = missing;
  if (next && lastApplied !== undefined && next.name < lastApplied) {
    throw new MigrationError(`The migration ${next.name} comes before ${lastApplied}, which was applied already. Give it a later number.`);
  }
  return missing;
}
