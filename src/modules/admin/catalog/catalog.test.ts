/**
 * The catalog in the console, over HTTP: shoppers read what staff write, concurrent edits are rejected, and
 * everything is audited.
 */
import { contract } from '#contract/contract.ts';
import { aCouponDraft, aBoosterDraft, aProduct } from '#test/access/catalog-samples.ts';
import { buy } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let editor: Administrator;
let other: Administrator;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  editor = await aFullAdministrator(shop, 'content');
  other = await aFullAdministrator(shop, 'manager');
});
afterAll(() => shop.stop());

const onSale = async (id: string) =>
  (await shop.call(contract.listProducts)).find((product) => product.id === id);
const actionsOn = async (object: string) =>
  await shop.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before_hash', 'after_hash'])
    .where('object', '=', object)
    .orderBy('id')
    .execute();
const product = (id: string) => editor.call(contract.staffReadProduct, { params: { id } });
const create = (changes: Record<string, unknown>) =>
  editor.call(contract.staffCreateProduct, { body: aProduct(changes) as never });
const edit = (id: string, changes: Record<string, unknown>, by = editor) =>
  by.call(contract.staffEditProduct, { params: { id }, body: aProduct(changes) as never });

describe('a product', () => {
  test('is a hidden draft until it is published, and hidden again when it is taken off sale', async () => {
    const created = await create({ id: 'amendment' });
    expect(created).toMatchObject({
      version: 0,
      published: false,
      price: 120,
      benefits: ['Prepared and filed', 'A stamped copy'],
      sold: 0,
    });
    expect(await onSale('amendment')).toBeUndefined();
    const published = await edit('amendment', { version: 0, published: true });
    expect(published).toMatchObject({ version: 1, published: true, changed: { by: 'Esi' } });
    expect(await onSale('amendment')).toMatchObject({
      name: 'Articles of amendment',
      price: 120,
      image: '/products/ein-filing.svg',
    });
    expect((await shop.call(contract.listProducts)).at(-1)?.id).toBe('amendment');
    await edit('amendment', { version: 1, published: false });
    expect(await onSale('amendment')).toBeUndefined();
    const actions = await actionsOn('amendment');
    expect(actions.map(({ action }) => action)).toEqual([
      'product_created',
      'product_published',
      'product_unpublished',
    ]);
    for (const { actor_id: actor, after_hash: after } of actions)
      expect([actor, after === null]).toEqual([editor.userId, false]);
    expect(actions.map(({ before_hash: before }) => before === null)).toEqual([true, false, false]);
  });

  test('records every price with who set it', async () => {
    await create({ id: 'priced', price: 10 });
    await edit('priced', { version: 0, price: 12 });
    await edit('priced', { version: 1, price: 12, name: 'New price' });
    await shop.db.updateTable('product').set({ price_cents: 1_500 }).where('id', '=', 'priced').execute();
    const { prices } = await product('priced');
    expect(prices.map(({ price, by }) => [price, by])).toEqual([
      [15, null],
      [12, 'Esi'],
      [10, 'Esi'],
    ]);
  });

  test('with a conflicting change is not overwritten, and the rejection names who and when', async () => {
    await create({ id: 'contested' });
    await edit('contested', { version: 0, name: 'Theirs' }, other);
    await expect(edit('contested', { version: 0, name: 'Mine' })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message: expect.stringMatching(
        /^Esi changed this on .+ at \d\d:\d\d UTC\. Review the changes and try again$/,
      ),
    });
    expect(await product('contested')).toMatchObject({ name: 'Theirs', version: 1 });
    const both = await Promise.allSettled(
      ['One', 'Two'].map((name) => edit('contested', { version: 1, name })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await actionsOn('contested')).length).toBe(3);
  });

  test.each([
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'Two\nlines' }, 'Remove line breaks and control characters'],
    [{ price: 0.49 }, 'A card cannot pay less than $0.50'],
    [{ price: 1.234 }, 'An amount has at most two decimals'],
    [{ benefits: ['Same', 'Same'] }, 'Two benefits are the same'],
    [{ benefits: [''] }, 'Enter the benefit, or remove the line'],
    [{ image: 'https://evil.example/x.png' }, 'Choose a picture'],
    [{ image: '/products/../secret.svg' }, 'Choose a picture'],
    [{ subscriptionPrice: 5 }, 'Only a subscription has a renewal price'],
    [{ type: 'subscription', price: 5, subscriptionPeriod: 'month' }, 'Enter the price per renewal'],
    [{ type: 'subscription', price: null }, 'Choose a period'],
  ])('is rejected with %j', async (changes, message) => {
    await expect(create({ id: 'refused', ...changes })).rejects.toMatchObject({ status: 422, message });
  });

  test('is rejected when it exists, is unknown, or changes its type', async () => {
    await expect(create({ id: 'ein-filing' })).rejects.toMatchObject({ code: 'product_exists' });
    await expect(edit('nothing-here', { version: 0 })).rejects.toMatchObject({ code: 'product_not_found' });
    for (const image of [`/media/${'A'.repeat(22)}`, '/products/no-such-drawing.svg'])
      await expect(create({ id: 'pictured', image })).rejects.toMatchObject({ code: 'picture_not_found' });
    const before = await product('us-business-address');
    await expect(edit('us-business-address', { version: before.version })).rejects.toMatchObject({
      code: 'product_type_fixed',
    });
  });

  test('may be on request, and then has no price in the catalog', async () => {
    await create({ id: 'on-request', price: null, published: true });
    expect(await onSale('on-request')).toMatchObject({ price: null });
  });
});

