/** Customers with an account: their profile, purchases with a saved card, and paying an older order. */
import { expectMessage } from '#e2e/said.ts';
import {
  anAccount,
  callAs,
  expectName,
  storeTokens,
  linkIn,
  logIn,
  password,
  tokensFor,
} from '#e2e/people.ts';
import { countryField, cardFrame, cards, expect, type Shop, test } from '#e2e/story.ts';
import { createCart } from '#contract/carts.ts';
import { listProducts } from '#contract/catalog.ts';
import type { Page } from '@playwright/test';

const inMain = (page: Page) => page.getByRole('main');
const openSection = (page: Page, title: string) =>
  inMain(page).locator('summary').filter({ hasText: title }).click();

/** Opens the profile of a logged-in account. */
async function atProfile(page: Page, shop: Shop): Promise<void> {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/profile`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kofi');
}

async function addCard(page: Page, shop: Shop, number: string = cards.good): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click();
  await shop.fillCard(page, number);
  await page.getByRole('button', { name: 'Save card' }).click();
}

async function addFirstCard(page: Page, shop: Shop, number: string = cards.good): Promise<void> {
  await openSection(page, 'Payment Info');
  await addCard(page, shop, number);
}

const chooseSavedCard = (page: Page) => page.getByRole('tab', { name: 'Choose from existing Cards' }).click();

test('the profile sends whoever is not logged in to the log-in and leaves no data behind', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/faq`);
  await page.evaluate(() => localStorage.setItem('refreshToken', 'not.a.token'));
  await page.goto(`${shop.origin}/profile`);
  await expect(page).toHaveURL(`${shop.origin}/login`);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('add a card, buy with it, see the order, change details and password, log out', async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  await logIn(page, shop);
  await page.getByRole('banner').getByRole('button', { name: 'Kofi' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kofi');
  for (const text of [
    'Kofi Mensah',
    shop.buyer.email,
    shop.buyer.phone,
    `${shop.buyer.address}, Accra, Ghana`,
  ])
    await expect(inMain(page).getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Products' })).toHaveCount(0);
  await addFirstCard(page, shop);
  await expectMessage(page, 'Payment method added successfully');
  await expect(inMain(page).getByRole('listitem').filter({ hasText: 'Visa' })).toContainText(
    /4242.*12\/2034/,
  );

  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByLabel('First name')).toHaveValue('Kofi');
  await expect(page.getByLabel('Confirm Email')).toHaveValue(shop.buyer.email);
  await expect(countryField(page)).toHaveValue('Ghana');
  await expect(page.getByRole('tab', { name: 'Choose from existing Cards' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('radio', { name: /Visa.*4242/ })).toBeChecked();
  await shop.completeOrder(page);
  await shop.expectSuccess(page);

  await page.goto(`${shop.origin}/profile`);
  const row = page.getByRole('row').filter({ hasText: 'EIN filing' });
  await expect(row.getByRole('link', { name: /^Invoice INV-\d{4}-\d{5} of order S-/ })).toBeVisible();
  await row.getByRole('link', { name: /^Order S-/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order S-/);
  await expect(inMain(page)).toContainText('$149.50');
  await expect(inMain(page).getByRole('link', { name: /^Invoice INV-/ })).toBeVisible();
  await page.getByRole('link', { name: 'Back to your profile' }).click();

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await page.getByLabel('First name').fill('Kwame');
  await page.getByLabel('Language of our emails').selectOption('Español');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Profile updated successfully');
  await expect(inMain(page)).toContainText('Language of our emailsEspañol');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kwame');

  await openSection(page, 'Password Info');
  await page.getByLabel('Current Password').fill(password);
  await page.getByLabel('New Password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectMessage(page, 'Password updated successfully');
  await expect(page.getByLabel('Current Password')).toHaveValue('');

  await inMain(page).getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('dialog', { name: 'Are you sure you want to logout?' })
    .getByRole('button', { name: 'Logout' })
    .click();
  await expect(page).toHaveURL(`${shop.origin}/`);
});

test('the profile forms use the specification’s wording', { tag: '@long' }, async ({ page, shop }) => {
  await atProfile(page, shop);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  for (const label of ['First name', 'Last name', 'City', 'Address', 'Contact number'])
    await page.getByLabel(label, { exact: true }).fill('');
  await countryField(page).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const name of ['First name', 'Last name', 'Contact', 'Address', 'City', 'Country'])
    await expect(page.getByText(`${name} is required`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await openSection(page, 'Password Info');
  await page.getByRole('button', { name: 'Update Password' }).click();
  for (const text of ['Current Password is required', 'Password is required', 'Confirm Password is required'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByLabel('Current Password').fill('not this one');
  await page.getByLabel('New Password').fill('ten red tricycles');
  await page.getByLabel('Confirm Password').fill('ten red bicycles');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await page.getByLabel('Confirm Password').fill('ten red tricycles');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(inMain(page).getByText('The current password is incorrect')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveValue('not this one');
});

test('a card that needs bank authentication is saved after it, made the default, and removed', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  await addFirstCard(page, shop);
  await expectMessage(page, 'Payment method added successfully');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await cardFrame(page).getByLabel('Card number').fill('4242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(cardFrame(page).getByText('Your card number is incomplete.')).toBeVisible();
  await shop.fillCard(page, cards.asksFor3ds);
  await page.getByRole('button', { name: 'Save card' }).click();
  await shop.answerBank(page, 'Complete authentication');
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '3155' })).toBeVisible();
  await page.getByRole('button', { name: 'Make default card ending in 4242' }).click();
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '4242' })).toContainText('Default');
  await page.getByRole('button', { name: 'Remove card ending in 3155' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this card?' })
    .getByRole('button', { name: 'Remove card' })
    .click();
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '3155' })).toHaveCount(0);
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '4242' })).toBeVisible();
});

