/**
 * A changed setting appears in pages, machine-readable files, and emails without a new build, and the old
 * value is gone everywhere.
 */
import { contract } from '#contract/contract.ts';
import { english } from '#kernel/language.ts';
import { publicPaths } from '#contract/pages.ts';
import type { ShownSettings } from '#content/shop-settings.ts';
import { accountEmail } from '#modules/mail/emails/account.ts';
import { contactReceivedEmail } from '#modules/mail/emails/contact.ts';
import { orderCompletedEmail } from '#modules/mail/emails/order.ts';
import { senderOf } from '#modules/mail/sender.ts';
import { defaultValues } from '#modules/settings/values.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { aWholeSite, type WholeSite } from '#test/builders/whole-site.ts';
import { partOf } from '#test/html.ts';
import { textOf as textOfPdf } from '#test/pdf-text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const company = {
  companyName: 'Overseas & Sons <Inc.>',
  address: ['9 Harbor Road', 'Reno, NV 89501'],
  email: 'team@overseas.example',
  phone: '+1 775 555 0199',
  openingHours: 'Every day, 8 am to 8 pm Pacific Time',
  taxClassification: 'Partnership',
  ein: '00-1234567',
};
const links = {
  linkedIn: 'https://www.linkedin.com/company/overseas',
  facebook: '',
  instagram: '',
  x: 'https://x.com/overseas',
};
const schedule = { firstLimit: 750, bonusBasisPoints: 250, reminderDaysBefore: 5, reminderDaysAfter: [2, 9] };
const question = {
  id: 'visits',
  question: 'Do I have to </script><b>visit</b>?',
  answer: ['No, & nobody asks you to.', 'Write to {email}, or call {phone}.'],
  links: [{ title: 'See <products>', url: '/products' }],
};
const testimonial = {
  id: 'ama',
  words: 'They <i>did</i> what they said.',
  name: 'Ama & Sons',
  role: 'shop owner',
  isSample: false,
};

let site: WholeSite;
const before = new Map<string, string>();
beforeAll(async () => {
  site = await aWholeSite();
  for (const path of publicPaths) before.set(path, await textOf(path));
  const { call } = await aStaffPerson(site.shop, 'owner');
  const save = (body: Parameters<typeof call<typeof contract.staffSaveSettings>>[1]['body']) =>
    call(contract.staffSaveSettings, { body });
  await save({ key: 'company', version: 0, value: company });
  await save({ key: 'links', version: 0, value: links });
  await save({
    key: 'policies',
    version: 0,
    value: { privacy: '2026-12-24', terms: '2026-12-25', refunds: null },
  });
  await save({ key: 'credit', version: 0, value: schedule });
  await call(contract.staffSavePageTexts, { body: { key: 'faq', version: 0, entries: [question] } });
  await call(contract.staffSavePageTexts, {
    body: { key: 'testimonials', version: 0, entries: [testimonial] },
  });
  site.pages.renew();
});
afterAll(() => site.stop());

const textOf = async (path: string): Promise<string> => (await site.ask(path)).text();

