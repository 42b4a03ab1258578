/**
 * The files of db/migrations, and what the first line of each promises (record 0062):
 * `-- compatible`: every version that worked on the schema before works on it after.
 * `-- contract after 0101`: only versions whose own migrations reach 0101 do. `-- contract`: no earlier version does.
 * `, concurrently` or `, in batches` behind it: not in one transaction. A file without such a line is one of before, and a contract.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const folderOfThisCode = new URL('../../db/migrations/', import.meta.url);
const mark = /^-- (?:compatible|contract(?: after (?<after>\d{4}))?)(?:, (?<way>concurrently|in batches))?$/;

/** `concurrently`: statements that PostgreSQL allows in no transaction, each by itself. `in batches`: one that limits itself to a thousand rows, repeated until it finds fewer. */
export type Way = 'in one transaction' | 'concurrently' | 'in batches';
export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  isMarked: boolean;
  /** The number that the migrations of the oldest version that works after this one end with. Null: no earlier version does. */
  oldestCode: string | null;
  way: Way;
};

/** Which versions work after a migration that any version bears. */
export const anyCode = '0000';

/** `0101_words.sql` has the number 0101; a version is known by the number of its last migration. */
export const numberOf = (name: string): string => name.slice(0, 4);

/** Line endings are made equal first: a Windows checkout of the same file is the same migration. */
export async function readMigrations(folder: URL = folderOfThisCode): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) =>
      toMigration(name, (await readFile(new URL(encodeURIComponent(name), folder), 'utf8')).replaceAll('\r\n', '\n')),
    ),
  );
}

export function toMigration(name: string, sql: string): Migration {
  const [firstLine = ''] = sql.split('\n', 1);
  const found = mark.exec(firstLine);
  return {
    ...{ name, sql, checksum: createHash('sha256').update(sql).digest('hex'), isMarked: found !== null },
    oldestCode: firstLine.startsWith('-- compatible') && found !== null ? anyCode : (found?.groups?.after ?? null),
    way: (found?.groups?.way as Way | undefined) ?? 'in one transaction',
  };
}

/** The statements of a file that is no transaction: each ends with its line. */
export const statementsOf = (sql: string): string[] => sql.split(/;[ \t]*(?:\n|$)/).filter((piece) => /^\s*[^\s-]/m.test(piece));

/** In words for the operator. */
export const describeMark = ({ oldestCode }: Pick<Migration, 'oldestCode'>): string => {
  if (oldestCode === anyCode) return 'compatible with versions that run';
  return oldestCode === null ? 'for this version only' : `for versions from ${oldestCode} on`;
};
