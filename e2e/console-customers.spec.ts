/** Customers at the console: found in the list, noted down, disabled, and their details changed without overwriting anybody. */
import { contract } from '#contract/contract.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { anEin, company } from '#e2e/credit-people.ts';
import { callAs, tokensFor } from '#e2e/people.ts';
import { expectSaid } from '#e2e/said.ts';
import { aCustomerBeside, atConsole, forgetCode } from '#e2e/staff-people.ts';
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
  await page.keyboard.press('Control+Enter');
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

test('support views the shop as a customer with a reason and a fresh code, and comes back', async ({ page, shop }) => {
  const { id, name, email } = await aCustomerBeside(shop, 'Yaa');
  const staff = await atConsole(page, shop, 'support', `/customers/${id}`);
  await forgetCode(shop, staff);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'View the shop as this customer?' });
  await dialog.getByRole('button', { name: `View as ${name}` }).click();
  await expect(dialog.getByText('Give a reason of at least 10 characters')).toBeVisible();
  await expectAccessible(page, 'the question before viewing as a customer');
  await dialog.getByLabel('Reason, which the customer reads').fill('Asked for help with a cart by phone');
  await dialog.getByRole('button', { name: `View as ${name}` }).click();
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByLabel('Code')
    .fill(await staff.nextCode());
  const line = page.getByRole('region', { name: 'Acting as a customer' });
  await expect(line).toContainText(email);
  await expect(page).toHaveURL(/\/profile/);
  await line.getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const left = shop.db.selectFrom('impersonation_grant').select('revoked_at').where('target_id', '=', id);
  await expect.poll(async () => (await left.executeTakeFirstOrThrow()).revoked_at).not.toBeNull();
});

test('an EIN is masked, whole for half a minute after a fresh code, and masked again', async ({ page, shop }) => {
  const { id, email } = await aCustomerBeside(shop, 'Afua');
  const theirs = { ...shop, buyer: { ...shop.buyer, email } };
  const ein = anEin();
  await callAs(theirs, await tokensFor(theirs))(contract.saveCompany, { body: { ...company, ein, attested: true } });
  const last4 = ein.slice(-4);
  const staff = await atConsole(page, shop, 'credit', `/customers/${id}`);
  await forgetCode(shop, staff);
  const credit = page.getByRole('region', { name: 'Credit' });
  await expect(credit.getByText(`•• ••• ${last4}`)).toBeVisible();
  await page.clock.install();
  await credit.getByRole('button', { name: 'Reveal the EIN' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByLabel('Code')
    .fill(await staff.nextCode());
  await expect(credit.getByText(ein)).toBeVisible();
  await expectAccessible(page, 'an EIN that is revealed');
  await page.clock.runFor(31_000);
  await expect(credit.getByText(`•• ••• ${last4}`)).toBeVisible();
});

test('an account is deleted on request, with its address typed, and is in no list any more', { tag: '@long' }, async ({ page, shop }) => {
  const { id, name, email } = await aCustomerBeside(shop, 'Akua');
  await atConsole(page, shop, 'support', `/customers/${id}`);
  const choose = async (act: string) => {
    await page.getByRole('button', { name: 'More acts' }).click();
    await page.getByRole('dialog', { name: 'More acts' }).getByRole('button', { name: act }).click();
  };
  await choose('Export the data on request');
  await page.getByLabel('Reason, which the customer reads').fill('Asked for it by email today');
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export the data of ${name}` }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^stateside-my-data-.*\.zip$/);
  await expectSaid(page, 'The file is saved, and the customer is told');
  await choose('Delete the account on request');
  await page.getByRole('button', { name: `Delete the account of ${name}` }).click();
  await expect(page.getByText('This is not the address of this customer').or(page.getByText(/^Type the email address/))).toBeVisible();
  await expectAccessible(page, 'the question before an account is deleted');
  await page.getByLabel('Reason, which the customer reads').fill('Asked for it by email today');
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole('button', { name: `Delete the account of ${name}` }).click();
  await expectSaid(page, 'The account is deleted');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('support places an order for a customer, and its link leaves', async ({ page, shop }) => {
  const { id, name, email } = await aCustomerBeside(shop, 'Abena');
  await atConsole(page, shop, 'support', `/customers/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.keyboard.press('o');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Choose at least one product')).toBeVisible();
  await expectAccessible(page, 'a new order without products');
  await page.getByRole('checkbox', { name: /^EIN filing/ }).check();
  await expect(page.getByText('1 product, before a coupon')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expectSaid(page, new RegExp(`^S-\\d+ is placed, and its link is on its way to ${email}$`));
  await expect(page.getByRole('main').getByText('Awaiting payment').first()).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Emails' }).getByText(/S-\d+/).first()).toBeVisible();
});

test('an order for somebody who is found in the form, from the list of orders', { tag: '@long' }, async ({ page, shop }) => {
  const { name, email } = await aCustomerBeside(shop, 'Adjoa');
  await atConsole(page, shop, 'owner', '/orders');
  await page.getByRole('link', { name: 'Create an order' }).click();
  await page.getByLabel('Find a customer').fill(email);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page, 'a new order');
});
