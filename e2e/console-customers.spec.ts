/**
 * Customers at the console: finding them in the list, adding notes, disabling them, and changing their
 * details without overwriting other changes.
 */
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { Counted } from '#e2e/counted.ts';
import { anEin, company } from '#e2e/credit-people.ts';
import { callAs, tokensFor } from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { aCustomerBeside, atConsole, expireFreshCode } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

test('a customer is opened from the list, gets a note, and is disabled', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { name } = await aCustomerBeside(shop, 'Esi');
  await atConsole(page, shop, 'support');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeFocused();
  await expectAccessible(page, 'the customers');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('No orders yet.')).toBeVisible();
  await expect(page.getByText('No account or application.')).toBeVisible();
  await page.getByLabel('Note (visible to the team only)').fill('Calls after noon');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('Calls after noon')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page
    .getByRole('dialog', { name: 'More actions' })
    .getByRole('button', { name: 'Disable account' })
    .click();
  await page.getByRole('button', { name: /^Disable account of Esi/ }).click();
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'a customer');
});

test('a sent email shows its new state without a reload, and resending hides no button on a phone', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { id, email } = await aCustomerBeside(shop, 'Adwoa');
  const mailId = freshId('mail');
  const words = { subject: 'Your receipt', text: 'Paid', html: '<p>Paid</p>' };
  await shop.db
    .insertInto('mail')
    .values({ id: mailId, kind: 'receipt', to_address: email, ...words })
    .execute();
  await page.setViewportSize({ width: 360, height: 780 });
  await atConsole(page, shop, 'manager', `/customers/${id}`);
  const emails = page.getByRole('region', { name: 'Emails' });
  const line = emails.getByRole('listitem').filter({ hasText: words.subject });
  await expect(line).toContainText('Waiting');
  await shop.db.updateTable('mail').set({ sent_at: new Date() }).where('id', '=', mailId).execute();
  await expect(line).toContainText('Sent');
  await line.getByRole('button', { name: /^Resend email/ }).click();
  await page.getByRole('button', { name: `Resend to ${email}` }).click();
  const toast = await page.getByRole('status').filter({ hasText: 'Undo' }).locator('> *').boundingBox();
  const bar = await page.getByRole('button', { name: 'Edit' }).boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expectMessage(page, 'Undone. Nothing was changed');
});

test('two people change one customer: overlapping changes ask for a decision, and no change is lost', {
  tag: '@long',
}, async ({ page, shop }) => {
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
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
  await expect(dialog.getByText('Theirs: Tema')).toBeVisible();
  await expectAccessible(page, 'a conflict over a customer');
  await dialog.getByText('Yours: Kumasi').click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();

  await page.getByRole('link', { name }).first().click();
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(guard).toBeVisible();
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, 'Customer details saved');
  await expect(page.getByText(/5 Harper Road, Kumasi/)).toBeVisible();
});

test('support views the shop as a customer with a reason and a fresh code, and returns', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { id, name, email } = await aCustomerBeside(shop, 'Yaa');
  const staff = await atConsole(page, shop, 'support', `/customers/${id}`);
  await expireFreshCode(shop, staff);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'View shop as customer?' });
  await dialog.getByRole('button', { name: `View as ${name}` }).click();
  await expect(dialog.getByText('Enter a reason of at least 10 characters')).toBeVisible();
  await expectAccessible(page, 'the question before viewing as a customer');
  await dialog.getByLabel('Reason (shown to the customer)').fill('Asked for help with a cart by phone');
  await dialog.getByRole('button', { name: `View as ${name}` }).click();
  await page
    .getByRole('dialog', { name: 'Verify your identity' })
    .getByLabel('Code')
    .fill(await staff.nextCode());
  const line = page.getByRole('region', { name: 'Acting as a customer' });
  await expect(line).toContainText(email);
  await expect(page).toHaveURL(/\/profile/);
  await line.getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const readGrant = shop.db
    .selectFrom('impersonation_grant')
    .select('revoked_at')
    .where('target_id', '=', id);
  await expect.poll(async () => (await readGrant.executeTakeFirstOrThrow()).revoked_at).not.toBeNull();
});

test('an EIN is masked, shown for 30 seconds after a fresh code, and masked again', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { id, email } = await aCustomerBeside(shop, 'Afua');
  const customerShop = { ...shop, buyer: { ...shop.buyer, email } };
  const ein = anEin();
  await callAs(customerShop, await tokensFor(customerShop))(contract.saveCompany, {
    body: { ...company, ein, attested: true },
  });
  const last4 = ein.slice(-4);
  const staff = await atConsole(page, shop, 'credit', `/customers/${id}`);
  await expireFreshCode(shop, staff);
  const credit = page.getByRole('region', { name: 'Credit' });
  await expect(credit.getByText(`•• ••• ${last4}`)).toBeVisible();
  await page.clock.install();
  await credit.getByRole('button', { name: 'Reveal the EIN' }).click();
  await page
    .getByRole('dialog', { name: 'Verify your identity' })
    .getByLabel('Code')
    .fill(await staff.nextCode());
  await expect(credit.getByText(ein)).toBeVisible();
  await expectAccessible(page, 'an EIN that is revealed');
  await page.clock.runFor(31_000);
  await expect(credit.getByText(`•• ••• ${last4}`)).toBeVisible();
});

