/**
 * The catalog at the console: a product is created, gets an image, and is published and seen; prices change;
 * a coupon is created and used.
 */
import sharp from 'sharp';
import { xssVectors } from '#test/xss-vectors.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { Counted } from '#e2e/counted.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { reloadUntil } from '#e2e/visitors.ts';
import type { Page } from '@playwright/test';

/**
 * Products of other stories stay unchanged. Each story's products have unique names and are drafts again at
 * the end.
 */
const fresh = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`;

/** Opens a product from any screen by keyboard: `/`, its name, Enter. */
async function findByKeys(page: Page, keys: Counted, name: string): Promise<void> {
  await keys.press('/');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await keys.type(name);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a product is created with a picture, published, and seen by the next visitor; then it is a draft again', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  await atConsole(page, shop, 'content', '/catalog');
  const name = fresh('Articles');
  await page.getByRole('link', { name: 'New product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Price' }).fill('120');
  await page.getByRole('textbox', { name: 'Benefit 1' }).fill('Prepared and filed');
  await page.getByRole('textbox', { name: 'Benefit 1' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Benefit 2' })).toBeFocused();
  await page.keyboard.type('A stamped copy');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Benefit 1' })).toHaveValue('A stamped copy');
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f5c52' } })
    .png()
    .toBuffer();
  await page.getByLabel('Picture file').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer });
  // Create waits for the image, which is still being processed.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 30_000 });
  const preview = page.getByRole('region', { name: 'Customer preview' });
  await expect(preview.locator('img')).toHaveAttribute('src', /^\/media\/[\w-]{22}$/);
  await expect(preview).toContainText(name);
  await expect(preview).toContainText('$120.00');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  const keys = new Counted(page);
  await findByKeys(page, keys, name);
  await keys.press('p');
  await expectMessage(page, 'Saved and published');
  expect(keys.steps).toBe(4);
  await expect(page.getByLabel('Published')).toBeChecked();

  const visitor = await browser.newContext();
  const live = await visitor.newPage();
  const card = shop.card(live, name);
  await reloadUntil(
    () => live.goto(`${shop.origin}/products`),
    (within) => expect(card).toContainText('$120.00', within),
  );
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 640);
  const isPublished = async () =>
    (await shop.db.selectFrom('product').select('active').where('name', '=', name).executeTakeFirstOrThrow())
      .active;
  await page.getByLabel('Published').uncheck();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: `Unpublish ${name}?` })).toContainText(
    'no longer see or buy it',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await isPublished()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: `Unpublish ${name}` }).click();
  await expectMessage(page, 'Saved as a draft');
  expect(await isPublished()).toBe(false);
  await reloadUntil(
    () => live.reload(),
    (within) => expect(live.getByRole('heading', { name })).toHaveCount(0, within),
  );
  await visitor.close();
});

test('a price changes in six steps, and each field that a colleague changed meanwhile needs a decision', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'content');
  const keys = new Counted(page);
  await findByKeys(page, keys, 'Mail scan pack');
  await keys.press('$');
  const { version } = await shop.db
    .selectFrom('product')
    .select('version')
    .where('id', '=', 'mail-scan-pack')
    .executeTakeFirstOrThrow();
  const price = page.getByRole('textbox', { name: 'Price' });
  await expect(price).toBeFocused();
  await keys.type('11.49');
  await shop.db
    .updateTable('product')
    .set({ version: version + 1, price_cents: 1_099 })
    .where('id', '=', 'mail-scan-pack')
    .execute();
  await keys.press('Control+Enter');
  expect(keys.steps).toBe(6);
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
  await dialog.getByRole('radio', { name: 'Yours: 11.49' }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved and published')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Price history' })).toContainText('$11.49');
  await page.goto(`${shop.origin}/products`);
  await expect(shop.card(page, 'Mail scan pack')).toContainText('$11.49');
  await shop.db.updateTable('product').set({ price_cents: 999 }).where('id', '=', 'mail-scan-pack').execute();
});

test('a new price for subscribers is confirmed with the exact email text', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'manager', '/catalog/products/us-business-address');
  await page.getByRole('button', { name: 'Change price for subscribers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change price for subscribers' });
  await dialog.getByLabel('Price per renewal').fill('35');
  await expect(dialog).toContainText('The price of US business address changes on');
  await expect(dialog).toContainText('costs $35.00 a month');
  await expectAccessible(page, 'a new price for subscribers');
  await dialog.getByRole('button', { name: 'Change price to $35.00' }).click();
  await expect(dialog).toBeHidden();
  const decided = page.getByRole('listitem').filter({ hasText: '$35.00' });
  await expect(decided).toContainText('0 notified');
});

test('a coupon is created from any screen in six steps, used at checkout, shown with its order, and ended', {
  tag: '@long',
}, async ({ page, shop }) => {
  const code = fresh('STORY').replace(' ', '-').toUpperCase();
  await atConsole(page, shop, 'content');
  const keys = new Counted(page);
  await keys.press('+');
  await keys.press('c');
  await expect(page.getByLabel('Code')).toBeFocused();
  await keys.type(code.toLowerCase());
  await keys.press('Tab');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await keys.type('20');
  await keys.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  expect(keys.steps).toBe(6);
  const address = page.url();
  const answer = await page.request.get(`${shop.origin}/api/coupons/by-code/${code}`);
  expect(await answer.json()).toMatchObject({
    amount: 20,
    discountType: 'percentage',
    usageLimit: 100,
    usedCount: 0,
  });
  await page.goto(address);
  await expect(page.getByText('No orders have used this coupon yet.')).toBeVisible();
  await page.getByRole('button', { name: 'End coupon' }).click();
  await page.getByRole('button', { name: `End ${code} now` }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  expect(
    (await page.request.get(`${shop.origin}/api/coupons/by-code/${code}`)).headers()['x-error-code'],
  ).toBe('coupon_expired');
});

test('an address that is taken is rejected beside its field, and the input is preserved', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/catalog/new-product');
  await page.getByLabel('Name').fill('EIN filing');
  await page.getByRole('textbox', { name: 'Price' }).fill('10');
  await page.getByRole('textbox', { name: 'Benefit 1' }).fill('Filed');
  await page.getByLabel('Picture file').setInputFiles({
    name: 'a.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>',
    ),
  });
  await expect(page.getByRole('region', { name: 'Customer preview' }).locator('img')).toHaveAttribute(
    'src',
    /^\/media\//,
    {
      timeout: 30_000,
    },
  );
  await page.keyboard.press('Control+Enter');
  const address = page.getByLabel('Address');
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/A product with this address already exists/);
  await expect(page.getByLabel('Name')).toHaveValue('EIN filing');
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toHaveCount(0);
});

test('two tabs edit one product: the second gets a conflict prompt, and no edit of the first is lost', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/catalog/products/itin-application');
  const second = await page.context().newPage();
  await second.goto(page.url());
  const benefit = (tab: typeof page) => tab.getByRole('textbox', { name: 'Benefit 1' });
  await expect(benefit(second)).toBeVisible();
  const was = await benefit(page).inputValue();
  await benefit(page).fill('Written in the first tab');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Saved and published')).toBeVisible();
  await second.getByLabel('Name').fill('ITIN by us');
  await second.getByRole('link', { name: 'Products' }).first().click();
  await second.getByRole('button', { name: 'Keep editing' }).click();
  await second.keyboard.press('Control+Enter');
  const dialog = second.getByRole('dialog', { name: 'Someone else has changed this' });
  await expect(dialog).toBeVisible();
  await expectAccessible(second, 'a conflict between two tabs');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByText('Saved and published')).toBeVisible();
  await expect(benefit(second)).toHaveValue('Written in the first tab');
  await expect(second.getByLabel('Name')).toHaveValue('ITIN by us');
  await shop.db
    .updateTable('product')
    .set({ name: 'ITIN application' })
    .where('id', '=', 'itin-application')
    .execute();
  await shop.db
    .updateTable('product_benefit')
    .set({ text: was })
    .where('product_id', '=', 'itin-application')
    .where('position', '=', 0)
    .execute();
});

test('leaving with unsaved input asks first', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/catalog/boosters');
  await page.getByRole('link', { name: 'New booster' }).click();
  await page.getByLabel('Title').fill('Half typed');
  await page.getByRole('link', { name: 'Boosters' }).first().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half typed');
});

test('product text never runs as code, for staff or customers', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner');
  const ran: string[] = [];
  await page.exposeFunction('ran', () => ran.push(page.url()));
  const lines = xssVectors
    .map((vector) => vector.replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 300))
    .filter((line) => line.trim() !== '');
  const product = {
    id: 'all-vectors',
    kind: 'simple',
    image: '/products/ein-filing.svg',
    position: 9_999,
    price_cents: 100,
  } as const;
  for (let at = 0; at < lines.length; at += 30) {
    await shop.db.deleteFrom('product').where('id', '=', product.id).execute();
    await shop.db
      .insertInto('product')
      .values({ ...product, name: (lines[at] ?? '').slice(0, 120) })
      .execute();
    const benefits = [...new Set(lines.slice(at, at + 30))].map((text, position) => ({
      product_id: product.id,
      position,
      text,
    }));
    await shop.db.insertInto('product_benefit').values(benefits).execute();
    for (const path of ['/products', '/admin/catalog', `/admin/catalog/products/${product.id}`]) {
      const shown = page
        .getByText(benefits[0]?.text.slice(0, 20) ?? '')
        .or(page.getByText((lines[at] ?? '').slice(0, 20)))
        .first();
      // While the database is slow to answer, the shop serves the page from its cache.
      await expect(async () => {
        await page.goto(`${shop.origin}${path}`);
        await expect(shown).toBeAttached({ timeout: 2_000 });
      }).toPass({ timeout: 30_000 });
    }
  }
  await shop.db.deleteFrom('product').where('id', '=', product.id).execute();
  expect(ran).toEqual([]);
});

test('the catalog screens are accessible, and none scrolls sideways on a phone', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'content', '/catalog');
  const products = ['', '/products/ein-filing', '/products/us-business-address', '/new-product', '/order'];
  for (const path of [
    ...products,
    '/boosters',
    '/boosters/booster-250',
    '/coupons',
    '/coupons/1',
    '/new-coupon',
  ]) {
    await page.goto(`${shop.origin}/admin/catalog${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page, `catalog${path}`);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1_280, height: 800 });
  }
});
