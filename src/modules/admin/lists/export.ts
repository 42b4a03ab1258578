/**
 * Downloads a whole list as a file: with the filter of its pages, read in batches, and audited before the
 * first row is sent. Lists that are too long are rejected here and sent by email (`exports/`).
 */
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { CsvCell, CsvFile, CsvTable } from '#platform/csv.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { allIds, hasMoreThan, type KeysetList } from './keyset.ts';

export type ExportDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'exportRowsAtMost'>;
export type Columns<T> = readonly { name: string; cell: (row: T) => CsvCell }[];

/** `rowsOf` returns the rows in the order of the ids. */
export type Export<T> = { list: KeysetList; columns: Columns<T>; rowsOf: (ids: string[]) => Promise<T[]> };
export type AsFile<Q, T> = (deps: Pick<Deps, 'db' | 'clock'>, query: Q) => Export<T>;

/** The most rows for a direct download. */
const rowsAtMost = 100_000;

/** Throws `export_by_email` if the list is longer. */
export async function exportList<Q, T>(
  deps: ExportDeps,
  caller: Person,
  asFile: AsFile<Q, T>,
  query: Q,
): Promise<CsvFile> {
  const file = asFile(deps, query);
  const { list } = file;
  if (await hasMoreThan(deps, list, deps.exportRowsAtMost ?? rowsAtMost))
    throw new DomainError('export_by_email');
  await deps.db
    .transaction()
    .execute((tx) =>
      recordExport(tx, deps, caller, { name: list.name, filter: list.filter, sort: list.sort.name }),
    );
  return { fileName: fileNameOf(deps, list.name), ...tableOf(deps, file) };
}

export function tableOf<T>(deps: Pick<Deps, 'db'>, { list, columns, rowsOf }: Export<T>): CsvTable {
  async function* batches(): AsyncGenerator<T[]> {
    for await (const ids of allIds(deps, list)) yield await rowsOf(ids);
  }
  return { head: columns.map(({ name }) => name), batches: cellsOf(columns, batches()) };
}

type Batches<T> = {
  name: string;
  filter: unknown;
  sort: string;
  columns: Columns<T>;
  batches: AsyncIterable<T[]>;
};

/** For a list without keyset pagination. */
export async function exportBatches<T>(
  { db, ...deps }: ExportDeps,
  caller: Person,
  { columns, batches, ...list }: Batches<T>,
): Promise<CsvFile> {
  await db.transaction().execute((tx) => recordExport(tx, deps, caller, list));
  return {
    fileName: fileNameOf(deps, list.name),
    head: columns.map(({ name }) => name),
    batches: cellsOf(columns, batches),
  };
}

type Named = Pick<Batches<unknown>, 'name' | 'filter' | 'sort'>;

/** `detail`: added to the audit entry. */
export const recordExport = (
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  { userId }: Pick<Person, 'userId'>,
  { name, filter, sort }: Named,
  detail: audit.AuditEntry['detail'] = {},
): Promise<void> =>
  audit.record(tx, deps, {
    actorId: userId,
    action: `${name}_exported`,
    object: name,
    detail: { filter: JSON.stringify(filter), sort, ...detail },
  });

/** Named after the list and the day. */
export const fileNameOf = (
  { clock }: Pick<Deps, 'clock'>,
  name: string,
  ending: 'csv' | 'zip' = 'csv',
): string => `${name}-${clock.now().toISOString().slice(0, 10)}.${ending}`;

async function* cellsOf<T>(columns: Columns<T>, batches: AsyncIterable<T[]>): AsyncGenerator<CsvCell[][]> {
  for await (const rows of batches) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
}
