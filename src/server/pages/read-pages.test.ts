/**
 * What a reader without JavaScript, a search engine, or a feed reader gets from the pages: text, headings,
 * links, and size.
 */
import { publicPaths } from '#contract/pages.ts';
import { retentionOf } from '#kernel/retention.ts';
import { aWholeSite, type WholeSite } from '#test/builders/whole-site.ts';
import { headingsOf, linksOf, partOf, textOf } from '#test/html.ts';
import { buildIfStale } from '#tools/build.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let site: WholeSite;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  site = await aWholeSite();
});
afterAll(() => site.stop());

const read = async (address: string): Promise<string> => {
  const answer = await site.ask(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
};
const main = async (address: string): Promise<string> => partOf(await read(address), 'main');
const expectWords = async (address: string, ...words: string[]): Promise<void> => {
  const text = textOf(await main(address));
  for (const each of words) expect(text).toContain(each);
};

/** What fits into the first round trip, without the headers. */
const firstRoundTripBytes = 14_000;

test('the HTML of every public page and post fits into the first round trip', {
  tags: ['long'],
}, async () => {
  const paths = [...publicPaths, ...site.posts];
  expect(paths.length).toBeGreaterThan(25);
  const sizes: { path: string; bytes: number }[] = [];
  for (const path of paths) {
    const answer = await site.ask(path, { 'accept-encoding': 'br' });
    expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'br']);
    sizes.push({ path, bytes: (await answer.arrayBuffer()).byteLength });
  }
  expect(sizes.filter(({ bytes }) => bytes > firstRoundTripBytes)).toEqual([]);
});

