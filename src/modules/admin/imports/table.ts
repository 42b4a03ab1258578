/**
 * Reads and writes tables of records with the same columns. All problems of a row are reported together, by
 * row and column.
 */
import { importRowsAtMost } from '#contract/admin/imports.ts';
import { DomainError } from '#kernel/errors.ts';
import type { CsvCell } from '#platform/csv.ts';
import { type ReadRow, type ReadTable, readCsv } from '#platform/csv-reader.ts';
import type { z } from 'zod';
import { CellProblem } from './cells.ts';
import type { Candidate, Problem, ReadFile } from './kind.ts';
import { type Parsed, parseDraft } from './problems.ts';

/** A column that is imported. */
type Imported<Draft> = {
  name: string;
  /** In files that were exported before: its name, and words of its cells (lower case) with today's words. */
  former?: { name: string; words?: Record<string, string> };
  cell: (draft: Draft) => CsvCell;
  /** The field in the draft schema. */
  field: keyof Draft & string;
  /** Throws `CellProblem`. */
  read: (text: string) => unknown;
};
/** An export-only column: optional in a file, and ignored on import. */
type ExportedColumn<Row> = {
  name: string;
  former?: undefined;
  cell: (row: Row) => CsvCell;
  field?: undefined;
  read?: undefined;
};

export type FileColumns<Row extends Draft, Draft> = readonly (Imported<Draft> | ExportedColumn<Row>)[];

const isImported = <Row extends Draft, Draft>(
  column: FileColumns<Row, Draft>[number],
): column is Imported<Draft> => column.read !== undefined;

export const importedColumns = <Row extends Draft, Draft>(
  columns: FileColumns<Row, Draft>,
): Imported<Draft>[] => columns.filter((column): column is Imported<Draft> => isImported(column));

type TableOf<Row extends Draft, Draft> = {
  columns: FileColumns<Row, Draft>;
  schema: z.ZodType<Draft>;
  /** The field that identifies a record, and the word for such a record. */
  key: keyof Draft & string;
  name: keyof Draft & string;
};

/** Throws `import_unreadable`. */
export async function readTable<Row extends Draft, Draft>(
  content: Uint8Array,
  table: TableOf<Row, Draft>,
): Promise<ReadFile<Draft>> {
  const { head, rows } = withCurrentNames(await readCsv(content), table.columns);
  const places = placesOf(head, table.columns);
  if (rows.length === 0)
    throw new DomainError('import_unreadable', 'The file has a header row but no other rows');
  if (rows.length > importRowsAtMost)
    throw new DomainError(
      'import_unreadable',
      `This file has ${inWords(rows.length)} rows. The maximum is ${inWords(importRowsAtMost)}`,
    );
  const exportedOnly = table.columns.filter((column) => !isImported(column)).map(({ name }) => name);
  return {
    candidates: rows.map((row) => candidateOf(row, head.length, places, table)),
    notImported: exportedOnly.filter((name) => head.some((written) => isNamed(written, name))),
  };
}

const inWords = (count: number): string => count.toLocaleString('en-US');

const isNamed = (written: string, name: string): boolean => written.toLowerCase() === name.toLowerCase();

/** Files exported before a column was renamed can still be imported. */
function withCurrentNames<Row extends Draft, Draft>(
  { head, rows }: ReadTable,
  columns: FileColumns<Row, Draft>,
): ReadTable {
  const renamed = head.map((written) =>
    columns.find(({ former }) => former !== undefined && isNamed(written, former.name)),
  );
  return {
    head: head.map((written, place) => renamed[place]?.name ?? written),
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: cells.map((cell, place) => renamed[place]?.former?.words?.[cell.trim().toLowerCase()] ?? cell),
    })),
  };
}

type Places<Draft> = { column: Imported<Draft>; place: number }[];

/** Throws `import_unreadable` for a missing, unknown, or duplicate column. */
function placesOf<Row extends Draft, Draft>(head: string[], columns: FileColumns<Row, Draft>): Places<Draft> {
  const refuse = (message: string, names: string[]): never => {
    const shown = names.slice(0, 8).map((name) => `“${name.slice(0, 60)}”`);
    throw new DomainError(
      'import_unreadable',
      `${message}: ${shown.join(', ')}. Export a file to see its columns`,
    );
  };
  const unknown = head.filter((written) => !columns.some(({ name }) => isNamed(written, name)));
  if (unknown.length > 0) refuse('The header row has unknown columns', unknown);
  const imported = importedColumns(columns);
  const missing = imported.filter(({ name }) => !head.some((written) => isNamed(written, name)));
  if (missing.length > 0)
    refuse(
      'The header row is missing columns',
      missing.map(({ name }) => name),
    );
  const double = head.filter((written, index) => head.findIndex((other) => isNamed(other, written)) < index);
  if (double.length > 0) refuse('The header row repeats columns', double);
  return imported.map((column) => ({
    column,
    place: head.findIndex((written) => isNamed(written, column.name)),
  }));
}

function candidateOf<Row extends Draft, Draft>(
  { row, cells }: ReadRow,
  width: number,
  places: Places<Draft>,
  { schema, key, name }: TableOf<Row, Draft>,
): Candidate<Draft> {
  const textIn = (field: string): string =>
    cells[places.find(({ column }) => column.field === field)?.place ?? -1]?.trim() ?? '';
  const { values, problems, isWhole } = valuesOf(cells, width, places);
  const columnOf = (field: string): string =>
    places.find(({ column }) => column.field === field)?.column.name ?? '';
  const { draft, problems: found } = isWhole
    ? withCells(problems, parseDraft(schema, values, columnOf))
    : { draft: null, problems };
  return {
    row,
    file: '',
    key: draft === null ? textIn(key) : String(draft[key]),
    name: draft === null ? textIn(name) : String(draft[name]),
    values,
    said: places.map(({ place }) => (cells[place] ?? '').replaceAll(/\r\n?/g, '\n')),
    draft,
    problems: found,
  };
}

/** An unreadable cell is reported once: schema errors about its missing value are dropped. */
function withCells<Draft>(unreadable: Problem[], { draft, problems }: Parsed<Draft>): Parsed<Draft> {
  const others = problems.filter(({ field }) => !unreadable.some((problem) => problem.field === field));
  return { draft: unreadable.length > 0 ? null : draft, problems: [...unreadable, ...others] };
}

/** `isWhole`: the row has a cell for every column. */
function valuesOf<Draft>(
  cells: string[],
  width: number,
  places: Places<Draft>,
): Pick<Candidate<Draft>, 'values' | 'problems'> & { isWhole: boolean } {
  const problems: Problem[] = [];
  if (cells.length !== width) {
    const message = `This row has ${cells.length} cells, but the header row has ${width}. Check the separators and quotation marks`;
    return { values: {}, problems: [{ field: '', message }], isWhole: false };
  }
  const values: Candidate<Draft>['values'] = {};
  for (const { column, place } of places)
    try {
      values[column.field] = column.read(cells[place] ?? '');
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      problems.push({ field: column.name, message: error.message });
    }
  return { values, problems, isWhole: true };
}
