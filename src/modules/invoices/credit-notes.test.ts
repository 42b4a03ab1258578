/** When a credit note is issued and voided, and what it prints. */
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import { cents } from '#kernel/money.ts';
import { defaultCompany } from '#content/site.ts';
import { textOf } from '#test/pdf-text.ts';
import { expect, test } from 'vitest';
import type { CreditNoteDocument } from './credit-notes.ts';
import { creditNotePdf } from './pdf.ts';
import { creditNoteStep } from './rules.ts';

for (const [refund, note, step] of [
  ['pending', null, 'nothing'],
  ['succeeded', null, 'issue'],
  ['succeeded', 'issued', 'nothing'],
  ['failed', null, 'nothing'],
  ['failed', 'issued', 'void'],
  ['failed', 'void', 'nothing'],
] as const)
  test(`a refund that is ${refund} with a note that is ${note ?? 'not there'}: ${step}`, () =>
    expect(creditNoteStep(refund, note)).toBe(step));

for (const [refund, note] of [
  ['pending', 'issued'],
  ['pending', 'void'],
  ['succeeded', 'void'],
] as const)
  test(`a refund that is ${refund} with a note that is ${note} cannot happen`, () =>
    expect(() => creditNoteStep(refund, note)).toThrow(note));

const aNote = (changes: Partial<CreditNoteDocument> = {}): CreditNoteDocument => ({
  id: 'cn_0000000000000000000000',
  number: 'CN-2026-00007',
  status: 'issued',
  currency: 'usd',
  issuedAt: '2026-11-23T13:00:00.000Z',
  voidedAt: null,
  invoice: { id: 'inv_0000000000000000000000', number: 'INV-2026-00042' },
  orderNumber: 'S-1042',
  seller: {
    name: defaultCompany.name,
    address: [...defaultCompany.address],
    email: defaultCompany.email,
    phone: defaultCompany.phone,
  },
  billTo: {
    name: 'Nguyễn Văn Án',
    email: 'an@example.com',
    addressLine1: '12 Phố Huế',
    country: 'VN',
    ...noInvoiceTexts,
    taxNumber: 'VN 01',
  },
  lines: [{ text: 'Refund of invoice INV-2026-00042, in part', amount: cents(5_000) }],
  total: cents(5_000),
  ...changes,
});

test('every fact of a credit note is printed', async () => {
  const pages = await textOf(await creditNotePdf(aNote()));
  expect(pages).toHaveLength(1);
  for (const fact of [
    'Refunded',
    'Credit note CN-2026-00007',
    'Issued 23rd November 2026',
    'Invoice INV-2026-00042',
    'Order S-1042',
    'From Stateside Services LLC',
    'Billed to Nguyễn Văn Án Tax number: VN 01 12 Phố Huế',
    'Refund of invoice INV-2026-00042, in part $50.00',
    'Total credited (USD) $50.00',
    'This credit note corrects invoice INV-2026-00042.',
    'CN-2026-00007 · Page 1 of 1',
  ])
    expect(pages[0]).toContain(fact);
});

test('a void one shows since when, and unprintable characters are replaced', async () => {
  const billTo = { ...aNote().billTo, name: 'Li \u{103a0}\u{103a1}' };
  const [text] = await textOf(
    await creditNotePdf(aNote({ status: 'void', voidedAt: '2026-12-01T09:00:00.000Z', billTo })),
  );
  expect(text).toContain(
    'This credit note has been void since 1st December 2026: the refund could not be completed.',
  );
  expect(text).toContain('Void Credit note');
  expect(text).toContain(
    '\ufffd stands for a character that cannot be printed here. The online credit note shows it.',
  );
});
