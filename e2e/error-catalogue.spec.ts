/**
 * Entries of the specification's error catalog that no other test covers, with the exact wording for the
 * shopper.
 */
import { storeTokens, anAccount, tokensFor } from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { cards, expect, test } from '#e2e/story.ts';

test('a payment that succeeded shows that, and its cart is not reopened', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'FREEORDER');
  await expectMessage(page, 'Coupon applied successfully');
  const saved = shop.savedCart(page, shop.buyer.address);
  await shop.fillBilling(page);
  // Waits for the save now, because its response is lost when the page navigates.
  await page.getByLabel('Address').blur();
  const { id } = (await (await saved).json()) as { id: string };
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await expectMessage(page, 'payment success');
  await page.goto(`${shop.origin}/checkout?cartId=${id}`);
  await expectMessage(page, 'Cart is already completed');
});

test("a rejected purchase shows the server's message and keeps the cart", { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const words = 'The server has its own words for this';
  await page.route('**/api/payments/create-and-purchase', (route) =>
    route.fulfill({ status: 409, json: words }),
  );
  await shop.completeOrder(page);
  await expectMessage(page, words);
  await expect(page.getByRole('button', { name: 'Remove EIN filing from cart' })).toBeVisible();
  expect(await shop.orders()).toEqual([]);
});

test("a card that cannot be saved shows the server's message as text, and the processor's unchanged", {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('main').locator('summary').filter({ hasText: 'Payment Info' }).click();
  await page.getByRole('button', { name: 'Add a card' }).click();
  const form = page.getByRole('form', { name: 'Add a card' });
  const full = 'You can save up to 20 cards. Please remove one first';
  await page.route('**/api/payments/add-payment-method', (route) =>
    route.fulfill({ status: 409, json: full }),
  );
  await shop.fillCard(page, cards.declined);
  await form.getByRole('button', { name: 'Save card' }).click();
  await expect(form.getByText(full)).toBeVisible();
  await page.unroute('**/api/payments/add-payment-method');
  await form.getByRole('button', { name: 'Save card' }).click();
  await expectMessage(page, 'Your card was declined.');
  await expect(form.getByText('Your card was declined.').first()).toBeVisible();
});
