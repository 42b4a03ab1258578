/**
 * An invoice on paper. Loaded when the first one is asked for: most visitors of the shop never do, and the fonts take room.
 * Letter where that is the paper that people have, A4 everywhere else.
 */
import { countryCode, countryName } from '#kernel/countries.ts';
import { formatDate } from '#kernel/dates.ts';
import { billedLines, discountName, invoicePaymentStatus, paidWith } from '#kernel/invoice-words.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';
import type { InvoiceDocument } from './document.ts';
import { type Faces, facesFor, printable, unprintable } from './pdf-fonts.ts';
import { aSheet, badge, colours, finish, heightOf, rule, type Sheet, wordmark, write } from './pdf-sheet.ts';

const usPaperCountries = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'DO', 'GT', 'HN', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']);

export function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const composed = withComposedCharacters(invoice);
  const { billTo, lines, discount } = composed;
  const faces = facesFor([...Object.values(billTo), ...lines.map(({ text }) => text), discount?.code].map((text) => text ?? ''));
  const shown = asPrintable(composed, faces);
  const sheet = aSheet(faces, usPaperCountries.has(countryCode(billTo.country) ?? '') ? 'LETTER' : 'A4', {
    title: `Invoice ${invoice.number}`,
    author: invoice.seller.name,
    madeAt: new Date(invoice.issuedAt),
  });
  head(sheet, shown);
  facts(sheet, shown);
  parties(sheet, shown);
  table(sheet, shown);
  sums(sheet, shown);
  paymentRows(sheet, shown);
  if (JSON.stringify(shown).includes(unprintable)) {
    takeRoom(sheet, 40, shown.number);
    const note = `${unprintable} stands for a letter that cannot be printed here. The invoice online shows it.`;
    write(sheet, note, { y: sheet.y + 20, size: 8.5, colour: colours.muted });
  }
  return finish(sheet, (foot, page, pages) => {
    rule(foot);
    const about = `${shown.seller.name}  ·  ${shown.seller.email}  ·  ${shown.seller.phone}`;
    write(foot, about, { y: foot.y + 9, size: 8.5, colour: colours.muted });
    write(foot, `${shown.number}  ·  Page ${page} of ${pages}`, { y: foot.y + 9, size: 8.5, colour: colours.muted, align: 'right' });
  });
}

/** Every text of it through `change`. */
const withTexts = (invoice: InvoiceDocument, change: (text: string) => string): InvoiceDocument => ({
  ...invoice,
  billTo: {
    ...invoice.billTo,
    name: change(invoice.billTo.name),
    email: change(invoice.billTo.email),
    addressLine1: change(invoice.billTo.addressLine1),
    company: invoice.billTo.company === null ? null : change(invoice.billTo.company),
    taxNumber: invoice.billTo.taxNumber === null ? null : change(invoice.billTo.taxNumber),
  },
  lines: invoice.lines.map(({ text, amount }) => ({ text: change(text), amount })),
  discount: invoice.discount?.code ? { ...invoice.discount, code: change(invoice.discount.code) } : invoice.discount,
});

/** Some keyboards write a letter and its accent as two signs, which fonts hold as one. */
const withComposedCharacters = (invoice: InvoiceDocument): InvoiceDocument => withTexts(invoice, (text) => text.normalize('NFC'));

const asPrintable = (invoice: InvoiceDocument, faces: Faces): InvoiceDocument => withTexts(invoice, (text) => printable(text, faces));

/** A new page where what comes next would not fit on this one. True for a new page. */
function takeRoom(sheet: Sheet, height: number, number: string): boolean {
  if (sheet.y + height <= sheet.bottom) return false;
  sheet.doc.addPage();
  sheet.y = 54;
  wordmark(sheet, site.name);
  write(sheet, `Invoice ${number}`, { y: sheet.y + 8, face: 'strong', align: 'right' });
  sheet.y += 56;
  return true;
}

const style = { Paid: colours.ok, 'Not paid': colours.warn };

function head(sheet: Sheet, invoice: InvoiceDocument): void {
  wordmark(sheet, site.name);
  const paymentStatus = invoicePaymentStatus(invoice);
  sheet.y += 3;
  badge(sheet, paymentStatus, style[paymentStatus as keyof typeof style] ?? colours.quiet);
  sheet.y += 57;
  sheet.y = write(sheet, `Invoice ${invoice.number}`, { size: 25, face: 'display', spacing: -0.4 }) + 16;
}

function facts(sheet: Sheet, { issuedAt, dueOn, orderNumber, total }: InvoiceDocument): void {
  const { doc, left, width, y } = sheet;
  const columns = [
    [0, 'Issued', formatDate(issuedAt)],
    [0.3, 'Due', formatDate(dueOn)],
    [0.6, 'Order', orderNumber],
    [0.76, 'Total', `${formatMoney(total)} USD`],
  ] as const;
  doc.roundedRect(left, y, width, 52, 8).fill(colours.sunk);
  for (const [from, label, value] of columns) {
    const place = { x: left + 16 + from * (width - 32), width: 150 };
    write(sheet, label, { ...place, y: y + 11, size: 8.5, colour: colours.muted });
    write(sheet, value, { ...place, y: y + 25, size: 10.5, face: 'strong' });
  }
  sheet.y += 52 + 26;
}

