/** The shared parts of printed documents: header, facts, parties, amounts, footer. */
import { countryCode } from '#kernel/countries.ts';
import type { DocumentDescription, Fact, Party, Seller, SellerAndBuyer, Sum } from '#content/document.ts';
import { site } from '#content/site.ts';
import { facesFor, printable, unprintable } from './pdf-fonts.ts';
import { aSheet, badge, colors, finish, rule, type Sheet, type Style, wordmark, write } from './pdf-sheet.ts';

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

type Printing<D> = {
  source: SellerAndBuyer;
  /** The date of the file. */
  madeAt: string;
  /** Where each fact starts, as a fraction of the width. */
  factPlaces: number[];
  /** Draws what follows the parties. */
  draw: (sheet: Sheet, shown: D) => void;
};

/** Prints on Letter in countries that use it, otherwise on A4. */
export async function print<D extends DocumentDescription>(
  description: D,
  { source: { seller, billTo }, madeAt, factPlaces, draw }: Printing<D>,
): Promise<Buffer> {
  // Some keyboards write a letter and its accent as two characters, which fonts have as one.
  const composed = mapTexts(description, (text) => text.normalize('NFC'));
  const faces = await facesFor([JSON.stringify(composed)]);
  const shown = mapTexts(composed, (text) => printable(text, faces));
  const { name, number, title, status, facts, paperFact, parties } = shown;
  const paper = usPaperCountries.has(countryCode(billTo.country) ?? '') ? 'LETTER' : 'A4';
  const sheet = aSheet(faces, paper, { title, author: seller.name, madeAt: new Date(madeAt) });
  drawHead(sheet, status);
  drawFacts(sheet, [...facts, paperFact], factPlaces);
  drawParties(sheet, parties);
  draw(sheet, shown);
  if (JSON.stringify(shown).includes(unprintable)) {
    reserveSpace(sheet, 40);
    const note = `${unprintable} stands for a character that cannot be printed here. The online ${name.toLowerCase()} shows it.`;
    write(sheet, note, { y: sheet.y + 20, size: 8.5, color: colors.muted });
  }
  return finish(sheet, footOf(seller, number));
}

/** Applies `change` to every text of a description. */
const mapTexts = <D>(description: D, change: (text: string) => string): D =>
  JSON.parse(JSON.stringify(description), (_key, value) =>
    typeof value === 'string' ? change(value) : value,
  );

export const footOf =
  ({ name, email, phone }: Pick<Seller, 'name' | 'email' | 'phone'>, number: string) =>
  (foot: Sheet, page: number, pages: number): void => {
    rule(foot);
    const quiet = { y: foot.y + 9, size: 8.5, color: colors.muted };
    write(foot, `${name}  ·  ${email}  ·  ${phone}`, quiet);
    write(foot, `${number}  ·  Page ${page} of ${pages}`, { ...quiet, align: 'right' });
  };

/** Starts a new page when the next block does not fit. Returns true for a new page. */
export function reserveSpace(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.bottom) return false;
  sheet.doc.addPage();
  sheet.y = 54;
  wordmark(sheet, site.name);
  write(sheet, sheet.title, { y: sheet.y + 8, face: 'strong', align: 'right' });
  sheet.y += 56;
  return true;
}

const tones = { ok: colors.ok, warn: colors.warn, plain: colors.quiet };

function drawHead(sheet: Sheet, { word, tone }: DocumentDescription['status']): void {
  wordmark(sheet, site.name);
  sheet.y += 3;
  badge(sheet, word, tones[tone]);
  sheet.y += 57;
  sheet.y = write(sheet, sheet.title, { size: 25, face: 'display', spacing: -0.4 }) + 16;
}

/** `places`: where each fact starts, as a fraction of the width. */
export function drawFacts(sheet: Sheet, facts: Fact[], places: number[]): void {
  const { doc, left, width, y } = sheet;
  doc.roundedRect(left, y, width, 52, 8).fill(colors.sunk);
  for (const [index, { term, value }] of facts.entries()) {
    const place = { x: left + 16 + (places[index] ?? 0) * (width - 32), width: 150 };
    write(sheet, term, { ...place, y: y + 11, size: 8.5, color: colors.muted });
    write(sheet, value, { ...place, y: y + 25, size: 10.5, face: 'strong' });
  }
  sheet.y += 52 + 26;
}

function drawParties(sheet: Sheet, parties: Party[]): void {
  const width = sheet.width / 2 - 16;
  const ends = parties.map((party, index) =>
    drawParty(sheet, party, { x: sheet.left + index * (sheet.width / 2 + 16), width }),
  );
  sheet.y = Math.max(...ends) + 28;
}

/** Draws a small heading, an emphasized line, and the rest. Returns the y position of its end. */
function drawParty(sheet: Sheet, { heading, lines }: Party, place: { x: number; width: number }): number {
  let y = write(sheet, heading, { ...place, size: 8.5, color: colors.muted }) + 3;
  for (const [index, line] of lines.entries())
    y = write(sheet, line, { ...place, y, face: index === 0 ? 'strong' : 'regular' });
  return y;
}

export const amountWidth = 110;

/** Writes in the column of amounts, at the right edge. Paper has a true minus sign. */
export const writeAmount = (sheet: Sheet, amount: string, style: Style): number =>
  write(sheet, amount.replace('-', '\u2212'), {
    ...style,
    x: sheet.right - amountWidth,
    width: amountWidth,
    align: 'right',
    isMoney: true,
  });

/** Draws one line of the totals, in the right half of the page. */
export function drawSum(sheet: Sheet, { term, amount, kind }: Sum): void {
  const isTotal = kind === 'total';
  const from = sheet.left + sheet.width * 0.42;
  const style = isTotal ? ({ face: 'strong', size: 13 } as const) : ({ size: 10 } as const);
  const end = write(sheet, term, {
    ...style,
    x: from,
    y: sheet.y + 6,
    width: sheet.right - from - amountWidth - 8,
    color: isTotal ? colors.ink : colors.muted,
  });
  writeAmount(sheet, amount, { ...style, y: sheet.y + 6 });
  sheet.y = end + 2;
}
