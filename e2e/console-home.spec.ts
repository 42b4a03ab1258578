/**
 * The console's first screen: each pending item links to the screen that resolves it, and figures come with
 * tables.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';

test('the first screen shows open tasks, links to them, and shows how the shop is doing', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner');
  const overdue = page.getByRole('region', { name: 'Orders in progress for 60 days or more' });
  await expect(overdue.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Past-due invoices' })).toBeVisible();
  await expect(page.getByText('Revenue', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/\/admin\?days=90$/);
  const chart = page.getByRole('figure', { name: 'Orders by day' });
  await chart.getByText('Show as a table').click();
  await expect(chart.getByRole('row')).toHaveCount(91);
  await expectAccessible(page, 'the first screen of the console');
  await overdue.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^S-\d+$/ })).toBeVisible();
});

test('a role without access to money sees its own tasks and no figures', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'content');
  await expect(page.getByText(/^(Nothing needs attention|Needs attention)$/).first()).toBeVisible();
  await expect(page.getByText('Your role cannot view the shop’s figures.')).toBeVisible();
  await expectAccessible(page, 'the first screen without figures');
});

test('a list is exported as filtered', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner', '/orders?status=completed,in_progress');
  await expect(page.getByRole('link', { name: 'S-1001' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain('S-1001');
});
