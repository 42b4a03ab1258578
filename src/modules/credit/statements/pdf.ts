/**
 * Renders a month's statement as PDF in the style of the invoices: balances, every movement, and the closing
 * debt.
 */
import { cents } from '#kernel/money.ts';
import { describeStatement, type StatementDescription } from '#content/statement-document.ts';
import { drawSum, print, reserveSpace, writeAmount } from '#modules/invoices/pdf-parts.ts';
import { colors, heightOf, rule, type Sheet, type Style, write } from '#modules/invoices/pdf-sheet.ts';
import type { StatementDocument } from './service.ts';

export const statementPdf = (statement: StatementDocument): Promise<Buffer> =>
  print(describeStatement(statement, cents), {
    source: statement,
    madeAt: `${statement.until}T00:00:00Z`,
    factPlaces: [0, 0.34, 0.58, 0.81],
    draw,
  });

function draw(sheet: Sheet, shown: StatementDescription): void {
  const { note } = shown;
  drawMovements(sheet, shown);
  if (shown.owed.invoices.length > 0) drawOwed(sheet, shown.owed);
  reserveSpace(sheet, heightOf(sheet, note, { size: 8.5 }) + 10);
  sheet.y = write(sheet, note, { size: 8.5, color: colors.muted });
}

const dayWidth = 34;
const columnWidth = 68;

function drawMovements(sheet: Sheet, { columns, rows }: StatementDescription): void {
  const width = sheet.width - dayWidth - columns.figures.length * columnWidth - 8;
  drawColumnHeads(sheet, columns);
  for (const row of rows) {
    const face = row.kind === 'balance' ? 'strong' : 'regular';
    const day = row.kind === 'movement' ? row.day : '';
    const text = row.kind === 'movement' && row.link ? `${row.text} ${row.link.number}` : row.text;
    const height = heightOf(sheet, text, { width, size: 9, face }) + 10;
    if (reserveSpace(sheet, height)) drawColumnHeads(sheet, columns);
    const y = sheet.y + 5;
    write(sheet, day, { y, size: 9, color: colors.muted });
    write(sheet, text, { y, x: sheet.left + dayWidth, width, size: 9, face });
    writeFigures(sheet, row.figures, { y, face, size: 9, isMoney: true });
    sheet.y += height;
    rule(sheet);
  }
  sheet.y += 22;
}

function drawColumnHeads(sheet: Sheet, { day, text, figures }: StatementDescription['columns']): void {
  const quiet = { size: 8.5, color: colors.muted };
  write(sheet, day, quiet);
  write(sheet, text, { ...quiet, x: sheet.left + dayWidth });
  writeFigures(sheet, figures, quiet);
  sheet.y += 16;
  rule(sheet, { thick: 1.25, color: colors.ink });
}

const writeFigures = (sheet: Sheet, figures: string[], style: Style): void =>
  figures.forEach((figure, index) => {
    const x = sheet.right - (figures.length - index) * columnWidth;
    write(sheet, figure, { ...style, x, width: columnWidth, align: 'right' });
  });

function drawOwed(sheet: Sheet, { heading, invoices, total }: StatementDescription['owed']): void {
  reserveSpace(sheet, 90);
  write(sheet, heading, { face: 'strong', size: 12 });
  sheet.y += 24;
  rule(sheet);
  for (const { number, when, isLate, amount } of invoices) {
    reserveSpace(sheet, 27);
    const y = sheet.y + 7;
    write(sheet, number, { y, width: 130 });
    const color = isLate ? colors.warn.text : colors.muted;
    write(sheet, when, { y, x: sheet.left + 134, width: sheet.width - 134 - 118, color });
    writeAmount(sheet, amount, { y });
    sheet.y += 27;
    rule(sheet);
  }
  reserveSpace(sheet, 40);
  sheet.y += 4;
  drawSum(sheet, total);
  sheet.y += 18;
}
