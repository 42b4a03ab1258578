/** Checkout and the account: logging in from checkout and returning, and saving a card for the next order. */
import { anAccount, expectName, password, storeTokens, tokensFor } from '#e2e/people.ts';
import { cards, countryField, expect, test } from '#e2e/story.ts';

test("logging in from checkout returns to the same cart, code, and form, and the order is the customer's", async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'WELCOME10');
  await page.getByLabel('Email', { exact: true }).fill('kofi.at.work@example.com');
  await page.getByLabel('Confirm Email').fill('kofi.at.work@example.com');
  await page.getByLabel('First name').fill('Kwame');
  await page.getByLabel('Address').fill('7 Independence Avenue');
  await page.getByText('Add company details to the invoice').click();
  await page.getByLabel('Company', { exact: true }).fill('Accra Ventures LLC');
  await page.getByLabel('Tax number').fill('GH-C0012345');
  await expect(page.getByText('Already have an account?')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(`${shop.origin}/login?returnTo=%2Fcheckout`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.origin}/checkout`);
  await expectName(page, shop);
  await expect(page.getByText('Already have an account?')).toHaveCount(0);
  for (const [label, text] of [
    ['Email', 'kofi.at.work@example.com'],
    ['Confirm Email', 'kofi.at.work@example.com'],
    ['First name', 'Kwame'],
    ['Address', '7 Independence Avenue'],
    // Empty fields are filled from the profile.
    ['Last name', shop.buyer.lastName],
    ['Company', 'Accra Ventures LLC'],
    ['Tax number', 'GH-C0012345'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(countryField(page)).toHaveValue('Ghana');
  await expect(page.getByText('$134.55').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('WELCOME10');
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  const order = shop.db.selectFrom('shop_order').innerJoin('app_user', 'app_user.id', 'shop_order.user_id');
  const bought = await order
    .select(['shop_order.email', 'total_cents', 'company', 'tax_number'])
    .where('app_user.email', '=', shop.buyer.email)
    .execute();
  const expected = {
    email: 'kofi.at.work@example.com',
    total_cents: 13_455,
    company: 'Accra Ventures LLC',
    tax_number: 'GH-C0012345',
  };
  expect(bought).toEqual([expected]);
});

test('a new card is saved when its owner agrees, even after a decline, and pays the next order', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await shop.toCheckoutWith(page, 'EIN filing');
  const box = page.getByRole('checkbox', { name: 'Save this card' });
  await expect(box).not.toBeChecked();
  await shop.fillCard(page, cards.declined);
  await shop.completeOrder(page);
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await box.check();
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([
    { payments: expect.arrayContaining(['canceled', 'succeeded']) },
  ]);
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await expect(page.getByRole('tab', { name: 'Choose from existing Cards' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('radio', { name: /Visa.*4242/ })).toBeChecked();
  await expect(box).toBeHidden();
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{}, { total: 9.99, payments: ['succeeded'] }]);
});

test('guests and subscription buyers are not asked to save a card; a subscription always saves it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await expect(page.getByRole('checkbox', { name: 'Save this card' })).toHaveCount(0);
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await shop.toCheckoutWith(page, 'US phone number');
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await expect(page.getByRole('checkbox', { name: 'Save this card' })).toHaveCount(0);
});
