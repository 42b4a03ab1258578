/** The billing form with the wording of the specification, and a complete purchase by keyboard. */
import { cardFrame, cards, chooseCountry, countryField, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

test('on a phone the order is one line with its total, which expands to its items', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await shop.toCheckoutWith(page, 'EIN filing', 'Mail scan pack');
  const remove = page.getByRole('button', { name: 'Remove Mail scan pack from cart' });
  await expect(remove).toBeHidden();
  await expect(page.getByText('Subtotal')).toBeHidden();
  await page.getByRole('button', { name: '2 items, $159.49' }).press('Enter');
  await expect(page.getByText('Subtotal')).toBeVisible();
  await remove.click();
  await expect(page.getByRole('button', { name: '1 item, $149.50' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await shop.applyCode(page, 'WELCOME10');
  await expect(page.getByRole('button', { name: '1 item, $134.55' })).toBeVisible();
  await expect(page.getByText('Prices in US dollars; your bank may convert')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('button', { name: /1 item/ })).toBeHidden();
  await expect(page.getByText('Subtotal')).toBeVisible();
});

test('an invalid e-mail address and a mismatch are reported beside their fields', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await page.getByLabel('Email', { exact: true }).fill('kofi');
  await page.getByLabel('Email', { exact: true }).blur();
  await expect(page.getByText('Invalid email', { exact: true })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('kofi@example.com');
  await page.getByLabel('Confirm Email').fill('kofi@example.org');
  await page.getByLabel('Confirm Email').blur();
  await expect(page.getByText('Emails must match', { exact: true })).toBeVisible();
  await page.getByLabel('Confirm Email').fill('kofi@example.com');
  await page.getByLabel('Confirm Email').blur();
  await expect(page.getByText('Emails must match')).toHaveCount(0);
});

test('each of the two addresses is validated again when the other one changes', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const [email, confirmation] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Confirm Email')];
  await email.fill('kofi@example.org');
  await email.blur();
  await expect(page.getByText('Confirm Email is required')).toHaveCount(0);
  await confirmation.fill('kofi@example.com');
  await confirmation.blur();
  await expect(page.getByText('Emails must match', { exact: true })).toBeVisible();
  await email.fill('kofi@example.com');
  await expect(page.getByText('Emails must match')).toHaveCount(0);
  await email.fill('ama@example.com');
  await email.blur();
  await expect(page.getByText('Emails must match', { exact: true })).toBeVisible();
});

test('a typo in the domain of a mail service gets a suggested correction in both fields', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const [email, confirmation] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Confirm Email')];
  const offer = page.getByRole('button', { name: 'Did you mean gmail.com?' });
  await email.fill('kofi@gmial.com');
  await expect(offer).toHaveCount(0);
  await confirmation.fill('kofi@gmial.com');
  await offer.click();
  await expect(email).toHaveValue('kofi@gmail.com');
  await expect(confirmation).toHaveValue('kofi@gmail.com');
  await expect(email).toBeFocused();
  await expect(offer).toHaveCount(0);
  await expect(page.getByText('Emails must match')).toHaveCount(0);
});

test("a number in its country's format is accepted, and an invalid one gets an error message", {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const phone = page.getByLabel('Phone number');
  await chooseCountry(page, 'Nigeria');
  await expect(phone).toHaveAccessibleDescription('We add +234 if you leave it out.');
  await phone.fill('0803 123');
  await phone.blur();
  await expect(page.getByText(/^Too few digits. A complete number looks like \+234\s\d/)).toBeVisible();
  // The message depends on the country: another country validates the same number again.
  await chooseCountry(page, 'Ghana');
  await phone.fill('08031234567');
  await expect(page.getByText(/^Too many digits. A complete number looks like \+233\s\d/)).toBeVisible();
  await chooseCountry(page, 'Nigeria');
  await expect(page.getByText(/^Too (few|many) digits/)).toHaveCount(0);
  await expect(page.getByText('Saved as +234 803 123 4567')).toBeVisible();
  // Longer than the processor accepts.
  await shop.fillBilling(page, { country: 'Nigeria', phone: '0803 123 4567, ext. 2345' });
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  const stored = await shop.db
    .selectFrom('shop_order')
    .select(['country', 'phone'])
    .where('email', '=', shop.buyer.email)
    .execute();
  expect(stored).toEqual([{ country: 'NG', phone: '+2348031234567 ext. 2345' }]);
});

test('a country is found by part of a name, an alias, or a code, and a unique match is selected on blur', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const field = countryField(page);
  const options = page.getByRole('option');
  for (const [typed, name] of [
    ['turk', 'Türkiye'],
    ['ivory', 'Côte d’Ivoire'],
    ['uk', 'United Kingdom'],
    ['+84', 'Vietnam'],
  ] as const) {
    await field.fill(typed);
    await expect(options.first()).toHaveText(name);
  }
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Vietnam');
  await expect(options).toHaveCount(0);
  // Enter selects the highlighted option.
  for (const [typed, arrows, name] of [
    ['nig', 0, 'Nigeria'],
    ['nig', 1, 'Niger'],
    ['niger', 0, 'Niger'],
    ['united', 1, 'United Kingdom'],
  ] as const) {
    await field.fill(typed);
    for (let arrow = 0; arrow < arrows; arrow += 1) await page.keyboard.press('ArrowDown');
    await expect(page.locator('[role=option][data-highlighted]')).toHaveText(name);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(name);
  }
  await field.fill('lanka');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('Sri Lanka');
  await field.fill('Atlantis');
  await expect(page.getByText('No country found. Check the spelling.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('Sri Lanka');
});

test('a multi-line autofilled address becomes one line', { tag: '@long' }, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const address = page.getByLabel('Address', { exact: true });
  await expect(address).toHaveAttribute('autocomplete', 'billing street-address');
  await shop.fillBilling(page, { address: '12 Ring Road\r\nBlock C' });
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  const stored = await shop.db
    .selectFrom('shop_order')
    .select('address_line1')
    .where('email', '=', shop.buyer.email)
    .execute();
  expect(stored).toEqual([{ address_line1: '12 Ring Road, Block C' }]);
});

test('the agreement text precedes the button, and the policy links open in a new tab', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const agreement = page.getByText(/By completing the order you agree to our terms.* and our privacy policy/);
  await expect(agreement).toBeVisible();
  const [above, below] = [
    await agreement.boundingBox(),
    await page.getByRole('button', { name: 'Complete order' }).boundingBox(),
  ];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await expect(page.getByRole('button', { name: 'Complete order' })).toHaveAccessibleDescription(
    /^You pay today \$149\.50/,
  );
  for (const path of ['/privacy-policy', '/terms', '/refund-policy']) {
    await expect(page.getByRole('main').locator(`a[href="${path}"]`).first()).toHaveAttribute(
      'target',
      '_blank',
    );
  }
});

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, isReached: () => Promise<boolean>, atMost = 60): Promise<void> {
  for (let presses = 0; presses < atMost; presses += 1) {
    if (await isReached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard did not get there with ${atMost} presses of Tab`);
}

test('the whole purchase works with the keyboard alone', { tag: '@long' }, async ({ page, shop }) => {
  const { buyer } = shop;
  const hasFocus = (locator: ReturnType<Page['getByLabel']>) => () =>
    locator.evaluate((element) => element === element.ownerDocument.activeElement);
  await page.goto(`${shop.origin}/products`);
  const add = shop.card(page, 'EIN filing').getByRole('button', { name: 'Add to cart' });
  await tabTo(page, hasFocus(add));
  await page.keyboard.press('Enter');
  const go = shop.card(page, 'EIN filing').getByRole('link', { name: 'Go to cart' });
  await expect(go).toBeVisible();
  await tabTo(page, hasFocus(go));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Billing details' })).toBeVisible();
  const typed: [string, string][] = [
    ['Email', buyer.email],
    ['Confirm Email', buyer.email],
    ['First name', buyer.firstName],
    ['Last name', buyer.lastName],
    ['Country', buyer.country],
    ['Phone number', buyer.phone],
    ['Address', buyer.address],
  ];
  for (const [label, text] of typed) {
    await tabTo(page, hasFocus(page.getByLabel(label, { exact: true })));
    await page.keyboard.type(text);
  }
  await tabTo(page, hasFocus(cardFrame(page).getByLabel('Card number')));
  await page.keyboard.type(cards.asksFor3ds);
  await tabTo(page, hasFocus(cardFrame(page).getByLabel('Expiration date')));
  await page.keyboard.type('1234');
  await tabTo(page, hasFocus(cardFrame(page).getByLabel('Security code')));
  await page.keyboard.type('123');
  await tabTo(page, hasFocus(page.getByRole('button', { name: 'Complete order' })));
  await page.keyboard.press('Enter');
  const pass = shop.bank(page).getByRole('button', { name: 'Complete authentication' });
  await expect(pass).toBeVisible();
  await tabTo(page, hasFocus(pass));
  await page.keyboard.press('Enter');
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('card fields that fail to load do not show as loading', { tag: '@long' }, async ({ page, shop }) => {
  await page.route('**/endive/stripe.js', (route) => route.abort());
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByText('The card fields could not be loaded')).toBeVisible();
  await expect(
    page.getByText('The order cannot be completed without the card fields. Load them again above.'),
  ).toBeVisible();
  await expect(page.getByText(/card fields are loading/)).toHaveCount(0);
  await page.unroute('**/endive/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible();
});

test('controls side by side align, with and without errors', { tag: '@long' }, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const topOf = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y;
  const pairs = [
    ['First name', 'Last name'],
    ['Email', 'Confirm Email'],
    ['Country', 'Phone number'],
  ] as const;
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [left, right] of pairs)
      expect(await topOf(left), `${left} at ${width}`).toBe(await topOf(right));
  }
  await page.getByLabel('Last name').fill('Mensah');
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await shop.completeOrder(page);
  await expect(page.getByText('First name is required')).toBeVisible();
  for (const [left, right] of pairs)
    expect(await topOf(left), `${left} with errors`).toBe(await topOf(right));
});

test('a checkout whose scripts never load offers a reload', { tag: '@long' }, async ({ page, shop }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${shop.origin}/checkout`);
  const reloadLink = page.getByRole('link', { name: 'reload the page' });
  await expect(reloadLink).toBeHidden();
  await expect(reloadLink).toBeVisible();
  await expect(reloadLink).toHaveAttribute('href', '/checkout');
});
