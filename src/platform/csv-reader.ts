/**
 * Tables that people send: as we write them, as a spreadsheet has saved them since, or made by hand. Nothing is guessed that could change a
 * value: bytes are UTF-8 or refused, and of the separators one counts, by the first line.
 */
import { DomainError } from '#kernel/errors.ts';
import { unguarded } from './csv.ts';

export type ReadRow = {
  /** As spreadsheets count: the head is the first. */
  row: number;
  cells: string[];
};
export type ReadTable = { head: string[]; rows: ReadRow[] };

/** Characters of a cell: the most that Excel stores. */
const cellAtMost = 32_767;

/** Throws `import_unreadable` with what is wrong with the file as a whole. */
export async function readCsv(bytes: Uint8Array): Promise<ReadTable> {
  const records = withoutEmptyColumns(await recordsOf(textOf(bytes)));
  const long = records.findIndex((record) => record.some((cell) => cell.length > cellAtMost));
  if (long >= 0)
    throw new DomainError('import_unreadable', `Row ${long + 1} has a cell of more than ${cellAtMost.toLocaleString('en-US')} characters`);
  const [head = [], ...rows] = records.map((record) => record.map((cell) => unguarded(cell)));
  return {
    head: head.map((name) => name.trim()),
    rows: rows.map((cells, index) => ({ row: index + 2, cells })).filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  };
}

/** Throws `import_unreadable`. A mark at the beginning is no part of the text. */
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

/** Excel writes its separator in a line of its own, which is no row. */
const separatorLine = /^sep=([,;\t])[ \t,;]*(?:\r\n|\n|\r)/i;

/** The one that the first line has most of: spreadsheets of countries that write 1,5 for a half take a semicolon. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Spreadsheets add columns without a name and without a value at the right. A value in one of them stays, and is refused. */
function withoutEmptyColumns(records: string[][]): string[][] {
  const width = (records[0] ?? []).findLastIndex((name) => name.trim() !== '') + 1;
  return records.map((record) => (record.slice(width).every((cell) => cell.trim() === '') ? record.slice(0, width) : record));
}

async function recordsOf(whole: string): Promise<string[][]> {
  const { parse, CsvError } = await import('csv-parse/sync');
  const [line = '', separator] = separatorLine.exec(whole) ?? [];
  const text = whole.slice(line.length);
  try {
    const lineEnds = ['\r\n', '\n', '\r'];
    return parse(text, { delimiter: separator ?? separatorOf(text), record_delimiter: lineEnds, relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = Number(error.lines ?? 1) + (line === '' ? 0 : 1);
    throw new DomainError('import_unreadable', `The table cannot be read at line ${at}: a quotation mark is missing, or one too many`);
  }
}
