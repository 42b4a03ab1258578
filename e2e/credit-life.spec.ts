/**
 * A Net 30 account from the first purchase to a higher limit, and the late path: unpaid, reminded, on hold,
 * paid, released.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase, anEin, company } from '#e2e/credit-people.ts';
import { alive, cardFrame, expect, type Shop, test } from '#e2e/story.ts';
import { contract } from '#contract/contract.ts';
import type { Page } from '@playwright/test';

async function buyOnCredit(page: Page, shop: Shop): Promise<void> {
  await shop.toCheckoutWith(page, 'EIN filing');
  await page.getByRole('radio', { name: 'Purchase with Credit' }).check();
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page.getByRole('button', { name: 'Print order' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to home' }).click();
}

/** Pays the newest open invoice on the processor's page through the profile's link, and returns. */
async function payOnItsPage(page: Page, name = 'Ama Boateng'): Promise<void> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('link', { name: /^Open payment page/ })
      .first()
      .click(),
  ]);
  await opened.getByLabel('Card number').fill('4242424242424242');
  await opened.getByLabel('Expiration date').fill('12 / 40');
  await opened.getByLabel('Security code').fill('123');
  await opened.getByLabel('Name on card').fill(name);
  await opened.getByRole('button', { name: /^Pay/ }).click();
  await expect(opened.getByText('Invoice paid')).toBeVisible();
  await opened.close();
}

async function giveCompany(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Company information' });
  await form.getByRole('button', { name: 'Save company information' }).click();
  await expect(page.getByText(/fields need attention$/)).toBeVisible();
  await expect(form.getByText('Legal name is required')).toBeVisible();
  await form.getByLabel('Legal name').fill(company.legalName);
  await form.getByLabel('Business type').selectOption('LLC');
  await form.getByLabel('Your role').selectOption('Owner');
  await form.getByLabel('State of formation').selectOption('Wyoming');
  await form.getByLabel('Date of formation').fill(company.formedOn);
  await form.getByLabel('EIN').fill('12-34');
  await form.getByLabel('Business address').fill(company.addressLine1);
  await expect(form.getByText('Enter the nine digits of your EIN, such as 12-3456789')).toBeVisible();
  await form.getByLabel('EIN').fill(anEin());
  await form.getByLabel('City').fill(company.city);
  await form.getByLabel('State', { exact: true }).fill('WY');
  await form.getByLabel('ZIP code').fill(company.postalCode);
  await form.getByLabel(/^I confirm that this information is true/).check();
  await expectAccessible(page, 'the form of the company information');
  await form.getByRole('button', { name: 'Save company information' }).click();
}

test('first purchase, company, approved, bought on credit, both halves paid on time, bonus, booster, limit explained', {
  tag: '@long',
}, async ({ page, shop }) => {
  test.slow();
  const call = await aFirstPurchase(page, shop);
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('link', { name: 'Apply for a Net 30 account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Apply for a Net 30 account' })).toBeVisible();
  await giveCompany(page);
  await expect(page.getByText('Your name, address and phone number match everywhere.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please accept the credit terms')).toBeVisible();
  await page.getByRole('checkbox', { name: /^I accept the credit terms/ }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(
    page.getByText('Your account opened with a limit of $500.00. Choose Purchase with Credit at checkout.'),
  ).toBeVisible();

  await buyOnCredit(page, shop);
  await page.goto(`${shop.origin}/profile/credit`);
  await expect(page.getByText('$350.50').first()).toBeVisible();
  await expectAccessible(page, 'the Net 30 account');
  await expect(page.getByRole('link', { name: /^Open payment page/ })).toBeVisible();
  await payOnItsPage(page);
  await page.bringToFront();
  await expect(page.getByText('You owe nothing. Invoices appear here when you buy on credit.')).toBeVisible({
    timeout: 20_000,
  });

  const { orders } = await call(contract.me);
  await shop.admin('complete', orders[0]?.number ?? '');
  await page.reload();
  await expect(page.getByRole('link', { name: /^Open payment page/ })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('$514.95')).toBeVisible();
  await payOnItsPage(page);
  await page.bringToFront();
  await expect(page.getByText('Bonus: every invoice of an order was paid on time.').first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText('We approved your account with its first limit.').first()).toBeVisible();

  await page.goto(`${shop.origin}/profile`);
  await page
    .getByRole('link', { name: /^Buy Now/ })
    .first()
    .click();
  await cardFrame(page).getByLabel('Card number').fill('4242424242424242');
  await cardFrame(page)
    .getByLabel(/^Expir/)
    .fill('12 / 34');
  await cardFrame(page).getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page.getByText('Your credit limit has been increased by $250.00')).toBeVisible();
  await page.goto(`${shop.origin}/profile/credit`);
  await alive(page);
  await expect(page.getByText('You bought a booster.').first()).toBeVisible();
  await expect(page.getByText('$764.95').first()).toBeVisible();
});

test('an unpaid invoice has been reminded of and freezes credit; paying it unfreezes credit immediately', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill('diego@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('stateside demo frozen');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/products$/);
  const reminders = await (await fetch(`${shop.sandboxOrigin}/control/mailbox?to=diego@demo.example`)).text();
  expect(reminders).toContain('on hold');
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByRole('radio', { name: 'Purchase with Credit' })).toBeDisabled();
  await expect(
    page.getByText('Your credit is on hold. Please pay the invoices that are past due first'),
  ).toBeVisible();
  await page.goto(`${shop.origin}/profile`);
  const boosters = page
    .getByRole('region', { name: 'Your credit' })
    .getByRole('button', { name: /^Buy Now/ });
  await expect(boosters).toHaveCount(3);
  for (const button of await boosters.all()) await expect(button).toBeDisabled();
  await expect(boosters.first()).toHaveAccessibleDescription(
    /^You cannot buy on credit or buy a booster now\./,
  );
  await page.goto(`${shop.origin}/profile/credit`);
  await expect(page.getByText('Your credit is on hold')).toBeVisible();
  await payOnItsPage(page, 'Diego Herrera');
  await page.bringToFront();
  await expect(page.getByText('You owe nothing. Invoices appear here when you buy on credit.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText('Your credit is on hold')).toBeHidden();
  await page.goto(`${shop.origin}/checkout`);
  await expect(page.getByRole('radio', { name: 'Purchase with Credit' })).toBeEnabled();
});
