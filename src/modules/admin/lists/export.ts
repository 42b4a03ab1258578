/** A whole list as a file: the same filter as its pages, read in batches, and written down before the first row leaves. */
import * as audit from '#platform/audit.ts';
import type { CsvCell, CsvFile } from '#platform/csv.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { allIds, type KeysetList } from './keyset.ts';

export type ExportDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
export type Columns<T> = { name: string; cell: (row: T) => CsvCell }[];

type Export<T> = { list: KeysetList; columns: Columns<T>; rowsOf: (ids: string[]) => Promise<T[]> };

/** The file is called by the list and the day. */
export async function exportList<T>(deps: ExportDeps, caller: Person, { list, columns, rowsOf }: Export<T>): Promise<CsvFile> {
  const { db, clock } = deps;
  const detail = { filter: JSON.stringify(list.filter), sort: list.sort.name };
  await db
    .transaction()
    .execute((tx) => audit.record(tx, deps, { actorId: caller.userId, action: `${list.name}_exported`, object: list.name, detail }));
  async function* batches(): AsyncGenerator<CsvCell[][]> {
    for await (const ids of allIds({ db }, list)) yield (await rowsOf(ids)).map((row) => columns.map(({ cell }) => cell(row)));
  }
  return {
    fileName: `${list.name}-${clock.now().toISOString().slice(0, 10)}.csv`,
    head: columns.map(({ name }) => name),
    batches: batches(),
  };
}
