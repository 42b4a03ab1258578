/**
 * Tables as files for spreadsheets, written batch by batch as their rows are read. A cell that a spreadsheet would take for a formula is
 * quoted by an apostrophe; numbers are numbers, and so may be negative.
 */
import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null;
export type CsvTable = {
  head: string[];
  /** Some hundred rows at a time. */
  batches: AsyncIterable<CsvCell[][]>;
};
/** Named such as `orders-2026-11-24.csv`: a table to be written, or one that was written before. */
export type CsvFile = { fileName: string } & (CsvTable | { written: AsyncIterable<Uint8Array> });

/** A line break within a cell stays within it, whichever kind it is of. */
const options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/** A mark at the beginning tells spreadsheets that the letters are UTF-8. */
const mark = '\ufeff';

/** What the guard is put before: the signs of a formula, and what would look like a guarded one when it is read back. */
const guardable = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** The library guards what begins with the sign itself. */
const toWrite = (cell: CsvCell): CsvCell => (typeof cell === 'string' && cell.startsWith("'") && guardable.test(cell) ? `'${cell}` : cell);

/** The text of a cell as it was before it was written: one apostrophe less, where writing would have put one. */
export const unguarded = (text: string): string => (text.startsWith("'") && guardable.test(text) ? text.slice(1) : text);

/** The file, batch by batch. */
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