test('a saved card that needs authentication is finished at checkout with the keyboard alone', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  await addFirstCard(page, shop, cards.asksFor3ds);
  await shop.answerBank(page, 'Complete authentication');
  await expectMessage(page, 'Payment method added successfully');
  await shop.toCheckoutWith(page, 'EIN filing');
  await page.getByRole('tab', { name: 'Choose from existing Cards' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Enter Card details' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Choose from existing Cards' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /3155/ })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await page.getByRole('button', { name: 'Complete order' }).focus();
  await page.keyboard.press('Enter');
  await shop.answerBank(page, 'Complete authentication');
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('the saved cards tab starts at the first card each time, and does not move during a payment', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  await addFirstCard(page, shop, '5555555555554444');
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '4444' })).toBeVisible();
  await addCard(page, shop);
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '4242' })).toBeVisible();
  await shop.toCheckoutWith(page, 'EIN filing');
  await chooseSavedCard(page);
  const [first, second] = [page.getByRole('radio').nth(0), page.getByRole('radio').nth(1)];
  await expect(first).toBeChecked();
  await second.check();
  await page.getByRole('tab', { name: 'Enter Card details' }).click();
  await chooseSavedCard(page);
  await expect(first).toBeChecked();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/payments/purchase', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await shop.completeOrder(page);
  await expect(page.getByText('We are processing your payment').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Enter Card details' }).dispatchEvent('click');
  await expect(page.getByRole('tab', { name: 'Choose from existing Cards' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  answer.resolve();
  await shop.expectSuccess(page);
});

test('an existing order is paid from the profile: its items cannot be removed, and its URL stays', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillCard(page, cards.declined);
  await shop.completeOrder(page);
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('link', { name: /^Pay now/ }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled();
  await expect(page.getByLabel('Confirm Email')).toBeDisabled();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(shop.buyer.email);
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await expect(page).toHaveURL(/\/payment\/success\?orderId=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment successful');
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('a session that ends during checkout loses nothing: the same cart is bought as a guest', {
  tag: '@long',
}, async ({ page, shop }) => {
  await atProfile(page, shop);
  await shop.toCheckoutWith(page, 'EIN filing');
  await page.getByLabel('Address').fill('7 Independence Avenue');
  await shop.fillCard(page);
  const { accessToken } = await page.evaluate(() => ({ accessToken: localStorage.getItem('accessToken') }));
  const sessions = await page.request.get(`${shop.origin}/api/auth/sessions`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  for (const { id } of (await sessions.json()) as { id: string }[])
    await page.request.delete(`${shop.origin}/api/auth/sessions/${id}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
  await shop.completeOrder(page);
  await expect(inMain(page).getByText(/Your session has ended, so no order was placed/)).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('7 Independence Avenue');
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 149.5, payments: ['succeeded'] }]);
});

test('a guest who buys sets a password from the email and finds the order in the profile', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await page.goto(await linkIn(shop, '/set-password', 2));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(`${shop.origin}/profile`);
  await expect(page.getByRole('row').filter({ hasText: 'EIN filing' })).toBeVisible();
});

test('a bank with a redirect returns to the profile: declined shows an error; passed shows the card', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  // Without the processor's own frame, the bank can only challenge by redirect, as it does for some cards and
  // browsers.
  await context.route('**/v1/setup_intents/*/confirm', (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    body.delete('use_stripe_sdk');
    return route.continue({ postData: body.toString() });
  });
  await atProfile(page, shop);
  await addFirstCard(page, shop, cards.asksFor3ds);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page).toHaveURL(`${shop.origin}/profile`);
  await expect(page.getByText(/authenticate/i).first()).toBeVisible();
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '3155' })).toHaveCount(0);
  await addCard(page, shop, cards.asksFor3ds);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expectMessage(page, 'Payment method added successfully');
  await expect(page, 'the secret of the set-up is out of the address').toHaveURL(`${shop.origin}/profile`);
  await expect(inMain(page).getByRole('listitem').filter({ hasText: '3155' })).toBeVisible();
});

test('an earlier cart is back after the log-in, on any page, and removed items stay removed', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  const call = callAs(shop, await tokensFor(shop));
  const products = await call(listProducts);
  const chosen = ['EIN filing', 'US phone number'].map(
    (name) => products.find((product) => product.name === name)?.id ?? '',
  );
  await call(createCart, { body: { productIds: chosen, firstName: 'Kofi', email: shop.buyer.email } });
  await logIn(page, shop);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await expectMessage(page, /^From your saved cart: EIN filing and US phone number/);
  await expect(shop.card(page, 'EIN filing').getByRole('link', { name: 'Go to cart' })).toBeVisible();
  await page.getByRole('link', { name: 'Check out now' }).click();
  await page.getByRole('button', { name: 'Remove EIN filing from cart' }).click();
  await expectMessage(page, 'Product removed from cart');
  await page.goto(`${shop.origin}/faq`);
  await expectName(page, shop);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});
