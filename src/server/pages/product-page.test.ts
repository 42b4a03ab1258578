/** The product page over HTTP shows visitors what staff wrote. */
import { contract } from '#contract/contract.ts';
import { noDetails } from '#content/product-details.ts';
import { aProduct } from '#test/access/catalog-samples.ts';
import { aWholeSite, type WholeSite } from '#test/builders/whole-site.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { linksOf, partOf, textOf } from '#test/html.ts';
import { buildIfStale } from '#tools/build.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let site: WholeSite;
let editor: Administrator;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  site = await aWholeSite();
  editor = await aFullAdministrator(site.shop, 'content');
});
afterAll(() => site.stop());

const read = (id: string) => site.shop.call(contract.readProduct, { params: { slug: id } });
const pageOf = async (id: string): Promise<string> =>
  textOf(await (await site.ask(`/products/${id}`)).text());
const staffProduct = (id: string) => editor.call(contract.staffReadProduct, { params: { id } });
const create = (changes: Record<string, unknown>) =>
  editor.call(contract.staffCreateProduct, { body: aProduct(changes) as never });
const edit = (id: string, changes: Record<string, unknown>) =>
  editor.call(contract.staffEditProduct, { params: { id }, body: aProduct(changes) as never });

const details = {
  ...noDetails,
  summary: 'A change of the Articles of your company, written by us and filed with its state.',
  time: 'Usually 4 business days',
  gets: ['The amendment as filed'],
  steps: [{ title: 'You order', time: 'About 5 minutes', text: '' }],
  questions: [{ question: 'Which states?', answer: 'Wyoming and Delaware.' }],
  parts: ['annual-report', 'no-such-product'],
  alongside: [{ id: 'registered-agent', note: 'It receives what the state answers.', later: true }],
  posts: ['registered-agent-what-it-does', 'no-such-post'],
};

test('a product of ours has its page, and an unsold one has none', async () => {
  expect(await read('ein-filing')).toMatchObject({
    id: 'ein-filing',
    group: 'tax',
    details: { time: expect.stringContaining('2 to 6 weeks') },
  });
  for (const id of ['no-such-product', 'no%such', '\0', 'a'.repeat(200)]) {
    await expect(read(id), id).rejects.toMatchObject({ status: 404, code: 'product_not_found' });
    for (const page of ['/products', '/es/products'])
      expect((await site.ask(`${page}/${encodeURIComponent(id)}`)).status, `${page}/${id}`).toBe(404);
  }
  expect(await site.shop.call(contract.listProductsOfPost, { params: { slug: '\0' } })).toEqual([]);
});

test('every service on the home page links to its page', async () => {
  const html = partOf(await (await site.ask('/')).text(), 'main');
  const led = linksOf(html).map(({ href }) => href);
  const named = (await site.shop.call(contract.listProducts)).filter(({ name }) =>
    textOf(html).includes(name),
  );
  expect(named.length).toBeGreaterThanOrEqual(12);
  expect(named.map(({ id }) => `/products/${id}`).filter((address) => !led.includes(address))).toEqual([]);
  for (const address of new Set(led.filter((href) => href.startsWith('/products/'))))
    expect([address, (await site.ask(address)).status]).toEqual([address, 200]);
});

test('staff text is on the page, with existing parts and posts, and empty sections have no heading', async () => {
  await create({ id: 'amended', details });
  await expect(read('amended')).rejects.toMatchObject({ code: 'product_not_found' });
  await edit('amended', { version: 0, published: true, details });
  const product = await read('amended');
  expect(product.parts.map(({ id }) => id)).toEqual(['annual-report']);
  expect(product.alongside).toEqual([
    {
      product: expect.objectContaining({ id: 'registered-agent' }),
      note: details.alongside[0]?.note,
      later: true,
    },
  ]);
  const text = await pageOf('amended');
  for (const shown of [
    details.summary,
    details.time,
    'The amendment as filed',
    'You order',
    'About 5 minutes',
    'Which states?',
    'Included services',
    'Related guides',
  ])
    expect(text).toContain(shown);
  for (const heading of ['What we need from you', 'Documents you receive', 'Not included'])
    expect(text).not.toContain(heading);
});

test('a product without staff text shows its card, and no empty heading', async () => {
  await create({ id: 'bare', published: true });
  expect((await read('bare')).details).toEqual({ ...noDetails, parts: undefined, alongside: undefined });
  const text = await pageOf('bare');
  for (const shown of ['Articles of amendment', '$120.00', 'Prepared and filed'])
    expect(text).toContain(shown);
  for (const heading of [
    'How it works',
    'What we need',
    'Documents',
    'Not included',
    'Questions',
    'Included services',
    'Goes well',
    'Guides',
  ])
    expect(text).not.toContain(heading);
});

test('an update without details keeps them, and each change is logged', async () => {
  await create({ id: 'kept', details });
  await edit('kept', { version: 0, price: 90 });
  expect((await staffProduct('kept')).details).toEqual(details);
  await edit('kept', { version: 1, details: { ...details, gets: [] } });
  expect((await staffProduct('kept')).details.gets).toEqual([]);
  const changes = await site.shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_change.audit_id', 'audit_log.id')
    .select(['before', 'after'])
    .where('object', '=', 'kept')
    .where('action', '=', 'product_changed')
    .orderBy('audit_log.id')
    .execute();
  expect(changes.at(-1)).toMatchObject({
    before: { details: { gets: details.gets } },
    after: { details: { gets: [] } },
  });
});

test.each([
  [{ gets: [''] }, 'Enter the line, or remove it'],
  [{ gets: ['Same', 'Same'] }, 'Two lines are the same'],
  [{ summary: 'x'.repeat(161) }, 'At most 160 characters'],
  [{ summary: 'x'.repeat(69) }, 'Enter 70 to 160 characters, or leave it empty'],
  [{ steps: [{ title: '', time: '', text: '' }] }, 'Enter the name of the step'],
  [{ questions: [{ question: 'Why?', answer: ' ' }] }, 'Enter the answer'],
  [{ parts: ['ein-filing', 'ein-filing'] }, 'The same product is listed twice'],
  [{ posts: ['one', 'two', 'three', 'four'] }, 'At most 3 posts'],
])('is rejected with %j', async (changes, message) => {
  await expect(create({ id: 'refused', details: { ...noDetails, ...changes } })).rejects.toMatchObject({
    status: 422,
    message,
  });
});

test('a post lists first the product whose page names it first, with its price, and nothing without one', async () => {
  const ofPost = (slug: string) => site.shop.call(contract.listProductsOfPost, { params: { slug } });
  expect((await ofPost('ein-without-ssn')).map(({ product, time }) => [product.id, time])).toMatchObject([
    ['ein-filing', expect.stringContaining('2 to 6 weeks')],
    [expect.any(String), expect.any(String)],
    [expect.any(String), expect.any(String)],
  ]);
  expect(await ofPost('never-written')).toEqual([]);
  const page = textOf(await (await site.ask('/blogs/ein-without-ssn')).text());
  expect(page).toContain('We can do this for you');
  expect(page).toContain('$149.50');
  expect(textOf(await (await site.ask('/blogs/net-30-accounts-explained')).text())).not.toContain(
    'We can do this for you',
  );
});
