/**
 * Product and discount code files over HTTP: an export imports unchanged. Imports are all or nothing and use
 * the same functions as each record's screen.
 */
import { contract } from '#contract/contract.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { aCouponDraft, aProduct } from '#test/access/catalog-samples.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import {
  aPicture as picture,
  coupons,
  type Importer,
  importedKinds as kinds,
  importer,
  problemsOf,
  products,
  type Refused,
  sendFile,
  unknownPlanHash,
} from '#test/builders/import.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let editor: Administrator;
let files: Importer;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  editor = await aFullAdministrator(shop, 'content');
  files = importer(shop, editor);
});
afterAll(() => shop.stop());

const onSale = async (id: string) =>
  (await shop.call(contract.listProducts)).find((product) => product.id === id);
const product = (id: string) => editor.call(contract.staffReadProduct, { params: { id } });

describe('an export', () => {
  test('imported unchanged changes nothing, also where cells look like formulas', async () => {
    for (const [index, sign] of ['=', '+', '-', '@', "'=", "'"].entries())
      await editor.call(contract.staffCreateProduct, {
        body: aProduct({
          id: `sign-${index}`,
          name: `${sign}SUM(A1)`,
          benefits: [`${sign}1+1`, 'A second line, with "words"; and a comma'],
        }) as never,
      });
    await editor.call(contract.staffCreateCoupon, {
      body: aCouponDraft({
        code: 'ROUND-TRIP',
        productIds: ['us-business-address', 'ein-filing'],
        startDate: '2026-01-01T00:00:00.123Z',
      }) as never,
    });
    for (const kind of ['products', 'coupons'] as const) {
      const file = await files.take(kind);
      const plan = await files.check(kind, file);
      expect(problemsOf(plan)).toEqual([]);
      expect(plan).toMatchObject({
        added: 0,
        changed: 0,
        refused: 0,
        notImported: kind === 'products' ? ['Sold', 'Subscribers'] : ['State', 'Used'],
      });
      expect(plan.same).toBe(plan.rows.length);
      expect(plan.same).toBeGreaterThan(5);
      // As a spreadsheet with European settings saves it: semicolons, and no byte order mark.
      const [head = '', ...lines] = file.replace('\ufeff', '').split('\r\n');
      if (kind === 'coupons')
        expect((await files.check(kind, [head, ...lines].join('\r\n').replaceAll(',', ';'))).same).toBe(
          plan.same,
        );
      expect(await files.apply(kind, file, plan.plan)).toEqual({ added: 0, changed: 0, same: plan.same });
    }
  });

  test('from before columns were renamed can still be imported', async () => {
    for (const kind of ['products', 'coupons'] as const) {
      const current = await files.take(kind);
      const former = current
        .replace('Discount type', 'Takes off')
        .replace('Price per renewal (USD)', 'Each renewal (USD)')
        .replaceAll(/,percent,/g, ',per cent,');
      expect(former).not.toBe(current);
      const { added, changed, refused, same } = await files.check(kind, former);
      expect({ added, changed, refused }).toEqual({ added: 0, changed: 0, refused: 0 });
      expect(same).toBeGreaterThan(0);
    }
  });

  test('needs catalog export permission, and an import needs write permission', async () => {
    const allowed: Record<string, boolean[]> = {};
    for (const role of [
      'owner',
      'manager',
      'support',
      'credit',
      'content',
      'auditor',
    ] satisfies StaffRole[]) {
      const person = await aStaffPerson(shop, role);
      const file = await fetch(`${shop.origin}${kinds.coupons.take.path}`, { headers: person.headers });
      const checked = (await sendFile(shop, person, kinds.products.check, products())) as Refused;
      const applied = (await sendFile(shop, person, kinds.products.apply, products(), {
        plan: unknownPlanHash,
      })) as Refused;
      allowed[role] = [file.ok, checked.code !== 'permission_missing', applied.code !== 'permission_missing'];
    }
    expect(allowed).toEqual({
      owner: [true, true, true],
      manager: [true, true, true],
      support: [false, false, false],
      credit: [false, false, false],
      content: [true, true, true],
      auditor: [true, false, false],
    });
  });
});

