/**
 * Order tasks of staff by keyboard and by mouse, each with its number of keys and clicks. The orders are the
 * demo's.
 */
import { Counted } from '#e2e/counted.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole, expireFreshCode } from '#e2e/staff-people.ts';
import { expect, type Mail, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const story = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const search = (page: Page) => page.getByRole('combobox', { name: /^Search/ });

const emailsTo = async (shop: Shop, to: string): Promise<Mail[]> =>
  (await (
    await fetch(`${shop.sandboxOrigin}/control/mailbox?${new URLSearchParams({ to })}`)
  ).json()) as Mail[];

/**
 * Opens an order from any screen by keyboard: `/`, its number, Enter. The Enter waits for the results
 * automatically.
 */
async function findByKeys(page: Page, keys: Counted, number: string): Promise<void> {
  await keys.press('/');
  await expect(search(page)).toBeFocused();
  await keys.type(number);
  await keys.press('Enter');
  await expect(heading(page, number)).toBeVisible();
  await expect(story(page)).toBeVisible();
}

test('support finds an order by its number and refunds part of it, by keyboard alone, with a fresh code', async ({
  page,
  shop,
}) => {
  const staff = await atConsole(page, shop, 'support');
  await expireFreshCode(shop, staff);
  const keys = new Counted(page);
  await findByKeys(page, keys, 'S-1005');
  expect(keys.steps).toBe(3);
  await keys.press('r');
  await expect(page.getByLabel('Amount in US dollars')).toBeFocused();
  await keys.type('49.50');
  await expect(page.getByRole('button', { name: 'Refund $49.50 to Priya Raman' })).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Verify your identity' }).getByLabel('Code')).toBeFocused();
  await keys.type(await staff.nextCode());
  await expectMessage(page, 'Refund of $49.50 to Priya Raman started');
  // Six keys and the code.
  expect(keys.steps).toBe(7);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Partly refunded')).toBeVisible();
  await expect(
    story(page)
      .getByText(/^Refund.*\$49\.50/)
      .first(),
  ).toBeVisible();
});

test('a refund starts empty each time it opens, and pays the amount in its field and on its button', async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'owner');
  await findByKeys(page, new Counted(page), 'S-1001');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Refund S-1001' });
  const amount = dialog.getByLabel('Amount in US dollars');
  const all = await amount.inputValue();
  expect(all).toMatch(/^\$[\d,]+\.\d\d$/);
  await amount.fill('7');
  await expect(dialog.getByRole('button', { name: 'Refund $7.00 to Priya Raman' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('r');
  await expect(amount).toHaveValue(all);
  await expect(dialog.getByRole('button', { name: `Refund ${all} to Priya Raman` })).toBeVisible();

  for (const [typed, message] of [
    ['0', 'The refund must be at least'],
    ['1.250', 'Write 12.50 or 1,250'],
    ['-5', 'Enter an amount such as 12.50'],
  ] as const) {
    await amount.fill(typed);
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: message })).toBeVisible();
  }
  await amount.fill('12,50');
  await amount.blur();
  await expect(amount).toHaveValue('$12.50');
  await dialog.getByRole('button', { name: 'Refund $12.50 to Priya Raman' }).click();
  await expectMessage(page, 'Refund of $12.50 to Priya Raman started');
  await expect(
    story(page)
      .getByText(/^Refund.*\$12\.50/)
      .first(),
  ).toBeVisible();
});

test('support completes a Net 30 order by keyboard, and the invoice for the second half is sent', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'support');
  const keys = new Counted(page);
  await findByKeys(page, keys, 'S-1006');
  await keys.press('c');
  await expect(page.getByRole('button', { name: 'Complete order of Priya Raman' })).toBeFocused();
  await keys.press('Enter');
  await expectMessage(page, 'S-1006 completed');
  expect(keys.steps).toBe(5);
  await expect(page.getByRole('main').getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(story(page).getByText(/^Invoice issued\s· \$124\.50/)).toHaveCount(2);
  // The buyer's email: the work is done, and the second half has a due date.
  const second = async () =>
    (await emailsTo(shop, 'priya@demo.example')).find(({ text }) => /for order S-1006 is done/.test(text));
  await expect.poll(async () => (await second())?.subject).toMatch(/^Invoice .+: \$124\.50, due by /);
  expect((await second())?.text).toContain('here is the invoice for its second half');
});

test('the list keeps its state in the URL, is navigated by keyboard, and is restored on return', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atConsole(page, shop, 'support', '/orders');
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'S-1002' })).toBeVisible();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Completed' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=completed$/);
  await expect(rows.filter({ hasText: 'S-1001' })).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const focused = page.locator('a:focus');
  const number = await focused.textContent();
  await page.keyboard.press('Enter');
  await expect(heading(page, number ?? '')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/orders\?status=completed$/);
  await expect(focused).toHaveText(number ?? '');
});

