/**
 * Tables as files for spreadsheets, written batch by batch as their rows are read. A cell that a spreadsheet would take for a formula is
 * quoted by an apostrophe; numbers are numbers, and so may be negative.
 */
import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null;
export type CsvFile = {
  /** Such as `orders-2026-11-24.csv`. */
  fileName: string;
  head: string[];
  /** Some hundred rows at a time. */
  batches: AsyncIterable<CsvCell[][]>;
};

/** A line break within a cell stays within it, whichever kind it is of. */
const options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/** A mark at the beginning tells spreadsheets that the letters are UTF-8. */
const mark = '\ufeff';

export function csvStream({ head, batches }: CsvFile): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(mark + stringify([head], options));
    for await (const rows of batches) if (rows.length > 0) yield encoder.encode(stringify(rows, options));
  }
  return ReadableStream.from(parts()) as ReadableStream<Uint8Array>;
}