const thingsOn = async (path: string): Promise<Record<string, unknown>[]> =>
  [...(await textOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );

const { address, companyName, email, phone, openingHours } = defaultValues.company;
const old = [
  companyName,
  email,
  phone,
  openingHours,
  address[0] ?? '',
  ...Object.values(defaultValues.links),
];
const phoneDigits = /\+13075550142/;

test.each([...publicPaths, '/llms.txt', '/login', '/register'])(
  '%s shows the new values and none of the old ones',
  async (path) => {
    const text = await textOf(path);
    for (const value of old) expect(text, value).not.toContain(value);
    expect(text).not.toMatch(phoneDigits);
    expect(text).toContain(company.phone);
    if (path === '/llms.txt') return;
    expect(text).toContain('href="tel:+17755550199"');
    expect(text).toContain('© Overseas &amp; Sons &lt;Inc.&gt;. All rights reserved.');
    expect(text).toContain(`href="${links.x}"`);
    expect(text).not.toContain('href=""');
  },
);

test('policies show their new effective dates, or none', async () => {
  expect(await textOf('/privacy-policy')).toContain('<time dateTime="2026-12-24">24th December 2026</time>');
  expect(await textOf('/terms')).toContain('<time dateTime="2026-12-25">');
  expect(before.get('/terms')).not.toContain('Effective <time');
  expect(await textOf('/refund-policy')).not.toContain('Effective <time');
});

test('search engines get the new company data', async () => {
  const entities = await thingsOn('/');
  expect(entities.find((entity) => entity['@type'] === 'Organization')).toMatchObject({
    ...{
      legalName: company.companyName,
      email: company.email,
      telephone: company.phone,
      sameAs: [links.linkedIn, links.x],
    },
  });
});

test('the Net 30 page states the new schedule', async () => {
  const text = await textOf('/net-30-vendor');
  expect(before.get('/net-30-vendor')).toContain('$500.00');
  for (const value of ['$750.00', '2.5', '5', '2 and 9']) expect(text).toContain(value);
  expect(text).not.toContain('1, 7, 15 and 30');
});

test('changed settings reach the browser as data that no policy blocks, and unchanged ones add none', async () => {
  const carried = /<script type="application\/json" id="shop-settings">(.*?)<\/script>/;
  const [, json = ''] = carried.exec(await textOf('/faq')) ?? [];
  const shown = JSON.parse(json) as ShownSettings;
  expect(shown.company).toMatchObject({ name: company.companyName, phoneLink: 'tel:+17755550199' });
  expect(shown.credit).toMatchObject({ bonusBasisPoints: 250 });
  expect(json).not.toContain(company.ein);
  expect(before.get('/faq')).not.toContain('shop-settings');
});

test('emails use the new values', () => {
  const sender = senderOf(site.shop.deps);
  const facts = { ...sender, firstName: 'Ama', at: new Date(), lifetimeMs: 1 };
  const order = {
    number: 'S-1001',
    firstName: 'Ama',
    path: '/invoices/inv_x',
    ...sender,
    items: [{ name: 'EIN filing' }],
  };
  const emails = [
    accountEmail('password_changed', facts),
    accountEmail('two_factor_on', facts),
    contactReceivedEmail({ ...sender, language: english }),
    orderCompletedEmail(order),
  ];
  for (const { text, html } of emails) {
    for (const value of old) expect(text + html, value).not.toContain(value);
    expect(text).toContain('Overseas & Sons <Inc.>\n9 Harbor Road\nReno, NV 89501');
    expect(html).toContain('Overseas &amp; Sons &lt;Inc.&gt;, 9 Harbor Road');
  }
});

test("the feed and the seller's W-9 data name the new company", async () => {
  expect(await textOf('/blogs/feed.xml')).toContain('<name>Overseas &amp; Sons &lt;Inc.&gt;</name>');
  const answer = await site.ask('/api/w-9/pdf');
  const [text] = await textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(text).toContain(company.companyName);
  expect(text).toContain(`Employer identification number (EIN) ${company.ein}`);
});

test('the FAQ shows the new questions, and search engines get the same', async () => {
  const text = await textOf('/faq');
  expect(partOf(text, 'main').match(/<details/g)).toHaveLength(1);
  expect(text).toContain('Do I have to &lt;/script&gt;&lt;b&gt;visit&lt;/b&gt;?');
  expect(text).toContain('No, &amp; nobody asks you to.');
  expect(text).toContain(`href="mailto:${company.email}"`);
  expect(text).toMatch(/href="\/products"[^>]*>See &lt;products&gt;</);
  expect(text.replaceAll(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(/<b>|<products>/);
  expect((await thingsOn('/faq')).find((entity) => entity['@type'] === 'FAQPage')).toMatchObject({
    mainEntity: [
      {
        name: question.question,
        acceptedAnswer: {
          text: `No, & nobody asks you to.\n\nWrite to ${company.email}, or call ${company.phone}.`,
        },
      },
    ],
  });
  expect(partOf(before.get('/faq') ?? '', 'main').match(/<details/g)).toHaveLength(7);
});

test("the home page shows a customer's quote, and labels no sample as a customer", async () => {
  const text = await textOf('/');
  expect(text).toContain('What customers say');
  expect(text).toContain('They &lt;i&gt;did&lt;/i&gt; what they said.');
  expect(text).toContain('Ama &amp; Sons, shop owner');
  expect(text).not.toMatch(/>Sample (testimonial|customer)/);
  expect(before.get('/')).toContain('Sample testimonials');
  expect(before.get('/')).toContain('We wrote these three ourselves.');
  expect(before.get('/')?.match(/Sample customer, /g)).toHaveLength(3);
});
