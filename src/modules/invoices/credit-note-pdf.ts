/** Prints a credit note in the design of the invoice that it corrects. */
import { formatDate } from '#kernel/dates.ts';
import { creditNoteNote, creditNoteStatus } from '#kernel/invoice-words.ts';
import { formatMoney } from '#kernel/money.ts';
import type { CreditNoteDocument } from './credit-notes.ts';
import { facts, head, drawParties, print, sum, table, reserveSpace } from './pdf-parts.ts';
import { colors, heightOf, type Sheet, write } from './pdf-sheet.ts';

export const creditNotePdf = (note: CreditNoteDocument): Promise<Buffer> =>
  print(note, { name: 'Credit note', change: (same) => same, draw });

function draw(sheet: Sheet, note: CreditNoteDocument): void {
  const { number, issuedAt, invoice, orderNumber, lines, total, voidedAt } = note;
  const title = `Credit note ${number}`;
  const style = note.status === 'void' ? colors.warn : colors.ok;
  head(sheet, title, { word: creditNoteStatus(note.status), style });
  facts(sheet, [
    [0, 'Issued', formatDate(issuedAt)],
    [0.3, 'Invoice', invoice.number],
    [0.6, 'Order', orderNumber],
    [0.76, 'Total', `${formatMoney(total)} USD`],
  ]);
  drawParties(sheet, note);
  table(sheet, lines, { heading: 'What was credited', title });
  sum(sheet, 'Total credited (USD)', formatMoney(total), true);
  sheet.y += 22;
  const words = creditNoteNote(invoice.number, voidedAt);
  reserveSpace(sheet, heightOf(sheet, words) + 10, title);
  sheet.y = write(sheet, words, { color: colors.muted });
}
