/** The shared parts of printed invoices and credit notes: header, facts, parties, table, totals, footer. */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { countryCode, countryName } from '#kernel/countries.ts';
import { billedLines } from '#kernel/invoice-words.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';
import { type Faces, facesFor, printable, unprintable } from './pdf-fonts.ts';
import { aSheet, badge, colors, finish, heightOf, rule, type Sheet, wordmark, write } from './pdf-sheet.ts';
import type { BillTo } from './store.ts';

export type Seller = { name: string; address: string[]; email: string; phone: string };
export type Line = { text: string; amount: Cents };

/** The text on a document that comes from users and services. All other text is ours and is printable. */
export type Printable = { number: string; issuedAt: string; seller: Seller; billTo: BillTo; lines: Line[] };

const usPaperCountries = new Set([
  'US',
  'CA',
  'MX',
  'CL',
  'CO',
  'CR',
  'DO',
  'GT',
  'HN',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'VE',
]);

type Draw<D> = (sheet: Sheet, shown: D) => void;
type Kind<D> = {
  /** Precedes the number, such as `Invoice`. */
  name: string;
  /** Other user input, such as a coupon code. */
  others?: (string | null | undefined)[];
  change: (document: D, text: (text: string) => string) => D;
  draw: Draw<D>;
};

/** Prints on Letter in countries that use it, otherwise on A4. */
export async function print<D extends Printable>(
  document: D,
  { name, others = [], change, draw }: Kind<D>,
): Promise<Buffer> {
  // Some keyboards write a letter and its accent as two characters, which fonts have as one.
  const composed = withTexts(change(document, compose), compose);
  const texts = [
    ...Object.values(composed.billTo),
    ...composed.lines.map(({ text }) => text),
    ...others.map((text) => text?.normalize('NFC')),
  ];
  const faces = await facesFor(texts.map((text) => text ?? ''));
  const asPrintable = (text: string): string => printable(text, faces);
  const shown = withTexts(change(composed, asPrintable), asPrintable);
  const title = `${name} ${document.number}`;
  const sheet = openSheet(faces, shown, title);
  draw(sheet, shown);
  if (JSON.stringify(shown).includes(unprintable)) {
    reserveSpace(sheet, 40, title);
    const note = `${unprintable} stands for a character that cannot be printed here. The online ${name.toLowerCase()} shows it.`;
    write(sheet, note, { y: sheet.y + 20, size: 8.5, color: colors.muted });
  }
  return finish(sheet, footOf(shown.seller, shown.number));
}

export const footOf =
  ({ name, email, phone }: Pick<Seller, 'name' | 'email' | 'phone'>, number: string) =>
  (foot: Sheet, page: number, pages: number): void => {
    rule(foot);
    const quiet = { y: foot.y + 9, size: 8.5, color: colors.muted };
    write(foot, `${name}  ·  ${email}  ·  ${phone}`, quiet);
    write(foot, `${number}  ·  Page ${page} of ${pages}`, { ...quiet, align: 'right' });
  };

const compose = (text: string): string => text.normalize('NFC');

const openSheet = (faces: Faces, { billTo, seller, issuedAt }: Printable, title: string): Sheet =>
  aSheet(faces, usPaperCountries.has(countryCode(billTo.country) ?? '') ? 'LETTER' : 'A4', {
    title,
    author: seller.name,
    madeAt: new Date(issuedAt),
  });

/** Applies `change` to all user input. */
const withTexts = <D extends Printable>(document: D, change: (text: string) => string): D => {
  const { billTo } = document;
  const invoiceTexts = mapNames(invoiceFieldNames, (name) => {
    const text = billTo[name];
    return text === null ? null : change(text);
  });
  return {
    ...document,
    billTo: {
      ...billTo,
      name: change(billTo.name),
      email: change(billTo.email),
      addressLine1: change(billTo.addressLine1),
      ...invoiceTexts,
    },
    lines: document.lines.map(({ text, amount }) => ({ text: change(text), amount })),
  };
};

/** Starts a new page when the next block does not fit. Returns true for a new page. */
export function reserveSpace(sheet: Sheet, height: number, title: string): boolean {
  if (sheet.y + height <= sheet.bottom) return false;
  sheet.doc.addPage();
  sheet.y = 54;
  wordmark(sheet, site.name);
  write(sheet, title, { y: sheet.y + 8, face: 'strong', align: 'right' });
  sheet.y += 56;
  return true;
}

