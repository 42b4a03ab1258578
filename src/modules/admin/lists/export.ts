/** A whole list as a file: the same filter as its pages, read in batches, and written down before the first row leaves. */
import * as audit from '#platform/audit.ts';
import type { CsvCell, CsvFile } from '#platform/csv.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { allIds, type KeysetList } from './keyset.ts';

export type ExportDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
export type Columns<T> = { name: string; cell: (row: T) => CsvCell }[];

type Export<T> = { list: KeysetList; columns: Columns<T>; rowsOf: (ids: string[]) => Promise<T[]> };

export function exportList<T>(deps: ExportDeps, caller: Person, { list, columns, rowsOf }: Export<T>): Promise<CsvFile> {
  async function* batches(): AsyncGenerator<T[]> {
    for await (const ids of allIds(deps, list)) yield await rowsOf(ids);
  }
  return exportBatches(deps, caller, { name: list.name, filter: list.filter, sort: list.sort.name, columns, batches: batches() });
}

type Batches<T> = { name: string; filter: unknown; sort: string; columns: Columns<T>; batches: AsyncIterable<T[]> };

/** For a list that is not read by keys. The file is called by the list and the day. */
export async function exportBatches<T>(
  { db, ...deps }: ExportDeps,
  caller: Person,
  { name, filter, sort, columns, batches }: Batches<T>,
): Promise<CsvFile> {
  const detail = { filter: JSON.stringify(filter), sort };
  await db
    .transaction()
    .execute((tx) => audit.record(tx, deps, { actorId: caller.userId, action: `${name}_exported`, object: name, detail }));
  async function* cells(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of batches) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
  }
  return {
    fileName: `${name}-${deps.clock.now().toISOString().slice(0, 10)}.csv`,
    head: columns.map((column) => column.name),
    batches: cells(),
  };
}