describe('an import', () => {
  const entriesSince = (id: string | number) =>
    shop.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', editor.userId)
      .where('id', '>', Number(id))
      .orderBy('id')
      .execute();
  const lastEntry = async () =>
    (await shop.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
      ?.id ?? 0;

  test("applies each record's own action, with log entries for each and the import, and shows immediately", async () => {
    const { rows } = await editor.call(contract.staffListProducts);
    const { version, name } = await product('ein-filing');
    const file = products(
      `z-second,Second,simple,published,20,,,${picture},"One\nTwo"`,
      `ein-filing,${name},simple,published,151,,,${picture},Filed for you`,
      `a-third,Third,simple,published,30,,,${picture},`,
    );
    const { plan } = await files.check('products', file);
    const since = await lastEntry();
    expect(await files.apply('products', file, plan)).toEqual({ added: 2, changed: 1, same: 0 });
    expect(await onSale('ein-filing')).toMatchObject({
      price: 151,
      productBenefits: [{ text: 'Filed for you' }],
    });
    expect(await product('ein-filing')).toMatchObject({ version: version + 1, changed: { by: 'Esi' } });
    expect((await product('ein-filing')).prices[0]).toMatchObject({ price: 151, by: 'Esi' });
    // New products are added in file order at the end of the catalog.
    expect((await editor.call(contract.staffListProducts)).rows.map(({ id }) => id)).toEqual([
      ...rows.map(({ id }) => id),
      'z-second',
      'a-third',
    ]);
    const entries = await entriesSince(since);
    expect(entries.map(({ action, object }) => [action, object])).toEqual([
      ['product_changed', 'ein-filing'],
      ['product_created', 'z-second'],
      ['product_created', 'a-third'],
      ['products_imported', 'products'],
    ]);
    expect(entries[3]?.detail).toMatchObject({
      added: 2,
      changed: 1,
      same: 0,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const stored = await shop.db
      .selectFrom('audit_change')
      .selectAll()
      .where(
        'audit_id',
        'in',
        entries.map(({ id }) => id),
      )
      .orderBy('audit_id')
      .execute();
    expect(stored.map(({ before, after }) => [before !== null, after !== null])).toEqual([
      [true, true],
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect(stored[3]?.after).toEqual({ file: 'spring prices.csv' });
    const hits = await editor.call(contract.staffSearch, { query: { q: 'z-second' } });
    expect(hits.hits.map(({ id }) => id)).toContain('z-second');
  });

  test('is rejected as a whole when a record has changed since the check, and when it is sent twice', async () => {
    await editor.call(contract.staffCreateProduct, {
      body: aProduct({ id: 'raced', name: 'Raced' }) as never,
    });
    const file = products(
      `raced-too,Raced too,simple,draft,20,,,${picture},`,
      `raced,Mine,simple,draft,20,,,${picture},`,
    );
    const { plan } = await files.check('products', file);
    await editor.call(contract.staffEditProduct, {
      params: { id: 'raced' },
      body: aProduct({ version: 0, name: 'Theirs' }) as never,
    });
    const before = await files.everything();
    expect(await files.apply('products', file, plan)).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
    expect(await files.everything()).toBe(before);
    const recheck = await files.check('products', file);
    expect(recheck.rows[1]?.changes[0]).toEqual({ field: 'Product', before: 'Theirs', after: 'Mine' });
    const both = await Promise.all([
      files.apply('products', file, recheck.plan),
      files.apply('products', file, recheck.plan),
    ]);
    expect(both.map((answer) => ('code' in answer ? answer.code : answer)).toSorted()).toContainEqual({
      added: 1,
      changed: 1,
      same: 0,
    });
    expect(both.filter((answer) => 'code' in answer)).toHaveLength(1);
    expect((await product('raced')).version).toBe(2);
    expect(await files.apply('products', file, recheck.plan)).toMatchObject({ code: 'changed_meanwhile' });
  });

  test('changes nothing when its last row is rejected, also by a database constraint', async () => {
    const rows = [
      `first,First,simple,published,20,,,${picture},`,
      `second,Second,simple,published,20,,,${picture},`,
    ];
    const wrong = products(...rows, `third,,simple,published,20,,,${picture},`);
    const { plan, refused } = await files.check('products', wrong);
    expect(refused).toBe(1);
    const before = await files.everything();
    expect(await files.apply('products', wrong, plan)).toEqual({
      status: 409,
      code: 'import_refused',
      message: 'Nothing was imported. Row 4: Name is required',
    });
    const missing = products(...rows, `third,Third,simple,published,20,,,/media/${'B'.repeat(22)},`);
    expect(await files.apply('products', missing, (await files.check('products', missing)).plan)).toEqual({
      status: 409,
      code: 'import_refused',
      message: 'Nothing was imported. Row 4: Picture not found',
    });
    expect(await files.everything()).toBe(before);
    expect(await onSale('first')).toBeUndefined();
  });

  test('needs the result of the check of the same file', async () => {
    const file = products(`unseen,Unseen,simple,draft,20,,,${picture},`);
    const { plan } = await files.check('products', products(`unseen,Another,simple,draft,20,,,${picture},`));
    for (const wrong of [unknownPlanHash, plan])
      expect(await files.apply('products', file, wrong)).toMatchObject({ code: 'changed_meanwhile' });
    expect(await files.apply('products', file, 'x')).toMatchObject({ status: 422, code: 'invalid_request' });
    await expect(product('unseen')).rejects.toMatchObject({ code: 'product_not_found' });
  });

  test('of two people, each with half of the same codes, succeeds for one or both, and never halfway', async () => {
    const codes = Array.from({ length: 30 }, (_, at) => `PAIR-${at}`);
    const file = (amount: number, order: string[]) =>
      coupons(...order.map((code) => `${code},percent,${amount},10,,2030-01-01 00:00,,,no,,first`));
    const first = file(10, codes);
    expect(await files.apply('coupons', first, (await files.check('coupons', first)).plan)).toEqual({
      added: 30,
      changed: 0,
      same: 0,
    });
    const [up, down] = [file(20, codes), file(30, codes.toReversed())];
    const plans = [await files.check('coupons', up), await files.check('coupons', down)];
    const answers = await Promise.all([
      files.apply('coupons', up, plans[0]?.plan ?? ''),
      files.apply('coupons', down, plans[1]?.plan ?? ''),
    ]);
    expect(answers.filter((answer) => 'added' in answer)).toHaveLength(1);
    expect(answers.find((answer) => 'code' in answer)).toMatchObject({ code: 'changed_meanwhile' });
    const amounts = await shop.db
      .selectFrom('coupon')
      .select('basis_points')
      .where('code', 'like', 'PAIR-%')
      .groupBy('basis_points')
      .execute();
    expect(amounts).toHaveLength(1);
  });
});
