/**
 * Decides whether code and database match, from the migration files and the database's list of applied
 * migrations.
 */
import { type Migration, numberOf, type Replaced } from './migration-files.ts';

/**
 * The last commit before the baseline. A database with only part of the migrations that the baseline replaces is
 * migrated by that commit first. docs/how-to/upgrade.md names it too.
 */
export const commitBeforeBaseline = 'c92d14c877199180d9cc59d15f6a060b39c278a9';

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

/** The baseline, if the database was created before it and has not recorded it. */
export function missingBaseline(migrations: Migration[], applied: Pick<Applied, 'name'>[]): Migration | null {
  const names = new Set(applied.map(({ name }) => name));
  return (
    migrations.find(
      ({ name, replaces }) => !names.has(name) && replaces.some((earlier) => names.has(earlier.name)),
    ) ?? null
  );
}

/**
 * The migrations still to apply, in order. Throws before anything is touched when code and database do not
 * match.
 */
export function toApply(migrations: Migration[], applied: Applied[]): Migration[] {
  const replaced = migrations.flatMap(({ replaces }) => replaces);
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
  requireSameTexts(
    applied.filter(({ name }) => name <= lastOfCode),
    { migrations, replaced },
  );
  const appliedNames = new Set(applied.map(({ name }) => name));
  const baseline = missingBaseline(migrations, applied);
  if (baseline !== null && !baseline.replaces.every(({ name }) => appliedNames.has(name))) {
    throw new MigrationError(
      `The database has only part of the migrations that ${baseline.name} replaces: start the commit ${commitBeforeBaseline} on it once, then start this version.`,
    );
  }
  const missing = migrations
    .filter(({ name }) => !appliedNames.has(name))
    .map((each): Migration => (each === baseline ? { ...each, way: 'recorded only' } : each));
  const lastApplied = [...appliedNames].sort().at(-1);
  const [next] = missing;
  if (next && lastApplied !== undefined && next.name < lastApplied) {
    throw new MigrationError(
      `The migration ${next.name} comes before ${lastApplied}, which is already applied. Give it a later number.`,
    );
  }
  return missing;
}

/** Each applied migration has the text that this code knows. */
function requireSameTexts(
  applied: Applied[],
  { migrations, replaced }: { migrations: Migration[]; replaced: Replaced[] },
): void {
  const known = new Map([...replaced, ...migrations].map(({ name, checksum }) => [name, checksum]));
  const namesOfFiles = new Set(migrations.map(({ name }) => name));
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      throw new MigrationError(
        `The migration ${name} was applied to this database, but its file is missing. Restore the file.`,
      );
    if (known.get(name) === checksum) continue;
    if (!namesOfFiles.has(name))
      throw new MigrationError(
        `The migration ${name} was applied to this database with another text than in the commit ${commitBeforeBaseline}: start that commit on it first, which reports how to proceed.`,
      );
    throw new MigrationError(
      `The migration ${name} was changed after it was applied to this database. Restore the old text and add a new migration instead.`,
    );
  }
}
