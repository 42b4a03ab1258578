/** What a receipt must show its buyer, and that input cannot inject anything into it. */
import { services } from '#db/seeds/services.ts';
import { cents } from '#kernel/money.ts';
import { expect, test } from 'vitest';
import { defaultCompany } from '#content/site.ts';
import { nextSteps } from './next-steps.ts';
import { type Receipt, type ReceiptItem, receiptEmail } from './receipt.ts';

const ein: ReceiptItem = {
  productId: 'ein-filing',
  name: 'EIN filing',
  total: cents(14_950),
  renewal: null,
};
const address: ReceiptItem = {
  productId: 'us-business-address',
  name: 'US business address',
  total: cents(2_900),
  renewal: { price: cents(2_900), period: 'month' },
};

const receipt = (
  changes: Partial<Receipt['order']> = {},
  billing: Partial<Receipt['order']['billing']> = {},
  items = [ein, address],
): Receipt => ({
  publicOrigin: 'https://shop.example',
  company: defaultCompany,
  invoice: { number: 'INV-2026-00001', address: 'https://shop.example/invoices/inv_0000000000000000000000' },
  items,
  order: {
    number: 'S-1001',
    paidAt: new Date('2026-11-21T13:00:00Z'),
    subtotal: cents(17_850),
    discount: cents(1_000),
    discountCode: 'WELCOME10',
    total: cents(16_850),
    billing: {
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'ada@lagos.example',
      country: 'Nigeria',
      phone: '+234 803 555 0199',
      addressLine1: '14 Cole Street, Lagos',
      ...billing,
    },
    ...changes,
  },
});

const visible = (html: string): string =>
  html
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&minus;', '-')
    .replace(/\s*\n\s*/g, '\n');
const bothParts = (input: Receipt): [string, string][] => {
  const { text, html } = receiptEmail(input);
  return [
    ['text', text],
    ['HTML', visible(html)],
  ];
};

for (const [part, words] of bothParts(receipt())) {
  test(`the ${part} part shows number, day, every price, discount, and total with two decimals`, () => {
    for (const expected of [
      'S-1001',
      '21st November 2026',
      'EIN filing',
      '$149.50',
      'US business address',
      '$29.00',
      '$178.50',
      'Discount (WELCOME10)',
      '-$10.00',
      '$168.50',
    ]) {
      expect(words).toContain(expected);
    }
  });
  test(`the ${part} part names the buyer, the period, the next steps, and that we are no law firm`, () => {
    for (const expected of [
      'Ada Obi',
      '14 Cole Street, Lagos',
      'Nigeria',
      'ada@lagos.example',
      '+234 803 555 0199',
      'Covers one month, until 21st December 2026.',
      'US business address renews on 21st December 2026 for $29.00, and then every month until you cancel.',
      'You can cancel at any time in your profile, in two clicks, or by email. What you have paid for then stays active until its end.',
      'We will email you, usually within one business day.',
      'Nothing is filed until you confirm it.',
      'Stateside is a technology company, not a law firm, and gives no legal advice.',
      'hello@stateside.example',
      '+1 (307) 555-0142',
    ]) {
      expect(words).toContain(expected);
    }
    expect(words.toLowerCase()).toContain('what happens next');
  });
}

test('both parts link to the invoice', () => {
  const { text, html } = receiptEmail(receipt());
  const address = 'https://shop.example/invoices/inv_0000000000000000000000';
  expect(text).toContain(`Invoice INV-2026-00001 — View or download: ${address}`);
  expect(visible(html)).toMatch(/Invoice\nINV-2026-00001\n—\s+View or download/);
  expect(html).toContain(`href="${address}"`);
});

test('the subject contains the order number', () => {
  expect(receiptEmail(receipt()).subject).toBe('Your receipt for order S-1001');
});

for (const [part, words] of bothParts(
  receipt({ subtotal: cents(17_850), discount: cents(0), total: cents(17_850) }),
)) {
  test(`the ${part} part of an order without a discount shows only the total`, () => {
    expect(words).not.toContain('Discount');
    expect(words).not.toContain('Subtotal');
    expect(words).toContain('$178.50');
  });
}

for (const [part, words] of bothParts(receipt({ discount: cents(17_850), total: cents(0) }))) {
  test(`the ${part} part of a free order shows that nothing was charged`, () => {
    expect(words).toContain('Nothing was charged.');
    expect(words).not.toContain('We received your payment');
    expect(words).toContain('$0.00');
  });
}

const logo: ReceiptItem = { ...ein, productId: 'logo-design', name: 'Logo design' };

for (const [part, words] of bothParts(receipt({ discount: cents(0), discountCode: null }, {}, [logo]))) {
  test(`the ${part} part of a product without filings or renewals mentions neither`, () => {
    expect(words).not.toMatch(/filed|papers|renew|cancel|discount/i);
    expect(words).toContain(
      'We will email you when something is ready, and when we need you for the next step.',
    );
  });
}

test('each of two subscriptions shows its renewal date and price, with one note on canceling', () => {
  const { text } = receiptEmail(
    receipt({ discount: cents(0), discountCode: null }, {}, [address, { ...address, name: 'Bookkeeping' }]),
  );
  expect(text.match(/renews on 21st December 2026 for \$29\.00/g)).toHaveLength(2);
  expect(text.match(/You can cancel at any time/g)).toHaveLength(1);
});

test('every filing in the catalog is described as one, and nothing else is', () => {
  const isFiling = ({ id }: { id: string }): boolean =>
    nextSteps([{ ...ein, productId: id }]).some(({ text }) => text.includes('Nothing is filed'));
  const byName = services.filter(
    ({ name }) => /filing|formation|start package|application$/i.test(name) && !/visa/i.test(name),
  );
  expect(services.filter(isFiling)).toEqual(byName);
});

test('HTML in typed text is escaped', () => {
  const attack = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
  const billing = {
    firstName: attack,
    lastName: attack,
    email: attack,
    country: attack,
    phone: attack,
    addressLine1: attack,
  };
  const { html } = receiptEmail(receipt({}, billing, [{ ...ein, name: attack }]));
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('a line break in a name adds no line in either part', () => {
  const { text, html, subject } = receiptEmail(
    receipt({}, { firstName: 'Ada\r\nTotal: $0.01\r\n', addressLine1: 'Street\nTotal: $0.02' }),
  );
  expect(text).not.toMatch(/^Total: \$0\.0/m);
  expect(html).not.toMatch(/^Total: \$0\.0/m);
  expect(subject).not.toMatch(/[\r\n]/);
});

test('the email loads no resources and runs no scripts', () => {
  const { html } = receiptEmail(receipt());
  expect(html).not.toMatch(/<(script|img|link|iframe|form|object)\b|url\(|@import|\son\w+=/i);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual([
    'https://shop.example/',
    'https://shop.example/invoices/inv_0000000000000000000000',
    'mailto:hello@stateside.example',
    'tel:+13075550142',
    'https://shop.example/refund-policy',
  ]);
});
