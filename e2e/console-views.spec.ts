/** Saved views: a filtered list under a name, for one person or the whole team. */
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';

test('a filtered list is saved as a view, shared, renamed, and deleted', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'manager', '/orders?view=in_progress&kind=credit&sort=oldest');
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Name is required');
  await page.getByRole('textbox', { name: 'Name' }).fill('Net 30 by age');
  await page.getByLabel('Share with team').check();
  await expectAccessible(page, 'keeping a view');
  await page.keyboard.press('Enter');
  await expectMessage(page, 'View “Net 30 by age” saved');
  await views.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await views.getByRole('link', { name: 'Net 30 by age' }).click();
  await expect(page).toHaveURL(/view=in_progress&kind=credit&sort=oldest$/);
  await expect(views.getByRole('link', { name: 'Net 30 by age' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'View Net 30 by age' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Oldest on credit');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('link', { name: 'Oldest on credit' })).toBeVisible();
  await expectAccessible(page, 'a list with a view that is kept');

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByRole('combobox', { name: 'View' }).locator('option:checked')).toHaveText(
    'Oldest on credit',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'View Oldest on credit' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Oldest on credit' }).click();
  await expect(
    page.getByRole('combobox', { name: 'View' }).locator('option', { hasText: 'Oldest on credit' }),
  ).toHaveCount(0);
});
