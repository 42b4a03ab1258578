/** Discount codes in the specification's words, and the totals that a card cannot pay. */
import { expectSaid } from '#e2e/said.ts';
import { expect, test } from '#e2e/story.ts';

test('a code takes its share off, says so, and the buyer pays the rest', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await shop.applyCode(page, 'WELCOME10');
  await expectSaid(page, 'Coupon applied successfully');
  await expect(page.getByRole('button', { name: 'Recalculate' })).toBeVisible();
  await expect(page.getByText('$134.55').first()).toBeVisible();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 134.55, payments: ['succeeded'] }]);
  const [receipt] = await shop.receipts();
  expect(receipt?.text).toContain('$134.55');
  expect(receipt?.text).toContain('Discount (WELCOME10)');
});

const refused = {
  NOSUCHCODE: 'Coupon code is invalid',
  EXPIRED20: 'Coupon code has expired',
  LASTCALL: 'Coupon code exceeded usage limit',
};

for (const [code, message] of Object.entries(refused)) {
  test(`the code ${code} is refused with "${message}", and an applied discount goes away`, async ({ page, shop }) => {
    await shop.toCheckoutWith(page, 'EIN filing');
    await shop.applyCode(page, 'WELCOME10');
    await expect(page.getByText('$134.55').first()).toBeVisible();
    await shop.applyCode(page, code);
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(page.getByText('$134.55')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  });
}

test('a code for one buyer is refused for the next', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await shop.applyCode(page, 'ONEUSE');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'ONEUSE');
  await expect(page.getByText('Coupon code exceeded usage limit').first()).toBeVisible();
});

test('a code that takes everything makes a free order: no card is asked, and the receipt comes', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'FREEORDER');
  await expectSaid(page, 'Coupon applied successfully');
  await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(0);
  await shop.fillBilling(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 0, payments: [] }]);
  expect(await shop.receipts()).toHaveLength(1);
});

test('a total of 24 cents is refused with the reason, and no order is made', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await shop.applyCode(page, 'ALMOST');
  await expect(page.getByText('$0.24').first()).toBeVisible();
  await expect(page.getByText(/below \$0\.50/).first()).toBeVisible();
  expect(await shop.orders()).toEqual([]);
});

test('a code is written in capitals, its answer replaces the last one, and Remove takes it off again', async ({ page, shop }) => {
  await page.clock.install();
  await shop.toCheckoutWith(page, 'EIN filing');
  // No message goes by itself from here on.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await shop.applyCode(page, 'nosuchcode');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Coupon code is invalid')).toBeVisible();
  await shop.applyCode(page, 'welcome10');
  await expect(messages.getByText('Coupon applied successfully')).toBeVisible();
  await expect(messages.getByText('Coupon code is invalid')).toHaveCount(0);
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible();
  await page.getByRole('button', { name: 'Remove discount code WELCOME10' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expect(page.getByText('Discount (WELCOME10)')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
});

test('a subscription cannot be free today, and says so before anything is sent', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'US phone number');
  await shop.applyCode(page, 'FREEORDER');
  await expect(page.getByText('A subscription needs a card for its renewals, so it cannot be free today')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeDisabled();
  expect(await shop.orders()).toEqual([]);
});

test('what renews is stated beside the button, and again with the code on the success page', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  await expect(shop.card(page, 'US phone number').getByText('$24.99 today, then $14.99 every month')).toBeVisible();
  await expect(shop.card(page, 'US phone number').getByText('Renews at the current rate until you cancel')).toBeVisible();
  await shop.toCheckoutWith(page, 'US phone number');
  await shop.applyCode(page, 'WELCOME10');
  await expect(page.getByText('US phone number: then $14.99 every month, charged to the same card.')).toBeVisible();
  await expect(page.getByText('Renewals are charged at the current rate.')).toBeVisible();
  await expect(page.getByText('The discount is for today’s payment only.')).toBeVisible();
  await expect(page.getByText(/To cancel, write to hello@stateside\.example/)).toBeVisible();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeFocused();
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible();
  await expect(page.getByText('US phone number: then $14.99 every month, charged to the same card.')).toBeVisible();
});
