/**
 * The initial catalog and the demo's coupon codes: what is stored, that the operator's edits stay, and that
 * the texts promise no outcomes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Database } from '#platform/database.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WrittenDetails } from '#contract/admin/product-details.ts';
import { imageOf, seedDetails, seedStartPackage } from './catalog.ts';
import { detailsOfServices } from './details.ts';
import { demoCoupons, retireDemoCoupons } from './coupons.ts';
import { seed } from './seed.ts';
import { services } from './services.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2027-02-01T12:00:00Z');
const publicFolder = new URL('../../public', import.meta.url).pathname;

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
  await seed(database.db, now);
});
afterAll(async () => {
  await database.close();
});

const stored = async (db: Database) => ({
  products: await db.selectFrom('product').selectAll().orderBy('id').execute(),
  benefits: await db
    .selectFrom('product_benefit')
    .selectAll()
    .orderBy('product_id')
    .orderBy('position')
    .execute(),
  coupons: await db.selectFrom('coupon').selectAll().orderBy('code').execute(),
});

test('seeding stores every service with its benefits, and every code', async () => {
  const rows = await stored(database.db);
  expect(rows.products.map((product) => product.id)).toEqual(
    services.map((service) => service.id).toSorted(),
  );
  expect(rows.benefits).toHaveLength(services.flatMap((service) => service.benefits).length);
  expect(rows.coupons.map((coupon) => coupon.code)).toEqual(
    demoCoupons.map((coupon) => coupon.code).toSorted(),
  );
});

test('seeding again months later changes nothing', async () => {
  const before = await stored(database.db);
  await seed(database.db, later);
  expect(await stored(database.db)).toEqual(before);
});

test('seeding preserves what an operator changed, removed, or spent', async () => {
  const other = await aDatabase();
  try {
    await seed(other.db, now);
    await other.db
      .updateTable('product')
      .set({ name: 'EIN, done', price_cents: 1 })
      .where('id', '=', 'ein-filing')
      .execute();
    await other.db
      .deleteFrom('product_benefit')
      .where('product_id', '=', 'ein-filing')
      .where('position', '=', 1)
      .execute();
    await other.db
      .updateTable('coupon')
      .set({ used_count: 1, active: false })
      .where('code', '=', 'ONEUSE')
      .execute();
    const before = await stored(other.db);
    await seed(other.db, later);
    expect(await stored(other.db)).toEqual(before);
  } finally {
    await other.close();
  }
});

test('the catalog has one-time products, subscriptions, and products on request', () => {
  const quoted = services.filter((service) => service.priceCents === null && !service.subscription);
  const subscriptions = services.filter((service) => service.subscription);
  expect(services.length).toBeGreaterThanOrEqual(14);
  expect(quoted.length).toBeGreaterThanOrEqual(2);
  expect(subscriptions.map((service) => service.subscription?.period)).toEqual(
    expect.arrayContaining(['month', 'year']),
  );
  expect(new Set(services.map((service) => service.id)).size).toBe(services.length);
});

test.each(services)('$id has a price a card can pay, or needs a quote', (service) => {
  const prices = [service.priceCents, service.subscription?.priceCents ?? null].filter(
    (price) => price !== null,
  );
  for (const price of prices) expect(Number.isSafeInteger(price) && price >= 50).toBe(true);
  if (service.subscription) expect(service.subscription.priceCents).toBeGreaterThanOrEqual(50);
});

test.each(services)('$id has 3 to 7 benefits, and the first fits a closed card', ({ benefits }) => {
  expect(benefits.length).toBeGreaterThanOrEqual(3);
  expect(benefits.length).toBeLessThanOrEqual(7);
  expect(benefits[0]?.length).toBeGreaterThanOrEqual(60);
  expect(benefits[0]?.length).toBeLessThanOrEqual(110);
  for (const benefit of benefits) expect(benefit).toMatch(/^[A-Z0-9$].*\.$/);
});

test.each(services)('$id shows that it renews, and how often', ({ subscription, benefits }) => {
  const renews = benefits.filter((benefit) =>
    /^Renews each (month|year) at the current rate until you cancel\.$/.test(benefit),
  );
  expect(renews).toHaveLength(subscription ? 1 : 0);
  if (subscription) expect(renews[0]).toContain(`each ${subscription.period}`);
  expect(benefits.filter((benefit) => /not started|nothing more is charged/i.test(benefit))).toEqual([]);
});

const promise =
  /guarant|risk[- ]free|instant|promise|always approved|100\s?% (success|approval)|\bbest\b|hassle|\bwe will get you\b|credit score|\bnamed (bookkeeper|specialist)/i;

test('an upgraded shop lists the start package first and as a saving, and announces it only once', async () => {
  const other = await aDatabase();
  try {
    await seed(other.db, now);
    const readSeeds = () =>
      other.db.transaction().execute(async (tx) => {
        await seedStartPackage(tx);
        await seedDetails(tx);
      });
    const readProduct = () =>
      other.db.selectFrom('product').selectAll().where('id', '=', 'start-package').executeTakeFirst();
    const original = await readProduct();
    await other.db.deleteFrom('product').where('id', '=', 'start-package').execute();
    await other.db
      .updateTable('product')
      .set({ price_cents: 29_950 })
      .where('id', '=', 'wyoming-llc')
      .execute();
    await readSeeds();
    expect(await readProduct()).toBeUndefined();
    await other.db
      .updateTable('product')
      .set({ price_cents: 34_900 })
      .where('id', '=', 'wyoming-llc')
      .execute();
    await readSeeds();
    const { created_at: _then, position: _place, ...same } = original ?? {};
    expect(await readProduct()).toMatchObject({ ...same, active: false });
    const order = await other.db.selectFrom('product').select('id').orderBy('position').limit(3).execute();
    expect(order.map(({ id }) => id)).toEqual(['ein-filing', 'start-package', 'wyoming-llc']);
    await other.db
      .updateTable('product')
      .set({ name: 'Both at once', active: true })
      .where('id', '=', 'start-package')
      .execute();
    await readSeeds();
    expect(await readProduct()).toMatchObject({ name: 'Both at once', active: true });
  } finally {
    await other.close();
  }
});

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : [];

test.each(services)(
  '$id has a page with a summary, a duration, what is included and required, and timed steps',
  ({ id }) => {
    const details = WrittenDetails.parse(detailsOfServices[id]);
    expect(details).toEqual(detailsOfServices[id]);
    expect(details.summary.length).toBeGreaterThanOrEqual(70);
    expect(details.time).not.toBe('');
    for (const list of [details.gets, details.needs, details.excludes, details.questions])
      expect(list.length).toBeGreaterThan(0);
    for (const step of details.steps) expect(step.time, step.title).not.toBe('');
    const serviceIds = services.map((service) => service.id);
    expect(
      [...details.parts, ...details.alongside.map((offer) => offer.id)].filter(
        (other) => !serviceIds.includes(other),
      ),
    ).toEqual([]);
    for (const slug of details.posts)
      expect(existsSync(new URL(`posts/${slug}.html`, import.meta.url)), slug).toBe(true);
  },
);

test('a product without a page gets one, and a page that staff changed is not replaced', async () => {
  const other = await aDatabase();
  try {
    await seed(other.db, now);
    await other.db
      .updateTable('product')
      .set({ details: null })
      .where('id', 'in', ['ein-filing', 'logo-design'])
      .execute();
    await other.db.updateTable('product').set({ version: 1 }).where('id', '=', 'logo-design').execute();
    await seed(other.db, later);
    const pages = await other.db.selectFrom('product').select(['id', 'details']).execute();
    const pageOf = (id: string) => pages.find((page) => page.id === id)?.details;
    expect([pageOf('ein-filing'), pageOf('logo-design')]).toEqual([detailsOfServices['ein-filing'], null]);
  } finally {
    await other.close();
  }
});

test('the copy promises no result', () => {
  const copy = [
    ...services.flatMap((service) => [service.name, ...service.benefits]),
    ...Object.values(detailsOfServices).flatMap(textsIn),
  ];
  expect(copy.filter((text) => promise.test(text))).toEqual([]);
  expect(promise.test('Guaranteed approval')).toBe(true);
});

test('a first payment that differs from the recurring price is explained on the page', () => {
  const differing = services.filter(
    ({ priceCents, subscription }) =>
      priceCents !== null && subscription && priceCents !== subscription.priceCents,
  );
  expect(differing.map(({ id, benefits }) => [id, benefits[1]])).toEqual([
    ['us-phone-number', '$24.99 today: $10.00 setup and the first month. Then $14.99 each month.'],
  ]);
});

test('no fee of an independent attorney is part of a price of ours', () => {
  const copy = services.flatMap((service) => service.benefits).filter((text) => /attorney/i.test(text));
  expect(copy.length).toBeGreaterThanOrEqual(3);
  for (const text of copy) expect(text).toMatch(/fees? (is|are) separate|for a separate fee/);
});

test.each(services)('$id has a small picture without scripts or external references', (service) => {
  const picture = readFileSync(publicFolder + imageOf(service), 'utf8');
  expect(picture.length).toBeLessThan(4096);
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 240"/);
  const withoutDarkStyles = picture.replace(
    /<style>@media \(prefers-color-scheme:dark\)\{(?:\[(?:fill|stroke)="#\w+"\]\{(?:fill|stroke):#\w+\})+\}<\/style>/,
    '',
  );
  expect(withoutDarkStyles).not.toMatch(
    /<script|<style|<text|<image|<foreignObject|style=|href|\son\w+=|NaN|undefined/,
  );
});

test('no picture is left without its service', () => {
  const expectedFiles = services.map((service) => `${service.id}.svg`).toSorted();
  expect(readdirSync(`${publicFolder}/products`).toSorted()).toEqual(expectedFiles);
  expect(existsSync(`${publicFolder}/favicon.svg`)).toBe(true);
});

test('the demo coupons cover every answer the shop can give', async () => {
  const { coupons } = await stored(database.db);
  const byCode = new Map(coupons.map((coupon) => [coupon.code, coupon]));
  expect(byCode.get('EXPIRED20')?.expires_at.getTime()).toBeLessThan(now.getTime());
  expect(byCode.get('LASTCALL')?.used_count).toBe(byCode.get('LASTCALL')?.usage_limit);
  expect(byCode.get('ONEUSE')?.usage_limit).toBe(1);
  expect(byCode.get('FREEORDER')?.basis_points).toBe(10_000);
});

test('ALMOST leaves the cheapest service between one and 49 cents, and SAVE25 makes it free', () => {
  const cheapestCents = Math.min(...services.flatMap((service) => service.priceCents ?? []));
  const amountOf = (code: string) => demoCoupons.find((coupon) => coupon.code === code)?.amountCents ?? 0;
  const leftCents = cheapestCents - amountOf('ALMOST');
  expect(leftCents).toBeGreaterThanOrEqual(1);
  expect(leftCents).toBeLessThanOrEqual(49);
  expect(amountOf('SAVE25')).toBeGreaterThanOrEqual(cheapestCents);
});

test('a shop with live payments disables the demo coupons once, and seeding does not re-enable them', async () => {
  expect(await retireDemoCoupons(database.db)).toEqual(demoCoupons.map((coupon) => coupon.code).toSorted());
  expect(await retireDemoCoupons(database.db)).toEqual([]);
  await seed(database.db, later);
  expect(await database.db.selectFrom('coupon').select('code').where('active', '=', true).execute()).toEqual(
    [],
  );
});