test('an account is deleted on request after typing its address, and disappears from every list', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { id, name, email } = await aCustomerBeside(shop, 'Akua');
  await atConsole(page, shop, 'support', `/customers/${id}`);
  const choose = async (act: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name: act }).click();
  };
  await choose('Export customer data');
  await page.getByLabel('Reason (shown to the customer)').fill('Asked for it by email today');
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export data of ${name}` }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^stateside-my-data-.*\.zip$/);
  await expectMessage(page, 'File saved. The customer gets an email');
  await choose('Delete account');
  await page.getByRole('button', { name: `Delete account of ${name}` }).click();
  await expect(
    page
      .getByText('This does not match the customer’s email address')
      .or(page.getByText(/^Type the customer’s email address/)),
  ).toBeVisible();
  await expectAccessible(page, 'the question before an account is deleted');
  await page.getByLabel('Reason (shown to the customer)').fill('Asked for it by email today');
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole('button', { name: `Delete account of ${name}` }).click();
  await expectMessage(page, 'Account deleted');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('support places an order for a customer, and its payment link is emailed', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { id, name, email } = await aCustomerBeside(shop, 'Abena');
  await atConsole(page, shop, 'support', `/customers/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Choose at least one product')).toBeVisible();
  await expectAccessible(page, 'a new order without products');
  await page.getByRole('checkbox', { name: /^EIN filing/ }).check();
  await expect(page.getByText('1 product, before a coupon')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expectMessage(page, new RegExp(`^S-\\d+ created\\. Payment link sent to ${email}$`));
  await expect(page.getByRole('main').getByText('Awaiting payment').first()).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Emails' }).getByText(/S-\d+/).first()).toBeVisible();
});

test('an order from the list of orders for a customer found in the form', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { name, email } = await aCustomerBeside(shop, 'Adjoa');
  await atConsole(page, shop, 'owner', '/orders');
  await page.getByRole('link', { name: 'Create order' }).click();
  await page.getByLabel('Find a customer').fill(email);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expectAccessible(page, 'a new order');
});

/** Buys with a card that no other customer has. Returns its last four digits. */
async function aPurchaseBy(shop: Shop): Promise<string> {
  const call = callAs(shop, await tokensFor(shop));
  const { firstName, lastName, email, country, phone, address: addressLine1 } = shop.buyer;
  const { orderId, client_secret: secret = '' } = await call(contract.purchase, {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      productIds: ['ein-filing'],
      billingDetails: { firstName, lastName, email, country, phone, addressLine1 },
    },
  });
  const confirmed = await fetch(`${shop.sandboxOrigin}/control/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      payment_intent: secret.slice(0, secret.indexOf('_secret_')),
      card: '5555555555554444',
    }),
  });
  expect(confirmed.status).toBe(200);
  await expect
    .poll(async () => (await call(contract.readPaymentStatus, { params: { id: orderId } })).status)
    .toBe('paid');
  return '4444';
}

test('a customer is found by the last four digits of a card: three keys, or three clicks', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { name, email } = await aCustomerBeside(shop, 'Esi');
  const last4 = await aPurchaseBy({ ...shop, buyer: { ...shop.buyer, firstName: 'Esi', email } });
  await atConsole(page, shop, 'support');
  const keys = new Counted(page);
  await keys.press('/');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await keys.type(last4);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(keys.steps).toBe(3);
  await page.goto(`${shop.origin}/admin/orders`);
  const clicks = new Counted(page);
  await clicks.click(page.getByRole('button', { name: /^Search/ }).first());
  await clicks.type(last4);
  await clicks.click(page.getByRole('option', { name: new RegExp(name) }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(clicks.steps).toBe(3);
});

const states: Record<string, (page: Page, shop: Shop, id: string) => Promise<void>> = {
  'customers by state and country': async (page, shop) => {
    await atConsole(page, shop, 'owner', '/customers?state=confirmed,disabled&country=GH');
    await expect(page.getByText(/\d customers?$/)).toBeVisible();
  },
  'a cart': async (page, shop, id) => {
    const { id: cartId } = await shop.db
      .insertInto('cart')
      .values({ id: freshId('cart'), user_id: id, first_name: 'Esi', email: 'esi@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await atConsole(page, shop, 'owner', `/carts/${cartId}`);
    await expect(page.getByText('The cart is active.')).toBeVisible();
  },
  'sections of a customer of which two could not be loaded': async (page, shop, id) => {
    await page.route('**/api/admin/customers/*/{cards,carts}', (route) =>
      route.fulfill({ status: 500, json: 'no' }),
    );
    await atConsole(page, shop, 'owner', `/customers/${id}`);
    await expect(page.getByText('Saved cards could not be loaded')).toBeVisible();
    await expect(page.getByText('Carts could not be loaded')).toBeVisible();
    await expect(page.getByText('No consents yet.')).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(states)) {
  test(`axe finds nothing on ${name}`, { tag: '@long' }, async ({ page, shop }) => {
    const { id } = await aCustomerBeside(shop, 'Esi');
    await reach(page, shop, id);
    await expectAccessible(page, name);
  });
}
