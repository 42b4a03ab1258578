/**
 * Prints invoices and credit notes as PDF. Loaded on first use: most processes never print one, and the fonts
 * take memory.
 */
import type { SellerAndBuyer } from '#content/document.ts';
import {
  describeCreditNote,
  describeInvoice,
  type InvoiceDescription,
  type PaymentRow,
} from '#content/invoice-document.ts';
import { cents } from '#kernel/money.ts';
import type { CreditNoteDocument } from './credit-notes.ts';
import type { InvoiceDocument } from './document.ts';
import { amountWidth, drawSum, print, reserveSpace, writeAmount } from './pdf-parts.ts';
import { colors, heightOf, rule, type Sheet, write } from './pdf-sheet.ts';

export const invoicePdf = (invoice: InvoiceDocument): Promise<Buffer> =>
  printLinked(describeInvoice(invoice, cents), invoice);

export const creditNotePdf = (note: CreditNoteDocument): Promise<Buffer> =>
  printLinked(describeCreditNote(note, cents), note);

const printLinked = (
  description: InvoiceDescription,
  source: SellerAndBuyer & { issuedAt: string },
): Promise<Buffer> =>
  print(description, { source, madeAt: source.issuedAt, factPlaces: [0, 0.3, 0.6, 0.76], draw });

function draw(sheet: Sheet, { table, sums, payment, meaning }: InvoiceDescription): void {
  drawTable(sheet, table);
  drawSums(sheet, sums);
  if (payment !== undefined) drawPayment(sheet, payment);
  if (meaning !== undefined) {
    reserveSpace(sheet, heightOf(sheet, meaning.text) + 10);
    sheet.y = write(sheet, meaning.text, { color: colors.muted });
  }
}

function drawTable(sheet: Sheet, { heading, lines }: InvoiceDescription['table']): void {
  const width = sheet.width - amountWidth - 16;
  drawTableHead(sheet, heading);
  for (const { text, amount } of lines) {
    const height = heightOf(sheet, text, { width }) + 14;
    if (reserveSpace(sheet, height)) drawTableHead(sheet, heading);
    write(sheet, text, { y: sheet.y + 7, width });
    writeAmount(sheet, amount, { y: sheet.y + 7 });
    sheet.y += height;
    rule(sheet);
  }
  sheet.y += 6;
}

function drawTableHead(sheet: Sheet, heading: string): void {
  const quiet = { size: 8.5, color: colors.muted };
  write(sheet, heading, quiet);
  sheet.y = write(sheet, 'Amount', { ...quiet, align: 'right' }) + 5;
  rule(sheet, { thick: 1.25, color: colors.ink });
}

function drawSums(sheet: Sheet, sums: InvoiceDescription['sums']): void {
  const totalAt = sums.findIndex(({ kind }) => kind === 'total');
  reserveSpace(sheet, totalAt === 0 ? 80 : 130);
  for (const [index, sum] of sums.entries()) {
    if (index === totalAt && index > 0) {
      sheet.y += 6;
      rule(sheet, { from: sheet.left + sheet.width * 0.42 });
    }
    drawSum(sheet, sum);
  }
  sheet.y += 22;
}

function drawPayment(sheet: Sheet, { heading, rows }: NonNullable<InvoiceDescription['payment']>): void {
  reserveSpace(sheet, 80);
  write(sheet, heading, { face: 'strong', size: 12 });
  sheet.y += 24;
  rule(sheet);
  for (const row of rows) drawRow(sheet, row);
}

function drawRow(sheet: Sheet, { text, when, amount, isStrong = false, link }: PaymentRow): void {
  reserveSpace(sheet, 34);
  const face = isStrong ? 'strong' : 'regular';
  const y = sheet.y + 8;
  const what = link ? `${text}, ${link.number}` : text;
  write(sheet, what, { y, face, width: sheet.width * 0.42 - 8 });
  write(sheet, when, { y, x: sheet.left + sheet.width * 0.42, width: 160, color: colors.muted });
  writeAmount(sheet, amount, { y, face });
  sheet.y += 31;
  rule(sheet);
}
