/** Customers at the console: found in the list, noted down, disabled, and their details changed without overwriting anybody. */
import { expectAccessible } from '#e2e/accessible.ts';
import { expectSaid } from '#e2e/said.ts';
import { aCustomerBeside, atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';

test('a customer is opened from the list, noted down and disabled', { tag: '@long' }, async ({ page, shop }) => {
  const { name } = await aCustomerBeside(shop, 'Esi');
  await atConsole(page, shop, 'support');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeFocused();
  await expectAccessible(page, 'the customers');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('Nothing was bought yet.')).toBeVisible();
  await expect(page.getByText('No account, and no application.')).toBeVisible();
  await page.getByLabel('Note for colleagues').fill('Calls after noon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('Calls after noon')).toBeVisible();
  await page.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('dialog', { name: 'More acts' }).getByRole('button', { name: 'Disable the account' }).click();
  await page.getByRole('button', { name: /^Disable the account of Esi/ }).click();
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'a customer');
});

test('two people change one customer: what both changed is a question, and nothing is left unsaved by accident', async ({ page, shop }) => {
  const { id, name } = await aCustomerBeside(shop, 'Efua');
  await atConsole(page, shop, 'support', `/customers/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await tab.goto(`${shop.origin}/admin/customers/${id}/edit`);
    await expect(tab.getByLabel('City')).toBeVisible();
  }
  await second.getByLabel('City').fill('Tema');
  await second.getByRole('button', { name: 'Save' }).first().click();
  await expect(second.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(second.getByText(/Tema/)).toBeVisible();
  await second.close();

  await page.getByLabel('City').fill('Kumasi');
  await page.getByLabel('Address').fill('5 Harper Road');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });
  await expect(dialog.getByText('Theirs: Tema')).toBeVisible();
  await expectAccessible(page, 'a conflict over a customer');
  await dialog.getByText('Yours: Kumasi').click();
  await dialog.getByRole('button', { name: 'Go back to the form' }).click();

  await page.getByRole('link', { name }).first().click();
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(guard).toBeVisible();
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Control+Enter');
  await expectSaid(page, 'The details are saved');
  await expect(page.getByText(/5 Harper Road, Kumasi/)).toBeVisible();
});
