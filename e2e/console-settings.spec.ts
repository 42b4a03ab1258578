/** Settings at the console: staff and the audit log. */
import { expectAccessible } from '#e2e/accessible.ts';
import { codeOf, linkIn } from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole, shopForCustomer, expireFreshCode } from '#e2e/staff-people.ts';
import { expect, test } from '#e2e/story.ts';
import { reloadUntil } from '#e2e/visitors.ts';

const chosen = 'eleven quiet violins';

test('an invited person sets a password, turns on the second factor, and sees the screens of the role', {
  tag: '@long',
}, async ({ page, shop, browser }) => {
  const customerShop = shopForCustomer(shop, 'Efua');
  const { lastName, email } = customerShop.buyer;
  const owner = await atConsole(page, shop, 'owner', '/settings/staff/invite');
  await expireFreshCode(shop, owner);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill('Efua');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByRole('radio', { name: /^Content/ }).check();
  await page.keyboard.press('Control+Enter');
  await page.getByLabel('Code').fill(await owner.nextCode());
  await page.keyboard.press('Enter');
  await expectMessage(page, `Invitation sent to ${email}`);
  await expect(page.getByRole('heading', { level: 1, name: `Efua ${lastName}` })).toBeVisible();
  await expect(page.getByText('No active sessions.')).toBeVisible();
  await expectAccessible(page, 'one of our people');

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await colleague.goto(await linkIn(customerShop, '/set-password'));
  await colleague.getByLabel('Password', { exact: true }).fill(chosen);
  await colleague.getByLabel('Confirm Password').fill(chosen);
  await colleague.getByRole('button', { name: 'Set password' }).click();
  await expect(colleague).toHaveURL(`${shop.origin}/profile`);
  await colleague.goto(`${shop.origin}/admin`);
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Set up two-factor log-in first');
  await colleague.getByRole('link', { name: 'Set up two-factor log-in' }).click();
  await colleague.getByRole('button', { name: 'Set up' }).click();
  await colleague.getByLabel('Password', { exact: true }).fill(chosen);
  await colleague.keyboard.press('Enter');
  const code = colleague.getByLabel('Code', { exact: true });
  await expect(code).toBeVisible();
  const secret = (await colleague.getByRole('main').locator('code').allInnerTexts())
    .join('')
    .replaceAll(' ', '');
  await code.fill(codeOf(secret));
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await colleague.goto(`${shop.origin}/admin`);
  const menu = colleague.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: 'Catalog' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Orders' })).toHaveCount(0);
  await colleague.goto(`${shop.origin}/admin/settings`);
  await expect(colleague.getByText('Your role cannot open this part of the console.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page
    .getByRole('dialog', { name: 'More actions' })
    .getByRole('button', { name: 'End access' })
    .click();
  await page.getByRole('button', { name: `End access of Efua ${lastName}` }).click();
  await expectMessage(page, 'Access ended');
  await colleague.reload();
  await expect(colleague).toHaveURL(/\/login/);
  await context.close();
});

test('the audit log is read, filtered, opened, verified, and exported, and the export is logged', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { email } = await atConsole(page, shop, 'owner', '/settings/audit');
  await expect(
    page.getByText(/^Hash chain complete up to entry|^The hash chain has no entries yet/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Who' }).click();
  await page.getByRole('dialog', { name: 'Who' }).getByRole('textbox').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Two factor on' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Two factor on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Two factor on' })).toBeVisible();
  await expectAccessible(page, 'an entry of the audit log');
  await page.goBack();
  await page.getByRole('button', { name: 'Check log now' }).click();
  await expect(page.getByText(/all unchanged/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  await page.goto(`${shop.origin}/admin/settings/audit?view=exports&who=${encodeURIComponent(email)}`);
  await expect(page.getByRole('link', { name: 'Audit exported' })).toBeVisible();
  await expectAccessible(page, 'the audit log');
});

test('the date of a policy is changed, published immediately, and restored', { tag: '@long' }, async ({
  page,
  shop,
  browser,
}) => {
  const owner = await atConsole(page, shop, 'owner', '/settings');
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${shop.origin}/privacy-policy`);
  await expect(visitor.getByText('10th February 2024')).toBeVisible();
  await expectAccessible(page, 'the settings');
  await page.getByRole('link', { name: 'Policy dates' }).click();
  try {
    await page.getByLabel('Privacy policy').fill('2026-11-30');
    await page.keyboard.press('Control+Enter');
    await expectMessage(page, 'Saved. Changes take effect immediately');
    await reloadUntil(
      () => visitor.reload(),
      (within) => expect(visitor.getByText('30th November 2026')).toBeVisible(within),
    );
    // Client-side rendering uses the change too.
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible();
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
    await expect(visitor.getByText('30th November 2026')).toBeVisible();
    await expireFreshCode(shop, owner);
    await page.getByRole('button', { name: 'Restore version 0' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'Privacy policy: 30th November 2026 → 10th February 2024',
    );
    await expectAccessible(page, 'what will come back');
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByLabel('Code').fill(await owner.nextCode());
    await page.keyboard.press('Enter');
    await expectMessage(page, 'Version restored. It takes effect immediately');
    await expect(page.getByLabel('Privacy policy')).toHaveValue('2024-02-10');
    await reloadUntil(
      () => visitor.reload(),
      (within) => expect(visitor.getByText('10th February 2024')).toBeVisible(within),
    );
  } finally {
    await shop.db.deleteFrom('setting').where('key', '=', 'policies').execute();
    await context.close();
  }
});
