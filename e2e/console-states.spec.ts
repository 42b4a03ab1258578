/**
 * Checks every console screen with axe. Each run covers the filled state. `test:all` adds empty, loading,
 * failed, and conflict states, and every dialog. Widths and color schemes are those of `expectAccessible`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '#contract/contract.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase, anEin, company } from '#e2e/credit-people.ts';
import { aDraft } from '#e2e/content-fields.ts';
import { aCustomerBeside, atConsole, shopForCustomer, userIdOf } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { amount } from '#test/amount.ts';
import { aMessageAt, aTemplate } from '#e2e/messages.ts';
import { freshId } from '#kernel/ids.ts';
import type { Page } from '@playwright/test';

const root = join(import.meta.dirname, '..');
/** The addresses in the definitions of the lists. */
const lists = globSync('src/web/features/admin/*/*-list.tsx', { cwd: root })
  .toSorted()
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
  .filter(({ source }) => source.includes('ListDefinition<'))
  .map(({ path, source }) => {
    const [, area] = /^ {2}area: '([a-z/-]+)',$/m.exec(source) ?? [];
    if (area === undefined) throw new Error(`${path} has a list without an area`);
    return `/${area}`;
  });
const figures = [
  '',
  '/messages/templates',
  '/content/email-texts',
  '/credit/past-due',
  '/money',
  '/money/comparison',
  '/catalog/order',
  '/settings',
  '/health',
];
const forms = [
  ...['/catalog/new-product', '/catalog/new-booster', '/catalog/new-coupon', '/messages/templates/new'],
  ...[
    '/settings/staff/invite',
    '/settings/company',
    '/settings/links',
    '/settings/policies',
    '/settings/credit',
    '/settings/carts',
  ],
  ...[
    '/settings/support',
    '/content/faq',
    '/content/testimonials',
    '/content/assurances',
    '/content/timeline',
  ],
  ...['/catalog/import-products', '/catalog/import-coupons', '/content/import'],
];
const failing = [...lists, ...figures];

/** Records that a screen can open. Uses the demo's and creates the missing ones. */
async function records(page: Page, shop: Shop): Promise<string[]> {
  const { db } = shop;
  const customerShop = shopForCustomer(shop, 'Abena');
  const call = await aFirstPurchase(page, customerShop);
  await call(contract.saveCompany, {
    body: { ...company, phone: '+1 307 555 0142', ein: anEin(), attested: true },
  });
  const { terms } = await call(contract.readApplication);
  await call(contract.applyForCredit, { body: { termsVersion: terms.version, termsAgreed: true } });
  const customer = await userIdOf(customerShop);
  const application = await db
    .selectFrom('credit_application')
    .select('id')
    .where('user_id', '=', customer)
    .executeTakeFirstOrThrow();
  const account = await db.selectFrom('credit_account').select('id').executeTakeFirstOrThrow();
  const order = await db
    .selectFrom('shop_order')
    .select('id')
    .where('user_id', '=', customer)
    .executeTakeFirstOrThrow();
  const cart = {
    id: freshId('cart'),
    user_id: customer,
    first_name: 'Kofi',
    email: customerShop.buyer.email,
  };
  await db.insertInto('cart').values(cart).execute();
  await db
    .insertInto('cart_item')
    .values({ cart_id: cart.id, product_id: 'ein-filing', position: 0 })
    .execute();
  const message = await aMessageAt(shop);
  const coupon = await db.selectFrom('coupon').select('id').executeTakeFirstOrThrow();
  const draft = await aDraft(shop);
  const { id: colleague } = await db
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'support')
    .executeTakeFirstOrThrow();
  const entry = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'company_saved')
    .executeTakeFirstOrThrow();
  const post = await db
    .selectFrom('post')
    .select('id')
    .where('public_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return [
    ...[`/orders/${order.id}`, `/customers/${customer}`, `/customers/${customer}/edit`, `/carts/${cart.id}`],
    ...[`/credit/${application.id}`, `/credit/accounts/${account.id}`],
    ...[
      '/catalog/products/ein-filing',
      '/catalog/products/us-business-address',
      '/catalog/boosters/booster-250',
    ],
    `/catalog/coupons/${coupon.id}`,
    `/messages/${message}`,
    `/messages/templates/${await aTemplate(shop, colleague)}`,
    ...[`/settings/staff/${colleague}`, `/settings/audit/${entry.id}`],
    ...[`/content/posts/${post.id}`, `/content/posts/${draft}`, `/content/posts/${post.id}/preview`],
  ];
}

async function opened(page: Page, shop: Shop, path: string): Promise<void> {
  await page.goto(`${shop.origin}/admin${path}`);
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: /^Console$/ })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Intercepts all data of a screen. The user's identity still loads, so the frame is shown. */
const answering = (page: Page, answer: Parameters<Page['route']>[1]) =>
  page.route(
    ({ pathname }) =>
      pathname.startsWith('/api/admin/') && !['/api/admin/me', '/api/admin/fresh-factor'].includes(pathname),
    answer,
  );

test('axe finds nothing on the lists, the figures and the empty forms of the console', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner');
  const some = [lists.slice(0, 2), figures.slice(0, 1), forms.slice(0, 1)].flat();
  for (const path of amount(some, [...lists, ...figures, ...forms, '/nowhere'])) {
    await opened(page, shop, path);
    await expectAccessible(page, `/admin${path}`);
  }
});

test('axe finds nothing on any record of the console', { tag: '@long' }, async ({ page, shop }) => {
  const paths = await records(page, shop);
  await atConsole(page, shop, 'owner');
  for (const path of amount(paths.slice(0, 3), paths)) {
    await opened(page, shop, path);
    await expectAccessible(page, `/admin${path}`);
  }
});

