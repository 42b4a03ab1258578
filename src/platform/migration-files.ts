/**
 * Reads the files of db/migrations and the first line of each, which marks its compatibility (record 0062).
 * `-- compatible`: every version that worked with the previous schema works with the new one.
 * `-- contract after 0101`: only versions whose own migrations reach 0101 do. `-- contract`: no earlier
 * version does.
 * `, concurrently` or `, in batches` after it: not in one transaction.
 * A file without such a line counts as a contract.
 *
 * A folder is a baseline: its files in order are one migration, which creates the schema of an empty database. Its
 * `replaces.json` lists the earlier migrations that together gave the same schema, each with its checksum.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const folderOfThisCode = new URL('../../db/migrations/', import.meta.url);
const mark = /^-- (?:compatible|contract(?: after (?<after>\d{4}))?)(?:, (?<way>concurrently|in batches))?$/;

/**
 * `concurrently`: statements that PostgreSQL does not allow in a transaction, each run separately. `in
 * batches`: one statement that limits itself to a thousand rows, repeated until it changes fewer. `recorded
 * only`: the database already has everything.
 */
export type Way = 'in one transaction' | 'concurrently' | 'in batches' | 'recorded only';
export type Replaced = { name: string; checksum: string };
export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  /** Only of a baseline. */
  replaces: Replaced[];
  isMarked: boolean;
  /**
   * Number of the last migration of the oldest version that works after this one. Null: no earlier version
   * does.
   */
  oldestCode: string | null;
  way: Way;
};

/** The `oldestCode` of a migration that every version works with. */
export const anyCode = '0000';

/** `0101_words.sql` has the number 0101. A version is identified by the number of its last migration. */
export const numberOf = (name: string): string => name.slice(0, 4);

export async function readMigrations(folder: URL = folderOfThisCode): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const migrations = entries
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(async (entry) =>
      entry.isDirectory()
        ? readBaseline(entry.name, new URL(`${encodeURIComponent(entry.name)}/`, folder))
        : toMigration(entry.name, await readText(entry.name, folder)),
    );
  return Promise.all(migrations);
}

/** Line endings are normalized: a Windows checkout of a file is the same migration. */
const readText = async (name: string, folder: URL): Promise<string> =>
  (await readFile(new URL(encodeURIComponent(name), folder), 'utf8')).replaceAll('\r\n', '\n');

async function readBaseline(name: string, folder: URL): Promise<Migration> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const texts = await Promise.all(files.map((file) => readText(file, folder)));
  const replaced = JSON.parse(await readText('replaces.json', folder)) as Record<string, string>;
  const replaces = Object.entries(replaced).map(([earlier, checksum]) => ({ name: earlier, checksum }));
  return { ...toMigration(name, texts.join('\n')), replaces, isMarked: true, oldestCode: anyCode };
}

export function toMigration(name: string, sql: string): Migration {
  const [firstLine = ''] = sql.split('\n', 1);
  const found = mark.exec(firstLine);
  return {
    ...{ name, sql, checksum: createHash('sha256').update(sql).digest('hex'), isMarked: found !== null },
    replaces: [],
    oldestCode:
      firstLine.startsWith('-- compatible') && found !== null ? anyCode : (found?.groups?.after ?? null),
    way: (found?.groups?.way as Way | undefined) ?? 'in one transaction',
  };
}

/** Splits a file that runs outside a transaction into statements: each ends at the end of a line. */
export const statementsOf = (sql: string): string[] =>
  sql.split(/;[ \t]*(?:\n|$)/).filter((piece) => /^\s*[^\s-]/m.test(piece));

/** A description for the operator. */
export const describeMark = ({ oldestCode }: Pick<Migration, 'oldestCode'>): string => {
  if (oldestCode === anyCode) return 'compatible with running versions';
  return oldestCode === null ? 'for this version only' : `for versions from ${oldestCode}`;
};