describe('the home page', () => {
  test('shows all its sections and links', async () => {
    const html = await main('/');
    const second = headingsOf(html).filter(({ level }) => level === 2);
    for (const name of [
      'Essential services',
      'Our services',
      'Best zero-tax states',
      'Net 30 vendor account',
      'Extended services',
    ])
      expect(second.map(({ text }) => text).join('\n')).toMatch(new RegExp(`^${name}`, 'm'));
    const names = headingsOf(html).map(({ text }) => text);
    expect(names).toEqual(
      expect.arrayContaining([
        'Business address',
        'Business phone number',
        'Business registration',
        'ITIN',
        'EIN',
        'Latest from the blog',
      ]),
    );
    for (const [text, href] of [
      ['Get Started', '/products'],
      ['How the account works', '/net-30-vendor'],
      ['Learn More', '#our-services'],
    ])
      expect(linksOf(html)).toContainEqual({ text, href: expect.stringContaining(href ?? '') });
    expect(linksOf(html)).toContainEqual({
      text: expect.stringMatching(/^Learn more about states/),
      href: '/contact-us',
    });
    const posts = new Set(
      linksOf(html)
        .filter(({ href }) => href.startsWith('/blogs/'))
        .map(({ href }) => href),
    );
    expect(posts.size).toBe(3);
    expect(html.match(/<figure\b/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('shows the prices of the products page', () =>
    expectWords(
      '/',
      '$349.00',
      '$149.50',
      '$29.00 every month',
      '$24.99 for the first month',
      '$1,436.78',
      '$1,096.78',
    ));
});

test('the about page has its specified parts', async () => {
  const html = await main('/about-us');
  const parts = [
    'A one stop shop to building a business',
    'Building blocks of success',
    'How we help',
    'Why choose us',
  ];
  expect(headingsOf(html)).toEqual(
    expect.arrayContaining([{ level: 1, text: 'About Us' }, ...parts.map((text) => ({ level: 2, text }))]),
  );
  for (const [text, href] of [
    ['Get Started', '/products'],
    ['Contact Us', '/contact-us'],
    ['Start now', '/products'],
  ])
    expect(linksOf(html)).toContainEqual({ text, href });
});

test('the Net 30 explainer has three steps, and two invoices that add up', async () => {
  const html = await main('/net-30-vendor');
  const steps = [
    'Make a first purchase',
    'Give the company information, with the EIN',
    'Check the new credit limit',
  ];
  expect(headingsOf(html)).toEqual(expect.arrayContaining(steps.map((text) => ({ level: 3, text }))));
  expect(linksOf(html)).toContainEqual({ text: 'products', href: '/products' });
  await expectWords(
    '/net-30-vendor',
    '$318.95',
    '$159.48',
    '$159.47',
    '31st March 2027',
    '14th April 2027',
    '$531.90',
    '$500.00',
  );
  await expectWords('/net-30-vendor', '$50,000.00', '1, 7, 15 and 30 days');
});

test('the products page shows every service with its price and all its benefits', async () => {
  const services = (await (await site.ask('/api/products')).json()) as {
    name: string;
    price: number | null;
    subscriptionPrice: number | null;
    productBenefits: { text: string }[];
  }[];
  expect(services.length).toBeGreaterThanOrEqual(12);
  const html = await main('/products');
  const text = textOf(html);
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  for (const { name, price, subscriptionPrice, productBenefits } of services) {
    expect(text).toContain(name);
    const shown = price ?? subscriptionPrice;
    if (shown !== null) expect(text).toContain(dollars.format(shown));
    for (const benefit of productBenefits) expect(text).toContain(benefit.text);
  }
  expect(linksOf(html)).toContainEqual({ text: expect.stringContaining('Check out now'), href: '/checkout' });
});

test('each text page has one main heading, and a title and description that fit search results', async () => {
  const paths = [
    '/faq',
    '/privacy-policy',
    '/terms',
    '/refund-policy',
    '/contact-us',
    '/contact-submit-successful',
  ];
  const heads: { title: string; description: string }[] = [];
  for (const path of paths) {
    const html = await read(path);
    expect([path, headingsOf(html).filter(({ level }) => level === 1).length]).toEqual([path, 1]);
    const title = textOf(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
    const description = textOf(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '');
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThanOrEqual(70);
    expect(description.length, description).toBeLessThanOrEqual(160);
    heads.push({ title, description });
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
});

test('the header and footer link to every part of the site', async () => {
  const html = await read('/faq');
  const hrefs = [...linksOf(partOf(html, 'header')), ...linksOf(partOf(html, 'footer'))].map(
    ({ href }) => href,
  );
  const expectedLinks =
    '/about-us /#our-services /products /net-30-vendor /faq /contact-us /login /terms /privacy-policy /refund-policy /guarantees /inside-an-order /status';
  expect(hrefs).toEqual(expect.arrayContaining(expectedLinks.split(' ')));
  expect(textOf(partOf(html, 'footer'))).toContain('not a law firm');
});

test('the answer on contacting us links our address and phone number', async () => {
  const [answer = ''] =
    /<p\b[^>]*>(?:(?!<\/p>)[\s\S])*Use the contact form[\s\S]*?<\/p>/.exec(await main('/faq')) ?? [];
  expect(linksOf(answer)).toEqual([
    { text: expect.stringContaining('@'), href: expect.stringMatching(/^mailto:/) },
    { text: expect.stringMatching(/^\+1/), href: expect.stringMatching(/^tel:/) },
  ]);
});

describe('every answer and every policy is complete', () => {
  test('the FAQ', () => expectWords('/faq', 'You order single services'));

  test('the refund policy', () =>
    expectWords(
      '/refund-policy',
      'Effective 10th February 2024',
      'A subscription renews automatically at the end of each billing cycle',
      'Each renewal is charged at the current rate',
      'by contacting support',
      'The cancellation takes effect at the end of the billing cycle',
      'we do not refund the rest of that cycle',
      'a change from a paid plan to the free plan takes effect immediately',
      'there is no refund for the time left',
    ));

  test('the privacy policy', () =>
    expectWords(
      '/privacy-policy',
      'Effective 10th February 2024',
      'Reply STOP',
      'Your log-ins: for each, the device and the IP address',
      'The security record, with the IP address of each entry: for as long as we run this site',
      `${retentionOf.endedSessionDays} days after the log-in ends`,
      `whose email address is never confirmed: ${retentionOf.unconfirmedDays} days, or ${retentionOf.endedLinkDays} days after`,
      `What the card processor reports to us, word by word, with the names and addresses in it: ${retentionOf.reportDays} days`,
      'The record that there was a report: 2 years',
      `Your attempts to save a card, with the name on it: ${retentionOf.cardSetupDays} days`,
      'we keep a code made from your email address, so that we send none. We keep it for as long as we run this site',
    ));

  test('the terms', async () => {
    const html = await main('/terms');
    expect(headingsOf(html)).toContainEqual({ level: 1, text: 'Terms and Conditions' });
    expect(textOf(html)).toContain('technology company, not a law firm');
    expect(textOf(html)).toContain(
      'A subscription renews automatically at the end of each billing cycle (a month or a year)',
    );
    // The terms have no effective date, so none is shown.
    expect(textOf(html)).not.toContain('Effective');
  });

  test('how a subscription is canceled', async () => {
    for (const [path, id] of [
      ['/terms', 'subscriptions'],
      ['/refund-policy', 'cancellation'],
    ] as const) {
      const [section = ''] = new RegExp(`id="${id}"[\\s\\S]*?</section>`).exec(await main(path)) ?? [];
      expect([path, textOf(section)]).toEqual([path, expect.stringContaining('by contacting support')]);
      expect([path, textOf(section)]).toEqual([path, expect.stringContaining('in your profile')]);
    }
  });
});

test('Net 30 applications are open, and the pages that describe them link there', async () => {
  for (const path of ['/net-30-vendor', '/terms', '/faq']) {
    const html = await main(path);
    expect([path, linksOf(html).map(({ href }) => href)]).toEqual([
      path,
      expect.arrayContaining(['/profile/credit/apply']),
    ]);
    expect(textOf(html)).not.toMatch(/applications open soon|when applications open/i);
  }
  const html = await main('/net-30-vendor');
  for (const published of [
    '$500.00',
    '30 days',
    '50% now and 50% when the work is done',
    '10% of the order',
    'puts the account on hold',
    '7 days before the due date',
  ])
    expect(textOf(html)).toContain(published);
  expect(headingsOf(html).map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Make a first purchase',
      'Give the company information, with the EIN',
      'Check the new credit limit',
    ]),
  );
});

test('the policies and the FAQ state how an EIN is handled, and how a purchase on account is invoiced', async () => {
  expect(textOf(await main('/privacy-policy'))).toContain(
    'We store the EIN encrypted, and everyone, including you, sees only its last four digits',
  );
  expect(textOf(await main('/faq'))).toContain('We encrypt the EIN and show only its last four digits');
  for (const path of ['/faq', '/terms'])
    expect(textOf(await main(path))).toMatch(/50 percent .* invoiced .*50 percent when the work is done/);
});

test('each page about reporting states correctly what is reported, and only after connecting and agreeing', async () => {
  for (const path of ['/', '/net-30-vendor', '/terms', '/privacy-policy', '/faq']) {
    const text = textOf(await main(path));
    for (const phrase of [
      /connect (?:an|your) (?:own )?account/,
      /agree/,
      /card\s+purchases?/,
      /renewals?/,
      /Net 30 account/,
    ])
      expect([path, text]).toEqual([path, expect.stringMatching(phrase)]);
  }
});

describe('the blog', () => {
  test('the list, its pages, and a full post are readable', async () => {
    const list = await main('/blogs');
    expect(list.match(/<article\b/g)).toHaveLength(15);
    expect(list).toContain('href="/blogs?page=2"');
    expect((await main('/blogs?page=2')).match(/<article\b/g)).toHaveLength(3);
    const post = await main('/blogs/ein-without-ssn');
    expect(headingsOf(post).map(({ text }) => text)).toContain('When the number arrives');
    expect(textOf(post)).toContain('Foreign');
  });

  test('an invalid page number leads to the first page', async () => {
    for (const wrong of ['page=0', 'page=two', 'page=-1', 'limit=1000']) {
      const answer = await site.ask(`/blogs?${wrong}`);
      expect([wrong, answer.status, answer.headers.get('location')]).toEqual([wrong, 308, '/blogs']);
    }
  });

  test('an unknown address is not found, and links back', async () => {
    for (const [path, words, href] of [
      ['/blogs?page=99', 'Go to the last page', '/blogs?page=2'],
      ['/blogs/no-such-post', 'Go back', '/blogs'],
      ['/no/such/page', 'Go back', '/'],
    ] as const) {
      const answer = await site.ask(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(linksOf(partOf(await answer.text(), 'main'))).toContainEqual({ text: words, href });
    }
  });
});