export function head(
  sheet: Sheet,
  title: string,
  paymentStatus: { word: string; style: { text: string; ground: string } },
): void {
  wordmark(sheet, site.name);
  sheet.y += 3;
  badge(sheet, paymentStatus.word, paymentStatus.style);
  sheet.y += 57;
  sheet.y = write(sheet, title, { size: 25, face: 'display', spacing: -0.4 }) + 16;
}

/** Draws each value with its label, at its fraction of the width. */
export function facts(
  sheet: Sheet,
  columns: readonly (readonly [from: number, label: string, value: string])[],
): void {
  const { doc, left, width, y } = sheet;
  doc.roundedRect(left, y, width, 52, 8).fill(colors.sunk);
  for (const [from, label, value] of columns) {
    const place = { x: left + 16 + from * (width - 32), width: 150 };
    write(sheet, label, { ...place, y: y + 11, size: 8.5, color: colors.muted });
    write(sheet, value, { ...place, y: y + 25, size: 10.5, face: 'strong' });
  }
  sheet.y += 52 + 26;
}

export function drawParties(sheet: Sheet, { seller, billTo }: Pick<Printable, 'seller' | 'billTo'>): void {
  const half = sheet.width / 2 - 16;
  const ends = [
    block(sheet, 'From', [seller.name, ...seller.address, seller.email, seller.phone], {
      x: sheet.left,
      width: half,
    }),
    block(sheet, 'Billed to', billedLines(billTo, countryName(billTo.country)), {
      x: sheet.left + sheet.width / 2 + 16,
      width: half,
    }),
  ];
  sheet.y = Math.max(...ends) + 28;
}

/** Draws a small heading, an emphasized line, and the rest. Returns the y position of its end. */
function block(sheet: Sheet, heading: string, lines: string[], place: { x: number; width: number }): number {
  let y = write(sheet, heading, { ...place, size: 8.5, color: colors.muted }) + 3;
  for (const [index, line] of lines.entries())
    y = write(sheet, line, { ...place, y, face: index === 0 ? 'strong' : 'regular' });
  return y;
}

const moneyWidth = 110;

export function table(
  sheet: Sheet,
  lines: Line[],
  { heading, title }: { heading: string; title: string },
): void {
  const width = sheet.width - moneyWidth - 16;
  tableHead(sheet, heading);
  for (const { text, amount } of lines) {
    const height = heightOf(sheet, text, { width }) + 14;
    if (reserveSpace(sheet, height, title)) tableHead(sheet, heading);
    write(sheet, text, { y: sheet.y + 7, width });
    write(sheet, formatMoney(amount), { ...moneyPlace(sheet), y: sheet.y + 7 });
    sheet.y += height;
    rule(sheet);
  }
  sheet.y += 6;
}

export const moneyPlace = ({ right }: Sheet) =>
  ({ x: right - moneyWidth, width: moneyWidth, align: 'right', isMoney: true }) as const;

function tableHead(sheet: Sheet, heading: string): void {
  const quiet = { size: 8.5, color: colors.muted };
  write(sheet, heading, quiet);
  sheet.y = write(sheet, 'Amount', { ...quiet, align: 'right' }) + 5;
  rule(sheet, { thick: 1.25, color: colors.ink });
}

export const minus = (amount: Cents): string => `\u2212${formatMoney(amount)}`;

/** Draws one line of the totals, in the right half of the page. */
export function sum(sheet: Sheet, label: string, amount: string, isStrong = false): void {
  const from = sheet.left + sheet.width * 0.42;
  const style = isStrong ? ({ face: 'strong', size: 13 } as const) : ({ size: 10 } as const);
  const width = sheet.right - from - moneyWidth - 8;
  const end = write(sheet, label, {
    ...style,
    x: from,
    y: sheet.y + 6,
    width,
    color: isStrong ? colors.ink : colors.muted,
  });
  write(sheet, amount, { ...style, ...moneyPlace(sheet), y: sheet.y + 6 });
  sheet.y = end + 2;
}
