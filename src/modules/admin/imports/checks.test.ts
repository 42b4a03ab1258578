/**
 * Checking product and discount code files over HTTP: each row shows its effect or its problems, and nothing
 * is written.
 */
import { contract } from '#contract/contract.ts';
import { importAtMostBytes } from '#contract/admin/imports.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aCouponDraft, aProduct } from '#test/access/catalog-samples.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import {
  aPicture as picture,
  coupons,
  type Importer,
  importer,
  problemsOf,
  productHead,
  products,
} from '#test/builders/import.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ambiguous = 'Write 12.50 or 1,250';

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

describe('a check', () => {
  test('lists for each row the changes it would make, and writes nothing', async () => {
    await editor.call(contract.staffCreateProduct, {
      body: aProduct({ id: 'dry', name: 'Dry run', price: 120 }) as never,
    });
    const before = await files.everything();
    const plan = await files.check(
      'products',
      products(
        `dry,Dry run,simple,published,99.5,,,${picture},"Prepared and filed\nA stamped copy"`,
        `fresh,Fresh,subscription,draft,,"12,50",month,${picture},`,
        `ein-filing,EIN filing,subscription,published,149.5,5,month,${picture},x`,
        `dry,Dry again,simple,draft,,,,${picture},`,
      ),
    );
    expect(await files.everything()).toBe(before);
    expect(plan).toMatchObject({ added: 1, changed: 1, same: 0, refused: 2 });
    expect(plan.rows[0]).toMatchObject({
      row: 2,
      key: 'dry',
      name: 'Dry run',
      outcome: 'changed',
      changes: [
        { field: 'State', before: 'draft', after: 'published' },
        { field: 'Price (USD)', before: '120', after: '99.5' },
      ],
    });
    expect(plan.rows[1]).toMatchObject({ row: 3, key: 'fresh', outcome: 'new', problems: [] });
    expect(problemsOf(plan)).toEqual([
      [4, 'Type', 'The type of a product cannot change. Create a new product instead'],
      [5, '', 'dry is already in row 2'],
    ]);
    expect(await onSale('dry')).toBeUndefined();
  });

  test('names each error by its row and column', async () => {
    const plan = await files.check(
      'products',
      products(
        `Bad Address,,maybe,open,cheap,-1,week,${picture},`,
        `ok-1,,simple,draft,5,,,${picture},`,
        `ok-2,Two,simple,draft,0.3,5,,https://evil.example/x.png,"Same\nSame"`,
        `ok-3,Three,subscription,draft,5,,month,${picture},`,
        `ok-4,Four,simple,draft,1.234,,,${picture},`,
        'ok-5,Five,simple',
        `ok-6,Six,simple,draft,5,,,/media/${'A'.repeat(22)},`,
        `ok-7,${'x'.repeat(121)},simple,draft,5,,,${picture},`,
        'ok-8,Eight,simple,draft,0.345,,,/products/no-such-drawing.svg,',
        'ein-filing,EIN filing,subscription,published,0.3,5,month,/products/no-such-drawing.svg,x',
      ),
    );
    expect(problemsOf(plan)).toEqual([
      [2, 'Address', 'Use lowercase letters, digits, and hyphens, at most 60 characters'],
      [2, 'Type', 'Enter simple or subscription'],
      [2, 'State', 'Enter published or draft'],
      [2, 'Price (USD)', 'Enter an amount such as 12.50'],
      [2, 'Price per renewal (USD)', 'Enter an amount such as 12.50'],
      [2, 'Renews every', 'Enter month or year, or leave it empty'],
      [2, 'Product', 'Name is required'],
      [3, 'Product', 'Name is required'],
      [4, 'Picture', 'Choose a picture'],
      [4, 'Benefits', 'Two benefits are the same'],
      [4, 'Price (USD)', 'A card cannot pay less than $0.50'],
      [4, 'Price per renewal (USD)', 'Only a subscription has a renewal price'],
      [5, 'Price per renewal (USD)', 'Enter the price per renewal'],
      [6, 'Price (USD)', ambiguous],
      [7, '', 'This row has 4 cells, but the header row has 10. Check the separators and quotation marks'],
      [8, 'Picture', 'Picture not found'],
      [9, 'Product', 'At most 120 characters'],
      [10, 'Price (USD)', 'An amount has at most two decimals'],
      [10, 'Picture', 'Picture not found'],
      [11, 'Price (USD)', 'A card cannot pay less than $0.50'],
      [11, 'Type', 'The type of a product cannot change. Create a new product instead'],
      [11, 'Picture', 'Picture not found'],
    ]);
  });

  test('applies the same rules to discount codes as their screen', async () => {
    const buyer = await aCustomer(shop);
    await editor.call(contract.staffCreateCoupon, {
      body: aCouponDraft({ code: 'TAKEN', amount: 10, usageLimit: 5 }) as never,
    });
    await buyAs(buyer, { discountCode: 'TAKEN' });
    const plan = await files.check(
      'coupons',
      coupons(
        'taken,percent,20,5,,2030-01-01 00:00,,,no,,first',
        'fresh,US dollars,5,1,2026-02-30 10:00,2030-01-01 00:00,,,no,,first',
        'both,percent,120,1,2030-01-02 00:00,2030-01-01 00:00,,,no,,first',
        'for-none,US dollars,5,1,,2030-01-01T00:00:00Z,1.000,2,yes,ein-filing nothing-here,every',
        'half,US dollars,,,,,,,perhaps,,',
      ),
    );
    expect(problemsOf(plan)).toEqual([
      [
        2,
        '',
        'The discount cannot change once an order has used the code. End the coupon and create another one',
      ],
      [3, 'Starts (UTC)', 'Enter the date and time in UTC, for example 2026-12-31 23:59'],
      [4, 'Amount', 'At most 100%'],
      [4, 'Ends (UTC)', 'The end must be after the start'],
      [5, 'Minimum spend (USD)', ambiguous],
      [5, 'Products', 'There is no product nothing-here'],
      [6, 'Amount', 'Enter an amount'],
      [6, 'Usage limit', 'Enter the number of uses'],
      [6, 'Ends (UTC)', 'Enter the end, for example 2026-12-31 23:59'],
      [6, 'First order only', 'Enter yes or no'],
      [6, 'Subscription periods', 'Enter first or every'],
    ]);
    expect(plan.rows[0]).toMatchObject({ key: 'TAKEN', outcome: 'refused' });
  });

  test.each([
    ['another table', 'a,b\n1,2', /^The header row has unknown columns: “a”, “b”\. Export a file/],
    [
      'a column less',
      `${productHead.replace(',Benefits', '')}\n1,2`,
      /^The header row is missing columns: “Benefits”\./,
    ],
    ['a column twice', `${productHead},benefits\n1,2`, /^The header row repeats columns: “benefits”\./],
    ['a head alone', productHead, 'The file has a header row but no other rows'],
    [
      'too many rows',
      [productHead, ...Array.from({ length: 2_001 }, (_, at) => `p-${at},,,,,,,,`)].join('\n'),
      'This file has 2,001 rows. The maximum is 2,000',
    ],
    ['Latin-1', Buffer.from(`${productHead}\nM\xfcller`, 'latin1'), /^This file is not written in UTF-8/],
    ['nothing', '', 'This file is empty'],
    ['a workbook', Buffer.from('PK\x03\x04\0\0\x06'), /^This is no text/],
    ['a torn cell', `${productHead}\n"x,y`, /^The table cannot be read at line \d/],
  ])('of %s is rejected with a message', async (_what, file, message) => {
    expect(await files.refusedCheck('products', file)).toMatchObject({
      status: 422,
      code: 'import_unreadable',
      message: expect.stringMatching(message),
    });
  });

  test('of an oversized file states the size limit', async () => {
    expect(await files.refusedCheck('products', 'x'.repeat(importAtMostBytes + 1))).toEqual({
      status: 413,
      code: 'body_too_large',
      message: 'The file is larger than 2 MB. Choose a smaller one',
    });
  });
});
