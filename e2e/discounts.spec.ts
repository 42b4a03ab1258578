/** Discount codes with the wording of the specification, and totals that a card cannot pay. */
import { formatDate } from '#kernel/dates.ts';
import { paidUntil } from '#kernel/one-period.ts';
import { howToCancel, renewalConsent } from '#kernel/renewal-terms.ts';
import { anAccount, storeTokens, tokensFor } from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { expect, test } from '#e2e/story.ts';

test('a code lowers the total, shows the discount, and the buyer pays the rest', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByLabel('Code', { exact: true })).toBeHidden();
  await shop.openDiscount(page);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await shop.applyCode(page, 'WELCOME10');
  await expectMessage(page, 'Coupon applied successfully');
  await expect(page.getByRole('button', { name: 'Recalculate' })).toBeVisible();
  await expect(page.getByText('$134.55').filter({ visible: true }).first()).toBeVisible();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 134.55, payments: ['succeeded'] }]);
  const [receipt] = await shop.receipts();
  expect(receipt?.text).toContain('$134.55');
  expect(receipt?.text).toContain('Discount (WELCOME10)');
});

const refused = [
  ['NOSUCHCODE', 'Coupon code is invalid'],
  ['EXPIRED20', 'Coupon code has expired'],
  ['LASTCALL', 'Coupon code exceeded usage limit'],
] as const;

test('a rejected code shows the reason and removes an applied discount', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  for (const [code, message] of refused) {
    await shop.applyCode(page, 'WELCOME10');
    await expect(page.getByText('$134.55').filter({ visible: true }).first()).toBeVisible();
    await shop.applyCode(page, code);
    await expect(page.getByText(message).first()).toBeVisible();
    // Only the toast announces it.
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('$134.55')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  }
});

test('a code for one buyer is rejected for the next', { tag: '@long' }, async ({ page, shop }) => {
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

test('a code that covers the total makes a free order without a card, and the receipt arrives', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'FREEORDER');
  await expectMessage(page, 'Coupon applied successfully');
  await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(0);
  await shop.fillBilling(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 0, payments: [] }]);
  expect(await shop.receipts()).toHaveLength(1);
});

test('a total of 24 cents is rejected with the reason, and no order is created', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await shop.applyCode(page, 'ALMOST');
  await expect(page.getByText('$0.24').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(/below \$0\.50/).first()).toBeVisible();
  expect(await shop.orders()).toEqual([]);
});

test('a code is capitalized, its message replaces the last one, and Remove removes it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.clock.install();
  await shop.toCheckoutWith(page, 'EIN filing');
  // Stops the page's clock, so no toast disappears from here on.
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

test('a subscription cannot be free today, and the form shows that before anything is sent', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'US phone number');
  await shop.applyCode(page, 'FREEORDER');
  await expect(
    page.getByText(
      'A discount code cannot make a subscription free. Please remove the code or choose another one',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeDisabled();
  expect(await shop.orders()).toEqual([]);
});

test('renewal terms have their own consent box beside the button, and are repeated on the success page', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/products`);
  await expect(shop.card(page, 'US phone number').getByText('$24.99 for the first month')).toBeVisible();
  await expect(
    shop.card(page, 'US phone number').getByText('Then $14.99 every month. Renews until you cancel'),
  ).toBeVisible();
  await shop.toCheckoutWith(page, 'US phone number');
  await shop.applyCode(page, 'WELCOME10');
  const next = formatDate(paidUntil(new Date(), 'month'));
  const terms = `US phone number renews on ${next} for $14.99, and then every month until you cancel.`;
  await expect(page.getByText(terms)).toBeVisible();
  await expect(page.getByText(howToCancel)).toBeVisible();
  const box = page.getByRole('checkbox', { name: renewalConsent });
  await expect(box).not.toBeChecked();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await expect(page.getByText('1 field needs attention')).toBeVisible();
  await expect(page.getByText('Please agree to the renewals')).toBeVisible();
  expect(await shop.orders()).toEqual([]);
  await page.getByRole('button', { name: 'Renewals' }).click();
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Please agree to the renewals')).toHaveCount(0);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeFocused();
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible();
  await expect(page.getByText(terms)).toBeVisible();
});

test('a code for every period lowers renewals too, and a changed cart needs consent again', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing', 'US phone number');
  await expect(page.getByText(/US phone number renews on .* for \$14\.99,/)).toBeVisible();
  await shop.agreeToRenewals(page);
  await shop.applyCode(page, 'PHONE20');
  await expect(page.getByText(/US phone number renews on .* for \$11\.99,/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: renewalConsent })).not.toBeChecked();
  await shop.agreeToRenewals(page);
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await expect(page.getByText(/US phone number renews on .* for \$11\.99,/)).toBeVisible();
  const receipt = (await shop.mails(2)).find(({ subject }) => subject.startsWith('Your receipt'));
  expect(receipt?.text.replace(/\s+/g, ' ')).toMatch(/US phone number renews on .* for \$11\.99,/);
});

test('a code for some products applies to those only, names them, and stops once they are removed', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing', 'US phone number');
  await shop.applyCode(page, 'PHONE20');
  await expectMessage(page, 'Coupon applied successfully');
  await expect(page.getByText('PHONE20 is applied to US phone number.')).toBeVisible();
  await expect(page.getByText('$169.49').filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove US phone number from cart' }).click();
  await expect(
    page.getByText('PHONE20 does not apply right now. Coupon code does not apply to anything in your cart.'),
  ).toBeVisible();
  await expect(page.getByText('Discount (PHONE20)')).toHaveCount(0);
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 149.5, payments: ['succeeded'] }]);
});

test('a code below its minimum, or before its start, is rejected with a message', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  for (const [code, message] of [
    ['BIGORDER', 'Coupon code needs a subtotal of at least $300.00'],
    ['PHONE20', 'Coupon code does not apply to anything in your cart'],
    ['NEXTMONTH', /^Coupon code can be used from \d+\w\w \w+ \d{4}$/],
  ] as const) {
    await shop.applyCode(page, code);
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  }
});

test('a first-order code is rejected on the second order, with the new total, and nothing is charged', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.applyCode(page, 'FIRSTORDER');
  await expect(page.getByText('Log in or confirm your email to use this code').first()).toBeVisible();
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/checkout`);
  await shop.applyCode(page, 'FIRSTORDER');
  await expect(page.getByText('FIRSTORDER is applied.')).toBeVisible();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await shop.applyCode(page, 'FIRSTORDER');
  await expect(page.getByText('FIRSTORDER is applied.')).toBeVisible();
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  const refusal =
    'Coupon code is only valid on a first order. The total is now $9.99. Please check it and try again';
  await expect(page.getByText(refusal).first()).toBeVisible();
  await expect(page.getByText('You have not been charged.').first()).toBeVisible();
  await expect(page.getByText('Discount (FIRSTORDER)')).toHaveCount(0);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect((await shop.orders()).map(({ total }) => total)).toEqual([127.07, 9.99]);
});
