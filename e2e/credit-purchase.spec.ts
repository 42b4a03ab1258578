/** A purchase on account at checkout and its success page, with the exact wording of the specification. */
import { expectAccessible } from '#e2e/accessible.ts';
import { aCreditAccount } from '#e2e/credit-people.ts';
import { alive, expect, test } from '#e2e/story.ts';
import { addDays, creditTerms, utcDay } from '#kernel/credit-terms.ts';
import { formatDate } from '#kernel/dates.ts';
import type { Page } from '@playwright/test';

const option = (page: Page, name: string) => page.getByRole('radio', { name });

test('an order is bought with credit, by keyboard, and its page is cleared on leaving for the home page', async ({
  page,
  shop,
}) => {
  await aCreditAccount(page, shop);
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await expect(option(page, 'Purchase with Card')).toBeChecked();
  await expect(page.getByText('$500.00 available')).toBeVisible();
  await option(page, 'Purchase with Card').focus();
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'Purchase with Credit')).toBeChecked();
  const due = formatDate(addDays(utcDay(new Date()), creditTerms.daysToPay));
  await expect(page.getByText(`First half, due by ${due}`)).toBeVisible();
  await expect(page.getByText('$350.50')).toBeVisible();
  await expectAccessible(page, 'checkout on account');
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page).toHaveURL(/\/credit-purchase-successful$/);
  await expect(page.getByText('credit purchase success')).toBeVisible();
  const main = page.getByRole('main');
  // The URL changes a moment before the checkout page is replaced.
  await expect(main.getByRole('button', { name: 'Print order' })).toBeVisible();
  await expect(main.getByText('EIN filing')).toBeVisible();
  await expect(main.getByText('$149.50').first()).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Billing details' })).toBeVisible();
  await expect(main.getByText(shop.buyer.email)).toBeVisible();
  await expect(
    main.getByText(
      'Credit goes on hold if payment is not made within 30 days. Paying on time gives a bonus credit limit.',
    ),
  ).toBeVisible();
  await expectAccessible(page, 'the page after a purchase with credit');
  await page.reload();
  await alive(page);
  await expect(main.getByText(shop.buyer.email)).toBeVisible();
  await main.getByRole('button', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${shop.origin}/`);
  await page.goto(`${shop.origin}/credit-purchase-successful`);
  await expect(page).toHaveURL(/\/products$/);
});

test('what cannot be bought with credit shows the reason, and the card remains available', {
  tag: '@long',
}, async ({ page, shop }) => {
  await aCreditAccount(page, shop);
  await shop.toCheckoutWith(page, 'EIN filing', 'US phone number');
  await expect(option(page, 'Purchase with Credit')).toBeDisabled();
  await expect(page.getByText('Subscriptions cannot be bought on credit')).toBeVisible();
  await expect(option(page, 'Purchase with Card')).toBeChecked();
  await page.getByRole('button', { name: /^Remove US phone number/ }).click();
  await expect(option(page, 'Purchase with Credit')).toBeEnabled();
});
