/** What is printed: every fact of the invoice, names in many scripts, and as many pages as needed. */
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import { amount } from '#test/amount.ts';
import { cents } from '#kernel/money.ts';
import { defaultCompany } from '#content/site.ts';
import { textOf } from '#test/pdf-text.ts';
import { expect, test } from 'vitest';
import type { InvoiceDocument } from './document.ts';
import { invoicePdf } from './pdf.ts';
import { directionFeatures } from './pdf-direction.ts';
import { facesFor } from './pdf-fonts.ts';

const billTo = {
  name: 'Kofi Mensah',
  email: 'kofi@example.com',
  addressLine1: '12 Ring Road, Accra',
  country: 'GH',
  ...noInvoiceTexts,
  company: 'Mensah Trading Ltd',
  taxNumber: 'C0012345678',
};
const anInvoice = (changes: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  id: 'inv_0000000000000000000000',
  number: 'INV-2026-00042',
  status: 'paid',
  currency: 'usd',
  issuedAt: '2026-11-21T13:00:00.000Z',
  dueOn: '2026-11-21',
  orderNumber: 'S-1042',
  seller: {
    name: defaultCompany.name,
    address: [...defaultCompany.address],
    email: defaultCompany.email,
    phone: defaultCompany.phone,
  },
  billTo,
  lines: [
    { text: 'EIN filing', amount: cents(14_950) },
    { text: 'US business address', amount: cents(2_900) },
  ],
  subtotal: cents(17_850),
  discount: { amount: cents(1_000), code: 'WELCOME10' },
  total: cents(16_850),
  payments: [
    { date: '2026-11-21T13:00:00.000Z', amount: cents(16_850), card: { brand: 'visa', last4: '4242' } },
  ],
  refunds: [],
  takenBack: [],
  credited: cents(0),
  paid: cents(16_850),
  due: cents(0),
  payAt: null,
  ...changes,
});
const pagesOf = async (changes: Partial<InvoiceDocument> = {}): Promise<string[]> =>
  textOf(await invoicePdf(anInvoice(changes)));
/** IDs of the glyphs that draw a text; 0 means a letter that the font lacks. */
const glyphsOf = async (text: string): Promise<number[]> =>
  (await facesFor([text])).regular
    .layout(text, directionFeatures(text))
    .glyphs.map(({ id }) => id % 0x1_00_00);
const onOnePage = async (changes: Partial<InvoiceDocument> = {}): Promise<string> => {
  const pages = await pagesOf(changes);
  expect(pages).toHaveLength(1);
  return pages[0] ?? '';
};

test('every fact of the invoice is printed', async () => {
  const text = await onOnePage();
  for (const fact of [
    'Stateside',
    'Paid',
    'Invoice INV-2026-00042',
    'Issued 21st November 2026',
    'Due 21st November 2026',
    'Order S-1042',
    'Total $168.50 USD',
    'From Stateside Services LLC 1200 Example Avenue, Suite 100 Cheyenne, WY 82001 United States',
    'Billed to Mensah Trading Ltd Kofi Mensah Tax number: C0012345678 12 Ring Road, Accra Ghana kofi@example.com',
    'EIN filing $149.50',
    'US business address $29.00',
    'Subtotal $178.50',
    'Discount (WELCOME10) −$10.00',
    'Total (USD) $168.50',
    'Visa ending in 4242 21st November 2026 $168.50',
    'Page 1 of 1',
  ])
    expect(text).toContain(fact);
  expect(text).not.toMatch(/Refund|Remains|cannot be printed/);
});

test('a charged-back amount is printed, and the amount that remains paid', async () => {
  const takenBack = [
    { amount: cents(10_000), date: '2026-12-10T08:00:00.000Z' },
    { amount: cents(2_500), date: '2027-01-12T08:00:00.000Z' },
  ];
  expect(await onOnePage({ takenBack, paid: cents(4_350) })).toMatch(
    /Reversed by the bank 10th December 2026 −\$100\.00 Reversed by the bank 12th January 2027 −\$25\.00 Net paid \$43\.50/,
  );
});

