/** What a printed invoice and a printed credit note have in common: head, facts, parties, table, sums, foot. */
import { countryCode, countryName } from '#kernel/countries.ts';
import { billedLines } from '#kernel/invoice-words.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';
import { type Faces, facesFor, printable, unprintable } from './pdf-fonts.ts';
import { aSheet, badge, colours, finish, heightOf, rule, type Sheet, wordmark, write } from './pdf-sheet.ts';
import type { BillTo } from './store.ts';

export type Seller = { name: string; address: string[]; email: string; phone: string };
export type Line = { text: string; amount: Cents };

/** What every such document shows of people and services. Everything else on it is ours and can be printed. */
export type Printable = { number: string; issuedAt: string; seller: Seller; billTo: BillTo; lines: Line[] };

const usPaperCountries = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'DO', 'GT', 'HN', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']);

type Draw<D> = (sheet: Sheet, shown: D) => void;
type Kind<D> = {
  /** In front of the number: `Invoice`. */
  name: string;
  /** Other text that people typed, such as a discount code. */
  others?: (string | null | undefined)[];
  change: (document: D, text: (text: string) => string) => D;
  draw: Draw<D>;
};

/** Letter where that is the paper that people have, A4 everywhere else. */
export async function print<D extends Printable>(document: D, { name, others = [], change, draw }: Kind<D>): Promise<Buffer> {
  // Some keyboards write a letter and its accent as two signs, which fonts hold as one.
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
    takeRoom(sheet, 40, title);
    const note = `${unprintable} stands for a letter that cannot be printed here. The ${name.toLowerCase()} online shows it.`;
    write(sheet, note, { y: sheet.y + 20, size: 8.5, colour: colours.muted });
  }
  return finish(sheet, footOf(shown.seller, shown.number));
}

export const footOf =
  ({ name, email, phone }: Pick<Seller, 'name' | 'email' | 'phone'>, number: string) =>
  (foot: Sheet, page: number, pages: number): void => {
    rule(foot);
    const quiet = { y: foot.y + 9, size: 8.5, colour: colours.muted };
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

/** Every text that people typed through `change`. */
const withTexts = <D extends Printable>(document: D, change: (text: string) => string): D => {
  const { billTo } = document;
  return {
    ...document,
    billTo: {
      ...billTo,
      name: change(billTo.name),
      email: change(billTo.email),
      addressLine1: change(billTo.addressLine1),
      company: billTo.company === null ? null : change(billTo.company),
      taxNumber: billTo.taxNumber === null ? null : change(billTo.taxNumber),
    },
    lines: document.lines.map(({ text, amount }) => ({ text: change(text), amount })),
  };
};

/** A new page where what comes next would not fit on this one. True for a new page. */
export function takeRoom(sheet: Sheet, height: number, title: string): boolean {
  if (sheet.y + height <= sheet.bottom) return false;
  sheet.doc.addPage();
  sheet.y = 54;
  wordmark(sheet, site.name);
  write(sheet, title, { y: sheet.y + 8, face: 'strong', align: 'right' });
  sheet.y += 56;
  return true;
}

export function head(sheet: Sheet, title: string, paymentStatus: { word: string; style: { text: string; ground: string } }): void {
  wordmark(sheet, site.name);
  sheet.y += 3;
  badge(sheet, paymentStatus.word, paymentStatus.style);
  sheet.y += 57;
  sheet.y = write(sheet, title, { size: 25, face: 'display', spacing: -0.4 }) + 16;
}

/** Each at its share of the width, with its label. */
export function facts(sheet: Sheet, columns: readonly (readonly [from: number, label: string, value: string])[]): void {
  const { doc, left, width, y } = sheet;
  doc.roundedRect(left, y, width, 52, 8).fill(colours.sunk);
  for (const [from, label, value] of columns) {
    const place = { x: left + 16 + from * (width - 32), width: 150 };
    write(sheet, label, { ...place, y: y + 11, size: 8.5, colour: colours.muted });
    write(sheet, value, { ...place, y: y + 25, size: 10.5, face: 'strong' });
  }
  sheet.y += 52 + 26;
}

export function parties(sheet: Sheet, { seller, billTo }: Pick<Printable, 'seller' | 'billTo'>): void {
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

export function table(sheet: Sheet, lines: Line[], { heading, title }: { heading: string; title: string }): void {
  const width = sheet.width - moneyWidth - 16;
  tableHead(sheet, heading);
  for (const { text, amount } of lines) {
    const height = heightOf(sheet, text, { width }) + 14;
    if (takeRoom(sheet, height, title)) tableHead(sheet, heading);
    write(sheet, text, { y: sheet.y + 7, width });
    write(sheet, formatMoney(amount), { ...moneyPlace(sheet), y: sheet.y + 7 });
    sheet.y += height;
    rule(sheet);
  }
  sheet.y += 6;
}

export const moneyPlace = ({ right }: Sheet) => ({ x: right - moneyWidth, width: moneyWidth, align: 'right', isMoney: true }) as const;

function tableHead(sheet: Sheet, heading: string): void {
  const quiet = { size: 8.5, colour: colours.muted };
  write(sheet, heading, quiet);
  sheet.y = write(sheet, 'Amount', { ...quiet, align: 'right' }) + 5;
  rule(sheet, { thick: 1.25, colour: colours.ink });
}

export const minus = (amount: Cents): string => `\u2212${formatMoney(amount)}`;

/** One line of the sums, in the right half of the page. */
export function sum(sheet: Sheet, label: string, amount: string, isStrong = false): void {
  const from = sheet.left + sheet.width * 0.42;
  const style = isStrong ? ({ face: 'strong', size: 13 } as const) : ({ size: 10 } as const);
  const width = sheet.right - from - moneyWidth - 8;
  const end = write(sheet, label, { ...style, x: from, y: sheet.y + 6, width, colour: isStrong ? colours.ink : colours.muted });
  write(sheet, amount, { ...style, ...moneyPlace(sheet), y: sheet.y + 6 });
  sheet.y = end + 2;
}