function parties(sheet: Sheet, { seller, billTo }: InvoiceDocument): void {
  const half = sheet.width / 2 - 16;
  const ends = [
    block(sheet, 'From', [seller.name, ...seller.address, seller.email, seller.phone], { x: sheet.left, width: half }),
    block(sheet, 'Billed to', billedLines(billTo, countryName(billTo.country)), { x: sheet.left + sheet.width / 2 + 16, width: half }),
  ];
  sheet.y = Math.max(...ends) + 28;
}

/** A small heading, a line that stands out, and the rest. Answers where it ends. */
function block(sheet: Sheet, heading: string, lines: string[], place: { x: number; width: number }): number {
  let y = write(sheet, heading, { ...place, size: 8.5, colour: colours.muted }) + 3;
  for (const [index, line] of lines.entries()) y = write(sheet, line, { ...place, y, face: index === 0 ? 'strong' : 'regular' });
  return y;
}

const moneyWidth = 110;

function table(sheet: Sheet, { number, lines }: InvoiceDocument): void {
  const width = sheet.width - moneyWidth - 16;
  tableHead(sheet);
  for (const { text, amount } of lines) {
    const height = heightOf(sheet, text, { width }) + 14;
    if (takeRoom(sheet, height, number)) tableHead(sheet);
    write(sheet, text, { y: sheet.y + 7, width });
    write(sheet, formatMoney(amount), { ...moneyPlace(sheet), y: sheet.y + 7 });
    sheet.y += height;
    rule(sheet);
  }
  sheet.y += 6;
}

const moneyPlace = ({ right }: Sheet) => ({ x: right - moneyWidth, width: moneyWidth, align: 'right', isMoney: true }) as const;

function tableHead(sheet: Sheet): void {
  const quiet = { size: 8.5, colour: colours.muted };
  write(sheet, 'Service', quiet);
  sheet.y = write(sheet, 'Amount', { ...quiet, align: 'right' }) + 5;
  rule(sheet, { thick: 1.25, colour: colours.ink });
}

const minus = (amount: Cents): string => `\u2212${formatMoney(amount)}`;

/** One line of the sums, in the right half of the page. */
function sum(sheet: Sheet, label: string, amount: string, isStrong = false): void {
  const from = sheet.left + sheet.width * 0.42;
  const style = isStrong ? ({ face: 'strong', size: 13 } as const) : ({ size: 10 } as const);
  const width = sheet.right - from - moneyWidth - 8;
  const end = write(sheet, label, { ...style, x: from, y: sheet.y + 6, width, colour: isStrong ? colours.ink : colours.muted });
  write(sheet, amount, { ...style, ...moneyPlace(sheet), y: sheet.y + 6 });
  sheet.y = end + 2;
}

function sums(sheet: Sheet, { number, subtotal, discount, total }: InvoiceDocument): void {
  takeRoom(sheet, discount === null ? 60 : 110, number);
  if (discount !== null) {
    sum(sheet, 'Subtotal', formatMoney(subtotal));
    sum(sheet, discountName(discount.code), minus(discount.amount));
    sheet.y += 6;
    rule(sheet, { from: sheet.left + sheet.width * 0.42 });
  }
  sum(sheet, 'Total (USD)', formatMoney(total), true);
  sheet.y += 22;
}

function paymentRows(sheet: Sheet, { number, total, dueOn, payments, refunds, paid, due }: InvoiceDocument): void {
  takeRoom(sheet, 80, number);
  write(sheet, 'Payment', { face: 'strong', size: 12 });
  sheet.y += 24;
  rule(sheet);
  for (const { date, amount, card } of payments) row(sheet, number, [paidWith(card), formatDate(date), formatMoney(amount)]);
  for (const { date, amount, pending } of refunds)
    row(sheet, number, [pending ? 'Refund, on its way' : 'Refund', formatDate(date), minus(amount)]);
  if (total === 0) row(sheet, number, ['Nothing to pay', '', formatMoney(total)]);
  if (refunds.length > 0) row(sheet, number, ['Remains paid', '', formatMoney(paid)], true);
  if (due > 0) row(sheet, number, ['To be paid', `by ${formatDate(dueOn)}`, formatMoney(due)], true);
}

function row(sheet: Sheet, number: string, [what, when, amount]: [string, string, string], isStrong = false): void {
  takeRoom(sheet, 34, number);
  const face = isStrong ? 'strong' : 'regular';
  const y = sheet.y + 8;
  write(sheet, what, { y, face, width: sheet.width * 0.42 - 8 });
  write(sheet, when, { y, x: sheet.left + sheet.width * 0.42, width: 160, colour: colours.muted });
  write(sheet, amount, { ...moneyPlace(sheet), y, face });
  sheet.y += 31;
  rule(sheet);
}