test('a payment without stored card details and a free order are labeled', async () => {
  expect(
    await onOnePage({ payments: [{ date: '2026-11-21T13:00:00.000Z', amount: cents(16_850), card: null }] }),
  ).toContain('Paid by card 21st November 2026 $168.50');
  const free = {
    total: cents(0),
    paid: cents(0),
    payments: [],
    discount: { amount: cents(17_850), code: null },
  };
  expect(await onOnePage(free)).toMatch(/Discount −\$178\.50 .*Nothing to pay \$0\.00/);
});

test('refunds are lines, with the amount that remains paid; an open invoice shows the amount due', async () => {
  const refunds = [
    {
      date: '2026-11-23T09:00:00.000Z',
      amount: cents(5_000),
      pending: false,
      creditNote: { id: 'cn_0000000000000000000000', number: 'CN-2026-00007' },
    },
    { date: '2026-12-01T09:00:00.000Z', amount: cents(1_850), pending: true, creditNote: null },
  ];
  expect(await onOnePage({ refunds, credited: cents(5_000), paid: cents(10_000) })).toMatch(
    /Partly refunded.*Total \(USD\) \$168\.50 Credited −\$50\.00.*Refund, CN-2026-00007 23rd November 2026 −\$50\.00 Refund, on its way 1st December 2026 −\$18\.50 Net paid \$100\.00/,
  );
  expect(await onOnePage({ refunds, paid: cents(0) })).toContain('Refunded Invoice');
  const open = {
    status: 'open' as const,
    payments: [],
    paid: cents(0),
    due: cents(16_850),
    dueOn: '2026-12-21',
  };
  expect(await onOnePage(open)).toMatch(/Not paid.*Amount due by 21st December 2026 \(UTC\) \$168\.50/);
});

test.each([
  'Nguyễn Văn Án',
  'Nguyễn'.normalize('NFD'),
  'Łukasz Żółć',
  'Владимир Щёголев',
  'Γιώργος Ωμέγας',
  'Þórður Ñíguez',
  'नमस्ते',
])('the name %s is printed with all its characters', async (name) => {
  const text = await onOnePage({ billTo: { ...billTo, name } });
  expect(text).not.toContain('\ufffd');
  // How vowel signs of Devanagari are extracted depends on the PDF reader.
  if (!/\p{Script=Devanagari}/u.test(name)) expect(text).toContain(name.normalize('NFC'));
});

/** A name in each script, as its owner types it. */
const namesOfScripts = {
  Arabic: 'محمد أحمد عبد الرحمن',
  Persian: 'پریسا گلچین ژاله',
  Urdu: 'ٹیپو ڈار گھمن',
  Hebrew: 'דוד בן־גוריון',
  Devanagari: 'श्रीकृष्ण क्षत्रिय',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Gujarati: 'મોહનદાસ ગાંધી',
  Odia: 'ଜଗନ୍ନାଥ ଦାସ',
  Tamil: 'சுப்பிரமணியம்',
  Telugu: 'శ్రీనివాస్',
  Kannada: 'ಕೃಷ್ಣಮೂರ್ತಿ',
  Malayalam: 'കൃഷ്ണൻ',
  Sinhala: 'ශ්‍රී සේනානායක',
  Thai: 'สมชาย น้ำใจ',
  Lao: 'ສົມພອນ',
  Khmer: 'សុខ វណ្ណា',
  Burmese: 'အောင်ဆန်း',
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'შოთა რუსთაველი',
  Ethiopic: 'አበበ ቢቂላ',
  Thaana: 'މުހައްމަދު',
  Chinese: '王小明',
  Traditional: '陳龍臺灣',
  Japanese: '髙橋 さくら カタカナ',
  Korean: '김민준',
  Vietnamese: 'Nguyễn Văn Án',
  Cyrillic: 'Ђорђе Їжак',
  Greek: 'Γιώργος',
};

/** Each loads the fonts of its script. Every run prints each third script. */
const printed = Object.entries(namesOfScripts).filter((_, at) => at % amount(3, 1) === 0);

