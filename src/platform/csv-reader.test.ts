/**
 * Reading uploaded tables: our own exports come back unchanged after any program has saved them, and
 * unreadable files say why.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvStream } from './csv.ts';
import { readCsv } from './csv-reader.ts';

async function written(cells: string[][]): Promise<Uint8Array> {
  async function* batches() {
    yield cells;
  }
  return Buffer.concat(
    await Array.fromAsync(csvStream({ fileName: 'x.csv', head: ['a', 'b'], batches: batches() })),
  );
}
const read = (file: string | Uint8Array) => readCsv(typeof file === 'string' ? Buffer.from(file) : file);
const cellsOf = async (file: string | Uint8Array) => (await read(file)).rows.map(({ cells }) => cells);

const signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

describe('our own files', () => {
  test('survive the round trip: formulas, escaped ones, and lookalikes', async () => {
    const texts = signs.flatMap((sign) => [
      `${sign}1`,
      `'${sign}1`,
      `''${sign}1`,
      `x${sign}`,
      `"${sign}1"`,
      `' ${sign}`,
    ]);
    const rows = [
      ...texts,
      "'",
      "''",
      "'a",
      'a,b;c',
      'two\nlines',
      'two\r\nlines',
      'Müller, "Ama"',
      '日本',
    ].map((text) => [text, 'x']);
    expect(await cellsOf(await written(rows))).toEqual(rows);
  });

  test('survive the round trip with any content', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...signs, "'", '"', ',', ';', '\n', 'a') }),
    );
    const sound = text.filter((cell) => !cell.includes('\0') && cell.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(sound, fc.constant('x')), { minLength: 1 }), async (rows) => {
        expect(await cellsOf(await written(rows))).toEqual(rows);
      }),
    );
  });
});

describe('files saved by other programs', () => {
  test.each([
    ['with and without the mark of UTF-8', '\ufeffa,b\n1,2\n', 'a,b\n1,2'],
    ['with lines of Windows and of old Macs', 'a,b\r\n1,2\r\n', 'a,b\r1,2\r'],
    ['with semicolons, and with tabs', 'a;b\n1;2', 'a\tb\n1\t2'],
    ['with the separator in a separate line', 'sep=;\na;b\n1;2\n', '\ufeffSEP=,\r\na,b\r\n1,2'],
    ['with empty columns at the right', 'a,b,,\n1,2,,\n', 'a;b;\n1;2;;;\n'],
    ['with all cells in quotation marks', '"a","b"\n"1","2"\n', '"a";"b"\r\n"1";"2"\r\n'],
  ])('are read %s', async (_how, one, other) => {
    for (const file of [one, other])
      expect(await read(file)).toEqual({ head: ['a', 'b'], rows: [{ row: 2, cells: ['1', '2'] }] });
  });

  test('count rows like a spreadsheet: a multi-line cell is one row, and an empty row is skipped', async () => {
    const { rows } = await read('a;b\r\n"one\r\ntwo";2\r\n;\r\n\r\n3;"4,5"\r\n');
    expect(rows).toEqual([
      { row: 2, cells: ['one\r\ntwo', '2'] },
      { row: 5, cells: ['3', '4,5'] },
    ]);
  });

  test('keep a value right of the named columns, which is rejected with its row', async () => {
    expect(await read('a,b,\n1,2,3\n')).toEqual({
      head: ['a', 'b'],
      rows: [{ row: 2, cells: ['1', '2', '3'] }],
    });
  });

  test('keep rows that are too short or too long as they are', async () => {
    expect(await cellsOf('a,b\n1\n1,2,3\n')).toEqual([['1'], ['1', '2', '3']]);
  });
});

test.each([
  ['nothing', '', 'This file is empty'],
  ['blanks', '\ufeff \r\n\r\n', 'This file is empty'],
  [
    'Latin-1',
    Buffer.from('a,b\nM\xfcller,1', 'latin1'),
    'This file is not written in UTF-8. Save it as “CSV UTF-8” and choose it again',
  ],
  ['UTF-16 with its mark', Buffer.from('\ufeffa,b\n1,2', 'utf16le'), /^This file is not written in UTF-8/],
  ['UTF-16 without', Buffer.from('a,b\n1,2', 'utf16le'), /^This is no text/],
  ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'), /^This is no text/],
  [
    'a quotation mark that is never closed',
    'a,b\n"1,2\n3,4',
    /^The table cannot be read at line \d+: a quotation mark/,
  ],
  [
    'a quotation mark within a cell',
    'a,b\n1,2\n3"x,4',
    'The table cannot be read at line 3: a quotation mark is missing, or one too many',
  ],
  [
    'letters behind a quoted cell',
    'a,b\n"1"x,2',
    'The table cannot be read at line 2: a quotation mark is missing, or one too many',
  ],
])('%s is rejected with a reason', async (_what, file, message) => {
  await expect(read(file)).rejects.toMatchObject({
    code: 'import_unreadable',
    message: expect.stringMatching(message),
  });
});
