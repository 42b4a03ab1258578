/**
 * Reads uploaded tables: our own exports, files saved by a spreadsheet, and files made by hand. Nothing is
 * guessed that could change a value. Bytes must be UTF-8, and the first line decides the separator.
 */
import { DomainError } from '#kernel/errors.ts';
import { unguarded } from './csv.ts';

export type ReadRow = {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number;
  cells: string[];
};
export type ReadTable = { head: string[]; rows: ReadRow[] };

/** Characters in a cell: the most that Excel stores. */
const cellAtMost = 32_767;

/** Throws `import_unreadable` with what is wrong with the file as a whole. */
export async function readCsv(bytes: Uint8Array): Promise<ReadTable> {
  const records = withoutEmptyColumns(await recordsOf(textOf(bytes)));
  const long = records.findIndex((record) => record.some((cell) => cell.length > cellAtMost));
  if (long >= 0)
    throw new DomainError(
      'import_unreadable',
      `Row ${long + 1} has a cell of more than ${cellAtMost.toLocaleString('en-US')} characters`,
    );
  const [head = [], ...rows] = records.map((record) => record.map((cell) => unguarded(cell)));
  return {
    head: head.map((name) => name.trim()),
    rows: rows
      .map((cells, index) => ({ row: index + 2, cells }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  };
}

/** Decodes UTF-8 and drops a byte order mark. Throws `import_unreadable`. */
export function textOf(bytes: Uint8Array, advice = 'Save it as “CSV UTF-8” and choose it again'): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('import_unreadable', `This file is not written in UTF-8. ${advice}`);
  }
  if (text.includes('\0')) throw new DomainError('import_unreadable', `This is no text. ${advice}`);
  if (text.trim() === '') throw new DomainError('import_unreadable', 'This file is empty');
  return text;
}

const separators = [',', ';', '\t'] as const;

/** Excel may write its separator as a separate first line, which is not a row. */
const separatorLine = /^sep=([,;\t])[ \t,;]*(?:\r\n|\n|\r)/i;

/**
 * The separator that is most frequent in the first line. Spreadsheets use a semicolon where 1,5 means one and
 * a half.
 */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Drops the columns without a name and values that spreadsheets add at the right. A column without a name but
 * with values stays and is rejected.
 */
function withoutEmptyColumns(records: string[][]): string[][] {
  const width = (records[0] ?? []).findLastIndex((name) => name.trim() !== '') + 1;
  return records.map((record) =>
    record.slice(width).every((cell) => cell.trim() === '') ? record.slice(0, width) : record,
  );
}

async function recordsOf(csv: string): Promise<string[][]> {
  const { parse, CsvError } = await import('csv-parse/sync');
  const [line = '', separator] = separatorLine.exec(csv) ?? [];
  const text = csv.slice(line.length);
  try {
    const lineEnds = ['\r\n', '\n', '\r'];
    return parse(text, {
      delimiter: separator ?? separatorOf(text),
      record_delimiter: lineEnds,
      relax_column_count: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = Number(error.lines ?? 1) + (line === '' ? 0 : 1);
    throw new DomainError(
      'import_unreadable',
      `The table cannot be read at line ${at}: a quotation mark is missing, or one too many`,
    );
  }
}