test('the catalog is reordered, unless it has changed meanwhile', async () => {
  const { rows } = await editor.call(contract.staffListProducts);
  const was = rows.map(({ id }) => id);
  const becomes = [...was.slice(1), was[0] ?? ''];
  expect(await editor.call(contract.staffOrderProducts, { body: { was, becomes } })).toEqual({
    ids: becomes,
  });
  expect((await editor.call(contract.staffListProducts)).rows.map(({ id }) => id)).toEqual(becomes);
  const shown = (await shop.call(contract.listProducts)).map(({ id }) => id);
  expect(shown).toEqual(becomes.filter((id) => shown.includes(id)));
  await expect(editor.call(contract.staffOrderProducts, { body: { was, becomes } })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  await expect(
    editor.call(contract.staffOrderProducts, { body: { was: becomes, becomes: was.slice(1) } }),
  ).rejects.toMatchObject({
    status: 422,
  });
});

test('drafts and published products are views of one list', async () => {
  await create({ id: 'a-draft' });
  const drafts = await editor.call(contract.staffListProducts, { query: { view: 'drafts' } });
  expect(drafts.rows.map(({ id }) => id)).toContain('a-draft');
  expect(drafts.rows.every(({ published }) => !published)).toBe(true);
  const published = await editor.call(contract.staffListProducts, { query: { view: 'published' } });
  expect(published.count).toBe((await shop.call(contract.listProducts)).length);
});

describe('a booster', () => {
  test('is created, published, changed, and taken off sale', async () => {
    const body = aBoosterDraft({ id: 'booster-new', published: true }) as never;
    expect(await editor.call(contract.staffCreateBooster, { body })).toMatchObject({
      version: 0,
      price: 75,
      sold: 0,
    });
    const ids = async () => (await shop.call(contract.listBoosters)).map(({ id }) => id);
    expect(await ids()).toContain('booster-new');
    await expect(editor.call(contract.staffCreateBooster, { body })).rejects.toMatchObject({
      code: 'booster_exists',
    });
    const change = (version: number, changes: object) =>
      editor.call(contract.staffEditBooster, {
        params: { id: 'booster-new' },
        body: aBoosterDraft({ version, ...changes }) as never,
      });
    expect(await change(0, { bgColor: '#ABCDEF', published: false })).toMatchObject({
      version: 1,
      bgColor: '#abcdef',
      published: false,
    });
    expect(await ids()).not.toContain('booster-new');
    await expect(change(0, {})).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await expect(change(1, { creditLimitIncrease: 50_001 })).rejects.toMatchObject({
      message: 'At most $50,000.00',
    });
    await expect(change(1, { bgColor: 'red;background:url(//x)' })).rejects.toMatchObject({
      message: 'Enter a color, for example #1f5c52',
    });
    await change(1, { price: 80 });
    const { prices } = await editor.call(contract.staffReadBooster, { params: { id: 'booster-new' } });
    expect(prices.map(({ price, by }) => [price, by])).toEqual([
      [80, 'Esi'],
      [75, 'Esi'],
    ]);
    expect((await actionsOn('booster-new')).map(({ action }) => action)).toEqual([
      'booster_created',
      'booster_changed',
      'booster_changed',
    ]);
  });
});

describe('a discount code', () => {
  const make = (changes: Record<string, unknown> = {}) =>
    editor.call(contract.staffCreateCoupon, { body: aCouponDraft(changes) as never });
  const change = ({ id, version }: { id: string; version: number }, changes: Record<string, unknown>) => {
    const { code: _code, ...body } = aCouponDraft({ version, ...changes });
    return editor.call(contract.staffEditCoupon, { params: { id }, body: body as never });
  };
  const list = (view: string) => editor.call(contract.staffListCoupons, { query: { view } as never });

  test('is created and used, its uses are listed, and it is ended', async () => {
    const created = await make({ code: 'made-here', amount: 10 });
    expect(created).toMatchObject({
      code: 'MADE-HERE',
      state: 'active',
      usedCount: 0,
      amount: 10,
      version: 0,
    });
    const { orderId } = await buy(shop, { discountCode: 'made-here' });
    const uses = await editor.call(contract.staffListCouponUses, { params: { id: created.id } });
    expect(uses).toMatchObject({
      count: 1,
      rows: [{ orderId, state: 'reserved', number: expect.stringMatching(/^S-\d+$/) }],
    });
    const expiryDate = created.expiryDate;
    await expect(change(created, { amount: 50, expiryDate })).rejects.toMatchObject({
      code: 'coupon_in_use',
    });
    await expect(make({ code: 'MADE-HERE' })).rejects.toMatchObject({ code: 'coupon_exists' });
    const changed = await change(created, {
      amount: 10,
      usageLimit: 20,
      firstOrderOnly: true,
      minimumSpend: 25,
    });
    expect(changed).toMatchObject({
      version: 1,
      usageLimit: 20,
      firstOrderOnly: true,
      minimumSpend: 25,
      usedCount: 1,
    });
    await expect(change(created, {})).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const ended = await editor.call(contract.staffEndCoupon, {
      params: { id: created.id },
      body: { version: 1 },
    });
    expect(ended.state).toBe('ended');
    await expect(
      shop.call(contract.readCouponByCode, { params: { code: 'MADE-HERE' } }),
    ).rejects.toMatchObject({ code: 'coupon_expired' });
    expect((await actionsOn('MADE-HERE')).map(({ action }) => action)).toEqual([
      'coupon_created',
      'coupon_changed',
      'coupon_ended',
    ]);
  });

  test('is ended before it starts, and reopened by a new end', async () => {
    const startDate = new Date(Date.now() + 86_400_000).toISOString();
    const created = await make({ code: 'later', startDate });
    expect(created.state).toBe('scheduled');
    expect((await list('scheduled')).rows.map(({ code }) => code)).toContain('LATER');
    const ended = await editor.call(contract.staffEndCoupon, {
      params: { id: created.id },
      body: { version: 0 },
    });
    expect(ended.state).toBe('ended');
    await expect(shop.call(contract.readCouponByCode, { params: { code: 'LATER' } })).rejects.toMatchObject({
      code: 'coupon_invalid',
    });
    expect(await change({ id: created.id, version: ended.version }, {})).toMatchObject({ state: 'active' });
  });

  test('is found by its fields', async () => {
    expect((await list('used_up')).rows.map(({ code }) => code)).toContain('LASTCALL');
    expect((await list('ended')).rows.map(({ code }) => code)).toContain('EXPIRED20');
    const active = await list('active');
    expect(active.rows.every(({ state }) => state === 'active')).toBe(true);
    const fixed = await editor.call(contract.staffListCoupons, { query: { type: 'fixed_amount' } });
    expect(new Set(fixed.rows.map(({ discountType }) => discountType))).toEqual(new Set(['fixed_amount']));
  });

  test.each([
    [{ code: '' }, 'Code is required'],
    [{ code: 'TWO WORDS' }, 'Use letters, digits, -, and _'],
    [{ amount: 100.5 }, 'At most 100%'],
    [{ amount: 0 }, 'Enter an amount'],
    [{ amount: 1.005 }, 'An amount has at most two decimals'],
    [{ usageLimit: 0 }, 'Enter the number of uses'],
    [
      { startDate: '2030-01-02T00:00:00Z', expiryDate: '2030-01-01T00:00:00Z' },
      'The end must be after the start',
    ],
  ])('is rejected with %j', async (changes, message) => {
    await expect(make(changes)).rejects.toMatchObject({ status: 422, message });
  });

  test('applies to existing products only', async () => {
    await expect(make({ productIds: ['no-such-thing'] })).rejects.toMatchObject({
      code: 'product_not_found',
    });
    expect(await make({ productIds: ['ein-filing'] })).toMatchObject({ productIds: ['ein-filing'] });
  });
});