test('a link older than the list shows the remaining filters with a notice', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'support', '/orders?view=archived&status=completed,shipped&cursor=old');
  const notice = page.getByRole('status').filter({ hasText: 'This link is outdated.' });
  await expect(notice).toContainText('ignored: Status, View.');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page, 'a list by an old link');
  await page.getByRole('button', { name: 'Show current list' }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=completed$/);
  await expect(notice).toHaveCount(0);
  await page.goto(`${shop.origin}/admin/orders?cursor=old`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('leaving a half-written note asks first', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'support');
  await findByKeys(page, new Counted(page), 'S-1007');
  const note = page.getByLabel('Note (visible to the team only)');
  await note.fill('She calls back on');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Customers' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(note).toHaveValue('She calls back on');
  await note.press('Control+Enter');
  await expect(story(page).getByText('She calls back on')).toBeVisible();
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Customers' }).click();
  await expect(heading(page, 'Customers')).toBeVisible();
});

test('staff without a connection see no message about a cart', { tag: '@long' }, async ({
  page,
  context,
  shop,
}) => {
  await atConsole(page, shop, 'support', '/orders');
  await context.setOffline(true);
  await expect(page.getByText('You are offline. This screen may be out of date')).toBeVisible();
  await expect(page.getByText(/Your cart is safe/)).toHaveCount(0);
  await context.setOffline(false);
});

test('a refund by pointer takes the documented number of clicks', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const staff = await atConsole(page, shop, 'manager', '/orders');
  await expireFreshCode(shop, staff);
  const clicks = new Counted(page);
  await clicks.click(page.getByRole('link', { name: 'S-1001' }));
  await clicks.click(page.getByRole('button', { name: 'More actions' }));
  await clicks.click(
    page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name: 'Refund', exact: true }),
  );
  await clicks.type('10');
  await clicks.click(page.getByRole('button', { name: 'Refund $10.00 to Priya Raman' }));
  await expect(page.getByRole('dialog', { name: 'Verify your identity' }).getByLabel('Code')).toBeFocused();
  await clicks.type(await staff.nextCode());
  await expectMessage(page, 'Refund of $10.00 to Priya Raman started');
  expect(clicks.steps).toBe(6);
});

test('a note is written for colleagues, and an email is resent', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'support');
  const keys = new Counted(page);
  await findByKeys(page, keys, 'S-1007');
  await keys.press('n');
  await keys.type('Called her, all is well');
  await keys.press('Control+Enter');
  await expect(story(page).getByText('Called her, all is well')).toBeVisible();
  await expectAccessible(page, 'an order with a note');
  await page.getByRole('heading', { level: 1 }).focus();
  await keys.press('m');
  await expect(page.getByRole('dialog', { name: 'Resend email' })).toBeVisible();
  await expectAccessible(page, 'the choice of an email');
  await page.getByRole('button', { name: /^Resend to/ }).click();
  await expectMessage(page, '1 email resent');
});

const states: Record<string, (page: Page, shop: Shop) => Promise<void>> = {
  'the list of orders': async (page, shop) => {
    await atConsole(page, shop, 'owner', '/orders');
    await expect(page.getByText(/\d orders$/)).toBeVisible();
  },
  'an open filter': async (page, shop) => {
    await atConsole(page, shop, 'owner', '/orders?status=completed');
    await page.getByRole('button', { name: /^Status/ }).click();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
  },
  'a list with nothing in it': async (page, shop) => {
    // Other stories in this shop may have left a disputed order.
    const nothing = { rows: [], older: null, newer: null, count: 0, countIsCapped: false };
    await page.route('**/api/admin/orders?*', (route) => route.fulfill({ json: nothing }));
    await atConsole(page, shop, 'owner', '/orders?view=disputed');
    await expect(page.getByText('No disputes')).toBeVisible();
  },
  'an order': async (page, shop) => {
    await atConsole(page, shop, 'owner');
    await findByKeys(page, new Counted(page), 'S-1004');
  },
  'the menu of an order': async (page, shop) => {
    await atConsole(page, shop, 'owner');
    await findByKeys(page, new Counted(page), 'S-1001');
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('dialog', { name: 'More actions' })).toBeVisible();
  },
  'a refund with a wrong amount': async (page, shop) => {
    await atConsole(page, shop, 'owner');
    await findByKeys(page, new Counted(page), 'S-1001');
    await page.keyboard.press('r');
    await page.getByLabel('Amount in US dollars').fill('9999');
    await expect(page.getByText(/^Enter an amount up to/)).toBeVisible();
  },
  'the search with records': async (page, shop) => {
    await atConsole(page, shop, 'owner');
    await page.keyboard.press('/');
    await page.keyboard.type('priya');
    await expect(page.getByRole('option', { name: /S-1001/ })).toBeVisible();
  },
  'a list that could not be loaded': async (page, shop) => {
    await page.route('**/api/admin/orders*', (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'abc123' }, json: 'no' }),
    );
    await atConsole(page, shop, 'owner', '/orders');
    await expect(page.getByText('Orders could not be loaded')).toBeVisible();
    await expect(page.getByText('abc123')).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(states)) {
  test(`axe finds nothing on ${name}`, { tag: '@long' }, async ({ page, shop }) => {
    await reach(page, shop);
    await expectAccessible(page, name);
  });
}
