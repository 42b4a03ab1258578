/**
 * Files of records at the console: exported, edited, checked row by row, corrected, and imported. Shoppers
 * see the changes immediately.
 */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { xssVectors } from '#test/xss-vectors.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { reloadUntil } from '#e2e/visitors.ts';
import type { FileChooser, Page } from '@playwright/test';

const choose = (page: Page, text: string | Buffer, name = 'products.csv') =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const rowsOf = (page: Page) => page.getByRole('region', { name: 'File rows' }).locator('ol > li');
const head =
  'Address,Product,Type,State,Price (USD),Price per renewal (USD),Renews every,Picture,Benefits,Group';

async function exportedText(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('products are exported, edited, checked, fixed, and imported, and the next visitor sees them', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  await atConsole(page, shop, 'content', '/catalog');
  const file = await exportedText(page);
  const address = `imported-${Math.random().toString(36).slice(2, 8)}`;
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import products' })).toBeVisible();
  await expectAccessible(page, 'the import before a file');

  await choose(page, file);
  await expectMessage(page, /^products\.csv: \d+ unchanged\./);
  await expect(page.getByText('The file contains no changes.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);

  const added = (price: string) =>
    `${address},=Imported ${address},simple,published,${price},,,/products/ein-filing.svg,"One\nTwo",growth,,\r\n`;
  const edited = file.replace(/^(mail-scan-pack,[^,]*,[^,]*,[^,]*,)[^,]*/m, '$112.49');
  expect(edited).not.toBe(file);
  await choose(page, edited + added('cheap'));
  await expectMessage(page, /^products\.csv: 1 with an error, 1 changed, \d+ unchanged\./);
  await expect(rowsOf(page).first()).toContainText('Price (USD): Enter an amount such as 12.50');
  await expect(rowsOf(page).first()).toContainText(/Row \d+, imported-/);
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expectAccessible(page, 'an import with an error');

  await choose(page, edited + added('20'));
  await expectMessage(page, /^products\.csv: 1 new, 1 changed, \d+ unchanged\./);
  await page.getByRole('button', { name: 'Changed 1' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText('Price (USD) Before: 9.99 After: 12.49');
  await expectAccessible(page, 'an import that is ready');
  const seenBefore = await shop.db.selectFrom('product').select('id').where('id', '=', address).execute();
  expect(seenBefore).toEqual([]);

  // Another user saves first, so the preview of the file is recomputed.
  await shop.db
    .updateTable('product')
    .set({ price_cents: 1_099, version: (eb) => eb('version', '+', 1) })
    .where('id', '=', 'mail-scan-pack')
    .execute();
  await page.getByRole('button', { name: 'Import 2 products' }).first().click();
  await expect(page.getByText('The data has changed')).toBeVisible();
  await page.getByRole('button', { name: 'Changed 1' }).click();
  await expect(rowsOf(page)).toContainText('Before: 10.99');
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, /^Imported: 1 new, 1 changed, \d+ unchanged$/);
  await expect(page.getByRole('link', { name: `=Imported ${address}` })).toBeVisible();

  const visitor = await browser.newContext();
  const live = await visitor.newPage();
  await reloadUntil(
    () => live.goto(`${shop.origin}/products`),
    (within) => expect(shop.card(live, `=Imported ${address}`)).toContainText('$20.00', within),
  );
  await expect(shop.card(live, 'Mail scan pack')).toContainText('$12.49');
  await visitor.close();
  await shop.db.updateTable('product').set({ price_cents: 999 }).where('id', '=', 'mail-scan-pack').execute();
  await shop.db.updateTable('product').set({ active: false }).where('id', '=', address).execute();
});

test('posts are exported, edited, imported as drafts, and visible to visitors once published', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  await atConsole(page, shop, 'content', '/content?view=published');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export ZIP' }).click();
  const entries = unzipSync(await readFile(await (await download).path()));
  const old = strFromU8(entries['itin-step-by-step.html'] ?? new Uint8Array());
  const slug = `imported-${Math.random().toString(36).slice(2, 8)}`;
  const fresh = old
    .replace(/^title: .*$/m, `title: Imported ${slug}`)
    .replace('-->\n', '-->\n<p>These words came in a file.</p>\n');
  const cover = fresh.replace(/^bannerImage: .*$/m, 'bannerImage: /blog/itin-step-by-step.svg');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import posts' })).toBeVisible();
  await expectAccessible(page, 'the import of posts');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/html', buffer: Buffer.from(text) });
  const markdown = file('of-words.md', '---\nauthor: Me\n---\nWords');
  const input = page.getByLabel('File to import');
  await input.setInputFiles([file(`${slug}.html`, cover), file('itin-step-by-step.html', old), markdown]);
  await expectMessage(page, new RegExp(`^${slug}\\.html and 2 more: 1 with an error, 1 new, 1 unchanged\\.`));
  await expect(rowsOf(page)).toContainText('The line "author: Me" has an unknown key. Use');
  await input.setInputFiles([file(`${slug}.html`, cover), file('itin-step-by-step.html', old)]);
  await expectMessage(page, new RegExp(`^${slug}\\.html and 1 more: 1 new, 1 unchanged\\.`));
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Imported: 1 new, 1 unchanged');
  await page.getByRole('link', { name: `Imported ${slug}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Imported ${slug}`);
  const visitor = await browser.newContext();
  const live = await visitor.newPage();
  expect((await live.goto(`${shop.origin}/blogs/${slug}`))?.status()).toBe(404);
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click();
  await expect.poll(async () => (await live.goto(`${shop.origin}/blogs/${slug}`))?.status()).toBe(200);
  await expect(live.getByText('These words came in a file.')).toBeVisible();
  await visitor.close();
});

test('by keyboard: f chooses a file, Escape goes back, and an unreadable file shows the reason', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/catalog/import-coupons');
  await expect(page.getByRole('heading', { level: 1, name: 'Import coupons' })).toBeVisible();
  let chooser: FileChooser | undefined;
  // A newly drawn screen handles keys only a moment later.
  await expect(async () => {
    const opened = page.waitForEvent('filechooser', { timeout: 2_000 });
    await page.keyboard.press('f');
    chooser = await opened;
  }).toPass();
  await chooser?.setFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') });
  await expect(page.getByRole('alert')).toContainText('The header row has unknown columns: “a”, “b”');
  await expectAccessible(page, 'an import that was refused');
  await choose(page, 'x'.repeat(2_000_001));
  await expect(page.getByRole('alert')).toContainText('The file is larger than 2 MB. Choose a smaller one');
  await page.route('**/api/admin/coupons/import-check**', (route) => route.abort());
  await choose(page, 'a,b\n1,2');
  await expect(page.getByRole('alert')).toContainText('The connection was lost');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
});

test('a read-only role sees no import', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'auditor', '/catalog');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0);
  await page.goto(`${shop.origin}/admin/catalog/import-products`);
  await expect(page.getByText('Your role can view this but not change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Choose/ })).toHaveCount(0);
});

test('file content appears on the screen as text only', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'content', '/catalog/import-products');
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(dialog.message());
    void dialog.dismiss();
  });
  for (const name of ['ran', 'RAN']) await page.exposeFunction(name, () => void seen.push('a script ran'));
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const texts = xssVectors.map((vector) => vector.replaceAll(/[\0\p{Cs}]/gu, ''));
  const rows = texts.map((text) => Array.from({ length: 10 }, () => quoted(text)).join(','));
  await choose(page, [head, ...rows].join('\n'), `${texts[0]}.csv`);
  await expectMessage(page, new RegExp(`${rows.length} with errors`));
  while (await page.getByRole('button', { name: /^Show \d+ more$/ }).isVisible())
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await expect(rowsOf(page).filter({ has: page.getByText('Error', { exact: true }) })).toHaveCount(
    rows.length,
  );
  // Also as column names, which an error quotes.
  await choose(page, texts.slice(0, 8).map(quoted).join(','));
  await expect(page.getByRole('alert')).toContainText('The header row has unknown columns');
  expect(
    await page.locator('main').locator('img, iframe, object, embed, form, a[href^="javascript"]').count(),
  ).toBe(0);
  expect(seen).toEqual([]);
});
