/**
 * Renders a month's statement as PDF in the style of the invoices: balances, every movement, and the closing
 * debt.
 */
import { movementSentence } from '#kernel/credit-words.ts';
import { ordinal } from '#kernel/dates.ts';
import { cents, formatMoney } from '#kernel/money.ts';
import {
  balanceAfter,
  balanceColumns,
  changeColumns,
  formatBalance,
  formatChange,
  lateness,
  owedAfter,
  statementColumns,
  statementNote,
  statementPeriod,
  statementStatus,
  statementTitle,
  formatMonth,
} from '#kernel/statement-words.ts';
import {
  facts,
  head,
  moneyPlace,
  drawParties,
  print,
  sum,
  reserveSpace,
} from '#modules/invoices/pdf-parts.ts';
import { colors, heightOf, rule, type Sheet, type Style, write } from '#modules/invoices/pdf-sheet.ts';
import type { StatementDocument } from './service.ts';

type Printed = StatementDocument & { number: string; issuedAt: string; lines: [] };

export const statementPdf = (statement: StatementDocument): Promise<Buffer> =>
  print<Printed>(
    {
      ...statement,
      number: formatMonth(statement.month),
      issuedAt: `${statement.until}T00:00:00Z`,
      lines: [],
    },
    { name: 'Statement', change: (same) => same, draw },
  );

function draw(sheet: Sheet, statement: Printed): void {
  const { month, isFinal, before, after } = statement;
  head(sheet, statementTitle(month), {
    word: statementStatus(isFinal),
    style: isFinal ? colors.ok : colors.quiet,
  });
  facts(sheet, [
    [0, 'Period', statementPeriod(statement)],
    [0.34, 'Owed at the start', formatMoney(before.owed)],
    [0.58, owedAfter(isFinal), formatMoney(after.owed)],
    [0.81, 'Available', formatBalance(after.availableCredit)],
  ]);
  drawParties(sheet, statement);
  movementTable(sheet, statement);
  owedTable(sheet, statement);
  reserveSpace(sheet, heightOf(sheet, statementNote, { size: 8.5 }) + 10, statementTitle(month));
  sheet.y = write(sheet, statementNote, { size: 8.5, color: colors.muted });
}

const dayWidth = 34;
const columnWidth = 68;

function movementTable(sheet: Sheet, { month, isFinal, before, after, movements }: Printed): void {
  const line = (day: string, text: string, figures: string[], isStrong = false): void => {
    const face = isStrong ? 'strong' : 'regular';
    const width = sheet.width - dayWidth - statementColumns.length * columnWidth - 8;
    const height = heightOf(sheet, text, { width, size: 9, face }) + 10;
    if (reserveSpace(sheet, height, statementTitle(month))) columnHeads(sheet);
    const y = sheet.y + 5;
    write(sheet, day, { y, size: 9, color: colors.muted });
    write(sheet, text, { y, x: sheet.left + dayWidth, width, size: 9, face });
    writeFigures(sheet, figures, { y, face, size: 9, isMoney: true });
    sheet.y += height;
    rule(sheet);
  };
  columnHeads(sheet);
  line(
    '',
    'Opening balance',
    balanceColumns(before).map((amount) => formatBalance(cents(amount))),
    true,
  );
  for (const movement of movements) {
    const number = movement.invoice?.number ?? movement.order?.number;
    const text = `${movementSentence(movement)}${number === undefined ? '' : ` ${number}`}`;
    line(
      ordinal(new Date(movement.at).getUTCDate()),
      text,
      changeColumns(movement.entries).map((amount) => formatChange(cents(amount))),
    );
  }
  if (movements.length === 0) line('', 'No activity this month.', []);
  line(
    '',
    balanceAfter(isFinal),
    balanceColumns(after).map((amount) => formatBalance(cents(amount))),
    true,
  );
  sheet.y += 22;
}

function columnHeads(sheet: Sheet): void {
  const quiet = { size: 8.5, color: colors.muted };
  write(sheet, 'Day', quiet);
  write(sheet, 'What happened', { ...quiet, x: sheet.left + dayWidth });
  writeFigures(sheet, [...statementColumns], quiet);
  sheet.y += 16;
  rule(sheet, { thick: 1.25, color: colors.ink });
}

const writeFigures = (sheet: Sheet, figures: string[], style: Style): void =>
  figures.forEach((figure, index) => {
    const x = sheet.right - (statementColumns.length - index) * columnWidth;
    write(sheet, figure, { ...style, x, width: columnWidth, align: 'right' });
  });

function owedTable(sheet: Sheet, { month, isFinal, after, invoices }: Printed): void {
  const title = statementTitle(month);
  if (invoices.length === 0) return;
  reserveSpace(sheet, 90, title);
  write(sheet, owedAfter(isFinal), { face: 'strong', size: 12 });
  sheet.y += 24;
  rule(sheet);
  for (const invoice of invoices) {
    reserveSpace(sheet, 27, title);
    const y = sheet.y + 7;
    write(sheet, invoice.number, { y, width: 130 });
    const color = invoice.daysLate > 0 ? colors.warn.text : colors.muted;
    write(sheet, lateness(invoice), { y, x: sheet.left + 134, width: sheet.width - 134 - 118, color });
    write(sheet, formatMoney(invoice.owed), { ...moneyPlace(sheet), y });
    sheet.y += 27;
    rule(sheet);
  }
  reserveSpace(sheet, 40, title);
  sheet.y += 4;
  sum(sheet, 'Total owed (USD)', formatMoney(after.owed), true);
  sheet.y += 18;
}
