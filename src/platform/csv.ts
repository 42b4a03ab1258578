/**
 * Writes tables as CSV for spreadsheets, batch by batch as rows are read. A cell that a spreadsheet would
 * take for a formula gets a leading apostrophe. Numbers stay numbers, so they may be negative.
 */
import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null;
export type CsvTable = {
  head: string[];
  /** A few hundred rows each. */
  batches: AsyncIterable<CsvCell[][]>;
};
/** Named such as `orders-2026-11-24.csv`: a table to write, or one already written. */
export type CsvFile = { fileName: string } & (CsvTable | { written: AsyncIterable<Uint8Array> });

/** Any kind of line break inside a cell stays inside it. */
const options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/** Byte order mark, which makes spreadsheets read UTF-8. */
const mark = '\ufeff';

/**
 * Cells that get the apostrophe: those that begin with a formula sign, and those that would look guarded when
 * read back.
 */
const guardable = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** The library guards cells that begin with the sign itself. */
const toWrite = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' && cell.startsWith("'") && guardable.test(cell) ? `'${cell}` : cell;

/** Restores a cell's text: drops one apostrophe where writing added one. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && guardable.test(text) ? text.slice(1) : text;

/** Yields the file, batch by batch. */
export async function* csvBytes({ head, batches }: CsvTable): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(mark + stringify([head], options));
  for await (const rows of batches)
    if (rows.length > 0)
      yield encoder.encode(
        stringify(
          rows.map((row) => row.map(toWrite)),
          options,
        ),
      );
}

export const csvStream = (file: CsvFile): ReadableStream<Uint8Array> =>
  ReadableStream.from('written' in file ? file.written : csvBytes(file)) as ReadableStream<Uint8Array>;
