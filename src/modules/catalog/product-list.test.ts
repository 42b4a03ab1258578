/**
 * The product list over HTTP: the response reflects every change committed before the request, although it is
 * cached while nothing changes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { productLister } from './service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

const ein = async () => (await shop.call(contract.listProducts)).find(({ id }) => id === 'ein-filing');

test('a changed price, a changed benefit, and a removed product are in the very next answer', async () => {
  const before = await ein();
  expect(await ein()).toEqual(before);
  await shop.db.updateTable('product').set({ price_cents: 12_345 }).where('id', '=', 'ein-filing').execute();
  expect((await ein())?.price).toBe(123.45);
  const [first] = before?.productBenefits ?? [];
  await shop.db
    .updateTable('product_benefit')
    .set({ text: 'Said differently' })
    .where('product_id', '=', 'ein-filing')
    .where('text', '=', first?.text ?? '')
    .execute();
  expect((await ein())?.productBenefits[0]).toEqual({ text: 'Said differently' });
  await shop.db
    .deleteFrom('product_benefit')
    .where('product_id', '=', 'ein-filing')
    .where('text', '=', 'Said differently')
    .execute();
  expect((await ein())?.productBenefits).toHaveLength((before?.productBenefits.length ?? 0) - 1);
  await shop.db.updateTable('product').set({ active: false }).where('id', '=', 'ein-filing').execute();
  expect(await ein()).toBeUndefined();
  await shop.db.updateTable('product').set({ active: true }).where('id', '=', 'ein-filing').execute();
  expect((await ein())?.price).toBe(123.45);
});

test('an uncommitted or rolled-back change is not visible', async () => {
  const before = await ein();
  await expect(
    shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('product').set({ price_cents: 1 }).where('id', '=', 'ein-filing').execute();
      expect(await ein()).toEqual(before);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await ein()).toEqual(before);
});

test("two processes see each other's changes under concurrent requests to both", async () => {
  // The cache lives in the lister, so a second lister acts as a second process.
  const askOther = productLister(shop.deps);
  await Promise.all(Array.from({ length: 20 }, askOther));
  for (let price = 1_000; price < 1_010; price += 1) {
    await shop.db.updateTable('product').set({ price_cents: price }).where('id', '=', 'ein-filing').execute();
    const lists = await Promise.all(Array.from({ length: 10 }, askOther));
    expect(lists.map((list) => list.find(({ id }) => id === 'ein-filing')?.price)).toEqual(
      Array.from({ length: 10 }, () => price),
    );
    expect((await ein())?.price).toBe(price / 100);
  }
});

const idsOf = async (query: string): Promise<string[]> => {
  const answer = await fetch(`${shop.origin}/api/products${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
};

test('type and search filter the products, in the same order', async () => {
  const all = await shop.call(contract.listProducts);
  const subscriptions = all.filter(({ type }) => type === 'subscription').map(({ id }) => id);
  expect(subscriptions.length).toBeGreaterThan(1);
  expect(await idsOf('?type=subscription')).toEqual(subscriptions);
  expect(await idsOf('?type=simple')).toEqual(
    all.map(({ id }) => id).filter((id) => !subscriptions.includes(id)),
  );
  expect(await idsOf('?search=number%20PHONE%20us')).toEqual(['us-phone-number']);
  expect(await idsOf('?search=phone&type=simple')).not.toContain('us-phone-number');
  expect(await idsOf('?search=$14.99')).toEqual(['us-phone-number']);
  expect(await idsOf('?search=no-such-thing')).toEqual([]);
  expect(
    await shop.call(contract.listProducts, { query: { type: 'subscription', search: 'phone' } }),
  ).toHaveLength(1);
});

test('unknown parameters are ignored and never rejected', async () => {
  const all = await idsOf('');
  const meaningless = [
    ...['?admin=true', '?page=1&page=2', '?__proto__[admin]=1', '?constructor=1', '?limit=-1'],
    ...[
      '?type=booster',
      '?type=',
      '?type=simple&type=subscription',
      '?search=',
      '?search=%20',
      '?search=a&search=b',
    ],
  ];
  for (const query of meaningless) expect([query, await idsOf(query)]).toEqual([query, all]);
  expect(await idsOf(`?search=${'x'.repeat(200)}`)).toEqual([]);
  expect(await idsOf('?search=%00')).toEqual([]);
});
