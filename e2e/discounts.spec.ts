/** Discount codes in the specification's words, and the totals that a card cannot pay. */
import { expect, test } from '#e2e/story.ts';

test('a code takes its share off, says so, and the buyer pays the rest', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await shop.applyCode(page, 'WELCOME10');
  await expect(page.getByText('Coupon applied successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recalculate' })).toBeVisible();
  await expect(page.getByText('$134.55').first()).toBeVisible();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 134.55, payments: ['succeeded'] }]);
  const [receipt] = await shop.mails();
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
  await expect(page.getByText('Coupon applied successfully')).toBeVisible();
  await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(0);
  await shop.fillBilling(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 0, payments: [] }]);
  expect(await shop.mails()).toHaveLength(1);
});

test('a total of 24 cents is refused with the reason, and no order is made', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await shop.applyCode(page, 'ALMOST');
  await expect(page.getByText('$0.24').first()).toBeVisible();
  await expect(page.getByText(/below \$0\.50/).first()).toBeVisible();
  expect(await shop.orders()).toEqual([]);
});
