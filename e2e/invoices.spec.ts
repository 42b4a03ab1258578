/** Invoices: from the purchase to the page and the file, and from the email back to the page. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#e2e/accessible.ts';
import { anAccount, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { textOf } from '#test/pdf-text.ts';
import type { Page } from '@playwright/test';

async function buyForCompany(page: Page, shop: Shop): Promise<void> {
  await shop.toCheckoutWith(page, 'EIN filing', 'US business address');
  await shop.fillBilling(page, { firstName: 'Nguyễn', lastName: 'Văn Án' });
  await expect(page.getByLabel('Company')).toBeHidden();
  await page.getByText('Add company details to the invoice').click();
  await page.getByLabel('Company').fill('Mensah Trading Ltd');
  await page.getByLabel('Tax number').fill('C0012345678');
  await shop.fillCard(page);
  await shop.agreeToRenewals(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
}

test('a customer buys for a company, opens the invoice from the table of the profile and downloads it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await buyForCompany(page, shop);
  await page.goto(`${shop.origin}/profile`);
  const row = page.getByRole('row').filter({ hasText: 'EIN filing' });
  await expect(row).not.toContainText('--', { timeout: 25_000 });
  const opened = page.context().waitForEvent('page');
  await row.getByRole('link', { name: /^Invoice INV-\d{4}-\d{5} of order S-\d+/ }).click();
  const invoice = await opened;
  await expect(invoice).toHaveTitle(/^Invoice INV-\d{4}-\d{5}$/);
  await expect(invoice.getByRole('heading', { level: 1 })).toHaveText(/^Invoice INV-\d{4}-\d{5}$/);
  const main = invoice.getByRole('main');
  for (const text of [
    'Paid',
    'Mensah Trading Ltd',
    'Tax number: C0012345678',
    'Stateside Services LLC',
    'Visa ending in 4242',
  ])
    await expect(main.getByText(text).first()).toBeVisible();
  await expect(main).toContainText('$178.50');
  const downloading = invoice.waitForEvent('download');
  await main.getByRole('link', { name: 'Download PDF' }).click();
  const download = await downloading;
  const number = (await invoice.title()).replace('Invoice ', '');
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  const [text] = await textOf(await readFile(await download.path()));
  for (const fact of [
    number,
    'Nguyễn Văn Án',
    'Mensah Trading Ltd',
    'C0012345678',
    'Total (USD) $178.50',
    'Visa ending in 4242',
  ])
    expect(text).toContain(fact);
});

test('a guest opens the invoice from the receipt, and the page is accessible', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await buyForCompany(page, shop);
  const [receipt] = await shop.receipts();
  const address = /View or download: (\S+)/.exec(receipt?.text ?? '')?.[1] ?? '';
  expect(receipt?.html).toContain(address);
  const answer = await page.goto(address);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice INV-/);
  await expectAccessible(page, 'an invoice', [1280, 768, 360]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden();
  await expect(page.getByText('Stateside Services LLC').first()).toBeVisible();
});

test('an incomplete invoice link shows an error with status 404', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  for (const id of ['inv_half', `inv_${'A'.repeat(22)}`]) {
    const answer = await page.goto(`${shop.origin}/invoices/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice not found');
    await expect(page.getByText('The link may be incomplete.')).toBeVisible();
  }
});
