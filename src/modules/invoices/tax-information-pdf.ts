/**
 * One page with the seller's details for a buyer's W-9 file. It is not the IRS form, is not signed, and says
 * so.
 */
import { formatDate } from '#kernel/dates.ts';
import { type Company, site } from '#content/site.ts';
import { drawFacts, footOf } from './pdf-parts.ts';
import { facesFor } from './pdf-fonts.ts';
import { aSheet, colors, finish, rule, type Sheet, wordmark, write } from './pdf-sheet.ts';

const title = 'Seller’s taxpayer information';

type TaxInformation = { company: Company; madeAt: string };

/** On Letter, because it is for the IRS. */
export async function taxInformationPdf({ company, madeAt }: TaxInformation): Promise<Buffer> {
  const { name, email, phone, address, tax } = company;
  const sheet = aSheet(await facesFor([name, ...address]), 'LETTER', {
    title,
    author: name,
    madeAt: new Date(madeAt),
  });
  wordmark(sheet, site.name);
  sheet.y += 60;
  sheet.y = write(sheet, title, { size: 25, face: 'display', spacing: -0.4 }) + 4;
  sheet.y = write(sheet, '(for your W-9 file)', { size: 12, color: colors.muted }) + 18;
  drawFacts(
    sheet,
    [
      { term: 'Employer identification number (EIN)', value: tax.ein },
      { term: 'Printed on', value: formatDate(madeAt) },
    ],
    [0, 0.5],
  );
  for (const [label, lines] of [
    ['Name, as on the income tax return', [name]],
    ['Business name on this site', [site.name]],
    ['Federal tax classification', [tax.classification]],
    ['Address', address],
    ['Email', [email]],
    ['Phone', [phone]],
  ] as const)
    row(sheet, label, lines);
  sheet.y += 22;
  write(sheet, note(email), { color: colors.muted });
  return finish(sheet, footOf({ name, email, phone }, title));
}

const note = (email: string): string =>
  `This sheet is not the IRS Form W-9 and is not signed. It lists the seller information that the form asks for. If your records need the signed form, write to ${email} and we will send it.`;

function row(sheet: Sheet, label: string, lines: readonly string[]): void {
  const from = sheet.left + sheet.width * 0.42;
  rule(sheet);
  write(sheet, label, { y: sheet.y + 9, width: sheet.width * 0.42 - 12, color: colors.muted });
  let y = sheet.y + 9;
  for (const line of lines) y = write(sheet, line, { y, x: from, width: sheet.right - from, face: 'strong' });
  sheet.y = y + 9;
}
