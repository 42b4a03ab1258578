/**
 * A list that is too long to download immediately: the page says so, an email arrives, and its link downloads
 * the file.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { readFile } from 'node:fs/promises';

test('a long list is emailed, and its link downloads the file', { tag: '@long' }, async ({ page, shop }) => {
  const staff = await atConsole(page, shop, 'manager', '/orders?view=in_progress');
  // Creating 100,000 orders would take too long, so only this response is faked.
  await page.route('**/api/admin/orders/export**', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-error-code': 'export_by_email' },
      json: 'This list is too long to download here',
    }),
  );
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export by email' });
  await expect(dialog).toContainText('More than 100,000 orders match');
  await expectAccessible(page, 'a list that comes by email');
  await dialog.getByRole('button', { name: `Email the link to ${staff.email}` }).click();
  await expectMessage(page, 'The file is being created. You will get a link by email');
  await expect(dialog).toBeHidden();
  const findEmail = async () =>
    (await shop.mails()).find(({ subject }) => subject === 'Your file of orders is ready');
  await expect.poll(findEmail).toBeDefined();
  const email = await findEmail();
  const link = /\/admin\/exports\/exp_[\w-]{22}/.exec(email?.text ?? '')?.[0] ?? '';
  await page.goto(`${shop.origin}${link}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders export' })).toBeVisible();
  await expect(page.getByText('Only you can download it, until')).toBeVisible();
  await expectAccessible(page, 'a file that came by email');
  const download = page.waitForEvent('download');
  await page.keyboard.press('d');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\ufeffOrder,Placed \(UTC\),[^\r]*\r\nS-\d+,/);
});
