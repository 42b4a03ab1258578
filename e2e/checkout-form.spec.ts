/** The billing form in the specification's words, and the whole purchase without a mouse. */
import { cardFrame, cards, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const messages = {
  'First name': 'First name is required',
  'Last name': 'Last name is required',
  Email: 'Email is required',
  'Confirm Email': 'Confirm Email is required',
  Country: 'Country is required',
  'Phone number': 'Phone number is required',
  Address: 'Address is required',
};

test('an empty form names every field that is missing, and stands on the first one', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await shop.completeOrder(page);
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  expect(await shop.orders()).toEqual([]);
});

test('an address that is no e-mail, and two that differ, are told beside their fields', async ({ page, shop }) => {
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

test('before the button stands what one agrees to, and the links to the policies open in a new tab', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const agreement = page.getByText(/By completing the order you agree to our terms.* and our privacy policy/);
  await expect(agreement).toBeVisible();
  const [above, below] = [await agreement.boundingBox(), await page.getByRole('button', { name: 'Complete order' }).boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  for (const path of ['/privacy-policy', '/terms']) {
    await expect(page.getByRole('main').locator(`a[href="${path}"]`).first()).toHaveAttribute('target', '_blank');
  }
});

/** Tab until the wanted element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, isThere: () => Promise<boolean>, atMost = 60): Promise<void> {
  for (let presses = 0; presses < atMost; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard did not get there with ${atMost} presses of Tab`);
}

test('the whole purchase is possible with the keyboard alone', async ({ page, shop }) => {
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
    ['First name', buyer.firstName],
    ['Last name', buyer.lastName],
    ['Email', buyer.email],
    ['Confirm Email', buyer.email],
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

test('card fields that cannot be loaded are not said to be loading', async ({ page, shop }) => {
  await page.route('**/endive/stripe.js', (route) => route.abort());
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByText('The card fields could not be loaded')).toBeVisible();
  await expect(page.getByText('The order cannot be completed without the card fields. Load them again above.')).toBeVisible();
  await expect(page.getByText(/card fields are loading/)).toHaveCount(0);
  await page.unroute('**/endive/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible();
});

test('controls side by side stand on one line, with and without errors', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const topOf = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y;
  const pairs = [
    ['First name', 'Last name'],
    ['Email', 'Confirm Email'],
    ['Country', 'Phone number'],
  ] as const;
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [left, right] of pairs) expect(await topOf(left), `${left} at ${width}`).toBe(await topOf(right));
  }
  await page.getByLabel('Last name').fill('Mensah');
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await shop.completeOrder(page);
  await expect(page.getByText('First name is required')).toBeVisible();
  for (const [left, right] of pairs) expect(await topOf(left), `${left} with errors`).toBe(await topOf(right));
});

test('a checkout whose scripts never come offers to load the page again', async ({ page, shop }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${shop.origin}/checkout`);
  const again = page.getByRole('link', { name: 'load the page again' });
  await expect(again).toBeHidden();
  await expect(again).toBeVisible({ timeout: 15_000 });
  await expect(again).toHaveAttribute('href', '/checkout');
});

test('a press on a button that moves away under it is still a press, and one that is dragged away is none', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  const button = page.getByRole('button', { name: 'Complete order' });
  const pressAndMove = async (release: () => Promise<void>): Promise<void> => {
    await cardFrame(page).getByLabel('Card number').fill('4242424242424241');
    await button.scrollIntoViewIfNeeded();
    await button.hover();
    await page.mouse.down();
    await button.evaluate((element) => element.style.setProperty('margin-top', '90px'));
    await release();
    await button.evaluate((element) => element.style.removeProperty('margin-top'));
  };
  await pressAndMove(async () => {
    await page.mouse.move(20, 400);
    await page.mouse.up();
  });
  await pressAndMove(async () => {
    await expect(page.getByText('First name is required')).toHaveCount(0);
    await page.mouse.up();
  });
  await expect(page.getByText('First name is required')).toBeVisible();
});
