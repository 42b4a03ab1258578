/** One customer at the console: found in the list, noted down, disabled and opened again. */
import { expectAccessible } from '#e2e/accessible.ts';
import { anAccount } from '#e2e/people.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { randomUUID } from 'node:crypto';

test('a customer is opened from the list, noted down and disabled', { tag: '@long' }, async ({ page, shop }) => {
  const email = `esi.${randomUUID().slice(0, 8)}@example.com`;
  const mails = async (count = 1) => {
    const query = new URLSearchParams({ to: email, count: String(count), wait: '10000' });
    return (await fetch(`${shop.sandboxOrigin}/control/mailbox?${query}`)).json();
  };
  await anAccount({ ...shop, buyer: { ...shop.buyer, firstName: 'Esi', lastName: email.slice(4, 12), email }, mails });
  await atConsole(page, shop, 'support');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeFocused();
  await expectAccessible(page, 'the customers');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: `Esi ${email.slice(4, 12)}` }).click();
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