test.each(printed)('%s is printed without a missing character', async (_script, name) => {
  const shaped = await glyphsOf(name);
  expect(shaped.length).toBeGreaterThan(0);
  expect(shaped).not.toContain(0);
  const text = await onOnePage({ billTo: { ...billTo, name, company: null } });
  expect(text).not.toMatch(/\ufffd|cannot be printed/);
});

test('an Arabic name is shaped and runs right to left, also beside Latin letters and digits', async () => {
  const faces = await facesFor(['محمد ABC']);
  const drawn = (text: string) =>
    faces.regular
      .layout(text, directionFeatures(text))
      .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  expect(drawn('محمد')).toEqual(['د', 'م', 'ح', 'م']);
  // One letter has different glyphs at the start, middle, and end of a word.
  const forms = faces.regular.layout('ممم', ['rtlm']).glyphs.map(({ id }) => id);
  expect(new Set(forms).size).toBe(3);
  expect(drawn('شركة ABC 12').join('')).toBe('ABC 12 ةكرش');
  expect(drawn('Cafe محمد 12').join('')).toBe('Cafe 12 دمحم');
});

test('each direction of a line follows its paragraph', () => {
  expect(['Kofi', 'محمد ABC', '12 محمد', 'ABC محمد'].map((text) => directionFeatures(text))).toEqual([
    [],
    ['rtlm'],
    ['rtlm'],
    ['ltrm'],
  ]);
});

test('a document in Latin letters loads no other fonts', async () => {
  expect(await facesFor(['Kofi Mensah'])).toBe(await facesFor(['Łukasz']));
  expect(await facesFor(['Щёголев'])).toBe(await facesFor(['Ωμέγας']));
});

test('a character first drawn as part of another one can be copied from later documents', async () => {
  expect(await onOnePage({ billTo: { ...billTo, name: 'ŽŸĴ žÿĵ' } })).toContain(
    'Billed to Mensah Trading Ltd ŽŸĴ žÿĵ',
  );
  expect(await onOnePage({ billTo: { ...billTo, name: 'Zoj Jyz Yzj' } })).toContain('Zoj Jyz Yzj');
});

test('characters in no font are replaced, with a note on the invoice', async () => {
  const text = await onOnePage({
    billTo: { ...billTo, name: 'Li \u{103a0}\u{103a1} \u{1f642}', company: null },
  });
  expect(text).toContain('Billed to Li \ufffd\ufffd \ufffd');
  expect(text).toContain(
    '\ufffd stands for a character that cannot be printed here. The online invoice shows it.',
  );
});

test('long names and addresses wrap, also without a space', async () => {
  const long = 'Internationale-Handelsgesellschaft'.repeat(4).slice(0, 120);
  const text = await onOnePage({
    billTo: { ...billTo, company: long, addressLine1: 'Rua das Flores 12, '.repeat(15) },
  });
  expect(text.replaceAll(' ', '')).toContain(long);
  expect(text.match(/Rua das Flores 12/g)).toHaveLength(15);
});

test('many lines fill many pages, each with a number and a table head and none lost', {
  tags: ['long'],
}, async () => {
  const lines = Array.from({ length: 50 }, (_, index) => ({
    text: `Service ${index + 1}.`,
    amount: cents(100),
  }));
  const pages = await pagesOf({ lines });
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`INV-2026-00042 · Page ${index + 1} of ${pages.length}`);
    if (page.includes('$1.00')) expect(page).toContain('Service Amount');
  }
  for (const { text } of lines) expect(pages.filter((page) => page.includes(text))).toHaveLength(1);
});

test('a buyer in the United States gets US paper size', async () => {
  const sizeOf = async (country: string) =>
    /\/MediaBox \[[^\]]*\]/.exec(
      (await invoicePdf(anInvoice({ billTo: { ...billTo, country } }))).toString('latin1'),
    )?.[0];
  expect(await sizeOf('US')).toBe('/MediaBox [0 0 612 792]');
  expect(await sizeOf('GH')).toBe('/MediaBox [0 0 595.28 841.89]');
});
