/**
 * Prints an invoice as a PDF. Loaded on first use: most processes never print one, and the fonts take memory.
 */
import { formatDate, formatDueDay } from '#kernel/dates.ts';
import { discountName, invoicePaymentStatus, paidWith } from '#kernel/invoice-words.ts';
import { formatMoney } from '#kernel/money.ts';
import type { InvoiceDocument } from './document.ts';
import { facts, head, minus, moneyPlace, drawParties, print, sum, table, reserveSpace } from './pdf-parts.ts';
import { colors, rule, type Sheet, write } from './pdf-sheet.ts';

export const invoicePdf = (invoice: InvoiceDocument): Promise<Buffer> =>
  print(invoice, {
    name: 'Invoice',
    others: [invoice.discount?.code],
    change: ({ discount, ...rest }, text) => ({
      ...rest,
      discount: discount?.code ? { ...discount, code: text(discount.code) } : discount,
    }),
    draw,
  });

const style = { Paid: colors.ok, 'Not paid': colors.warn };
const titleOf = ({ number }: { number: string }): string => `Invoice ${number}`;

function draw(sheet: Sheet, invoice: InvoiceDocument): void {
  const { issuedAt, dueOn, orderNumber, lines, total } = invoice;
  const word = invoicePaymentStatus(invoice);
  const title = titleOf(invoice);
  head(sheet, title, { word, style: style[word as keyof typeof style] ?? colors.quiet });
  facts(sheet, [
    [0, 'Issued', formatDate(issuedAt)],
    [0.3, 'Due', formatDueDay(dueOn)],
    [0.6, 'Order', orderNumber],
    [0.76, 'Total', `${formatMoney(total)} USD`],
  ]);
  drawParties(sheet, invoice);
  table(sheet, lines, { heading: 'Service', title });
  sums(sheet, invoice);
  paymentRows(sheet, invoice);
}

function sums(sheet: Sheet, { number, subtotal, discount, total, credited }: InvoiceDocument): void {
  reserveSpace(sheet, discount === null ? 80 : 130, titleOf({ number }));
  if (discount !== null) {
    sum(sheet, 'Subtotal', formatMoney(subtotal));
    sum(sheet, discountName(discount.code), minus(discount.amount));
    sheet.y += 6;
    rule(sheet, { from: sheet.left + sheet.width * 0.42 });
  }
  sum(sheet, 'Total (USD)', formatMoney(total), true);
  if (credited > 0) sum(sheet, 'Credited', minus(credited));
  sheet.y += 22;
}

function paymentRows(
  sheet: Sheet,
  { number, total, dueOn, payments, refunds, takenBack, paid, due }: InvoiceDocument,
): void {
  reserveSpace(sheet, 80, titleOf({ number }));
  write(sheet, 'Payment', { face: 'strong', size: 12 });
  sheet.y += 24;
  rule(sheet);
  for (const { date, amount, card } of payments)
    row(sheet, number, [paidWith(card), formatDate(date), formatMoney(amount)]);
  for (const { date, amount, pending, creditNote } of refunds) {
    const what = pending
      ? 'Refund, on its way'
      : creditNote === null
        ? 'Refund'
        : `Refund, ${creditNote.number}`;
    row(sheet, number, [what, formatDate(date), minus(amount)]);
  }
  for (const { date, amount } of takenBack)
    row(sheet, number, ['Reversed by the bank', formatDate(date), minus(amount)]);
  if (total === 0) row(sheet, number, ['Nothing to pay', '', formatMoney(total)]);
  if (refunds.length > 0 || takenBack.length > 0)
    row(sheet, number, ['Net paid', '', formatMoney(paid)], true);
  if (due > 0) row(sheet, number, ['Amount due', `by ${formatDueDay(dueOn)}`, formatMoney(due)], true);
}

function row(
  sheet: Sheet,
  number: string,
  [what, when, amount]: [string, string, string],
  isStrong = false,
): void {
  reserveSpace(sheet, 34, titleOf({ number }));
  const face = isStrong ? 'strong' : 'regular';
  const y = sheet.y + 8;
  write(sheet, what, { y, face, width: sheet.width * 0.42 - 8 });
  write(sheet, when, { y, x: sheet.left + sheet.width * 0.42, width: 160, color: colors.muted });
  write(sheet, amount, { ...moneyPlace(sheet), y, face });
  sheet.y += 31;
  rule(sheet);
}