test('axe finds nothing on empty lists', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner');
  await answering(page, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    const isList = typeof body === 'object' && body !== null && 'rows' in body;
    await route.fulfill({
      response: answer,
      json: isList ? { ...body, rows: [], older: null, newer: null, count: 0 } : body,
    });
  });
  for (const path of lists) {
    await opened(page, shop, path);
    await expect(page.getByRole('row')).toHaveCount(0);
    await expectAccessible(page, `/admin${path} without rows`);
  }
});

test('axe finds nothing while screens load', { tag: '@long' }, async ({ page, shop }) => {
  const paths = await records(page, shop);
  await atConsole(page, shop, 'owner');
  // Never answers.
  await answering(page, () => undefined);
  for (const path of [...failing, ...paths]) {
    await page.goto(`${shop.origin}/admin${path}`);
    await expect(page.locator('[aria-busy=true] > *').first()).toBeAttached();
    await expectAccessible(page, `/admin${path} on its way`);
  }
});

test('axe finds nothing where screens failed to load, and Retry loads them', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const paths = await records(page, shop);
  await atConsole(page, shop, 'owner');
  for (const path of [...failing, ...paths]) {
    await answering(page, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'abc123' }, json: 'no' }),
    );
    await page.goto(`${shop.origin}/admin${path}`);
    const retries = page.getByRole('button', { name: 'Retry' });
    await expect(retries.first()).toBeVisible();
    await expectAccessible(page, `/admin${path} that failed`);
    await page.unrouteAll({ behavior: 'wait' });
    for (let remaining = await retries.count(); remaining > 0; remaining -= 1) {
      await retries.first().click();
      await expect(retries).toHaveCount(remaining - 1);
    }
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
});

/**
 * Opens the dialog of each act in a record's menu. An act that leaves the screen or needs no dialog is
 * checked as it is.
 */
async function checkWindows(page: Page, shop: Shop, path: string): Promise<number> {
  const menu = page.getByRole('button', { name: 'More actions' });
  const within = page.getByRole('dialog', { name: 'More actions' });
  await opened(page, shop, path);
  if ((await menu.count()) === 0) return 0;
  await menu.click();
  await expectAccessible(page, `the menu of ${path}`);
  const acts = await within.getByRole('button').allTextContents();
  for (const act of acts) {
    await opened(page, shop, path);
    await menu.click();
    // An act without a dialog may have changed which acts are available.
    const at = (await within.getByRole('button').allTextContents()).indexOf(act);
    if (at === -1) continue;
    await within.getByRole('button').nth(at).click();
    await expect(within).toHaveCount(0);
    if ((await page.locator('dialog[open]').count()) > 0) await expectAccessible(page, `${act} of ${path}`);
  }
  return acts.length;
}

test('axe finds nothing in any dialog that a record opens', { tag: '@long' }, async ({ page, shop }) => {
  const paths = await records(page, shop);
  await atConsole(page, shop, 'owner');
  let acts = 0;
  for (const path of paths) acts += await checkWindows(page, shop, path);
  expect(acts).toBeGreaterThan(5);
});

test('axe finds nothing in any list filter, or in the dialogs of the frame', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'owner');
  const filters = page.getByRole('main').locator('button[aria-haspopup=dialog]');
  for (const path of lists) {
    await opened(page, shop, path);
    for (let at = 0; at < (await filters.count()); at += 1) {
      await filters.nth(at).click();
      await expect(page.locator('dialog[open]')).toHaveCount(1);
      await expectAccessible(page, `window ${at + 1} of /admin${path}`);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog[open]')).toHaveCount(0);
    }
  }
  await opened(page, shop, '');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'the keys');
});

const editors = [
  { path: '/catalog/products/ein-filing', table: 'product', id: 'ein-filing', label: 'Name', column: 'name' },
  {
    path: '/catalog/boosters/booster-250',
    table: 'booster',
    id: 'booster-250',
    label: 'Title',
    column: 'title',
  },
] as const;

for (const { path, table, id, label, column } of editors) {
  test(`axe finds nothing in a conflict over a ${table}`, { tag: '@long' }, async ({ page, shop }) => {
    await atConsole(page, shop, 'owner');
    await opened(page, shop, path);
    const rows = shop.db.dynamic;
    const before = await shop.db
      .selectFrom(table)
      .select([rows.ref(column), 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const was = (before as Record<string, unknown>)[column];
    const write = (values: Record<string, unknown>) =>
      shop.db
        .updateTable(table)
        .set(values as never)
        .where('id', '=', id)
        .execute();
    try {
      await page.getByRole('main').getByLabel(label, { exact: true }).fill('Ours');
      await write({ [column]: 'Theirs', version: before.version + 1 });
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('dialog', { name: 'Someone else has changed this' })).toBeVisible();
      await expectAccessible(page, `a conflict over a ${table}`);
    } finally {
      await write({ [column]: was });
    }
  });
}

test('axe finds nothing in a conflict over a customer', { tag: '@long' }, async ({ page, shop }) => {
  const { id } = await aCustomerBeside(shop, 'Esi');
  await atConsole(page, shop, 'owner');
  await opened(page, shop, `/customers/${id}/edit`);
  await page.getByLabel('City').fill('Kumasi');
  await shop.db
    .updateTable('app_user')
    .set(({ eb }) => ({ city: 'Tema', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Someone else has changed this' })).toBeVisible();
  await expectAccessible(page, 'a conflict over a customer');
});
