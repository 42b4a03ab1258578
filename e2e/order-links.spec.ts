/**
 * The link of an order: anyone with it can pay, one at a time, and sees what was paid. The owner can open it
 * on any day.
 */
import { expectMessage, messagesOn } from '#e2e/said.ts';
import { randomUUID } from 'node:crypto';
import { createClient } from '#contract/client.ts';
import { createAndPurchase, purchase } from '#contract/checkout.ts';
import { leaveOrStay } from '#e2e/leave-or-stay.ts';
import { anAccount, callAs, storeTokens, tokensFor } from '#e2e/people.ts';
import { cards, chooseCountry, expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const body = {
  productIds: ['ein-filing'],
  billingDetails: {
    firstName: 'Ama',
    lastName: 'Boateng',
    email: 'ama.boateng@example.com',
    country: 'GH',
    phone: '+233 20 765 4321',
    addressLine1: '7 Independence Avenue, Accra',
  },
};

/** Creates another buyer's order whose last payment attempt has ended. */
async function anOrder(shop: Shop): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const { orderId } = await createClient(fetch, shop.origin)(createAndPurchase, { headers, body });
  await endAttempts(shop, orderId);
  return orderId;
}

const endAttempts = (shop: Shop, orderId: string) =>
  shop.db
    .updateTable('purchase_request')
    .set({ created_at: new Date(Date.now() - 20 * 60_000) })
    .where('order_id', '=', orderId)
    .execute();

async function toOrder(page: Page, shop: Shop, orderId: string): Promise<void> {
  await page.goto(`${shop.origin}/checkout?orderId=${orderId}`);
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled();
  await chooseCountry(page, shop.buyer.country);
  await page.getByLabel('Phone number').fill(shop.buyer.phone);
  await page.getByLabel('Address').fill(shop.buyer.address);
}

async function expectWholeOrder(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/payment\/success\?orderId=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment successful');
  await expect(page.getByRole('main').getByText('EIN filing')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();
}

for (const who of ['another logged-in customer', 'a guest'])
  test(`${who} pays an order by its link, without a detour, and sees what was paid`, {
    tag: who === 'a guest' ? [] : '@long',
  }, async ({ page, shop }) => {
    const orderId = await anOrder(shop);
    if (who !== 'a guest') {
      await anAccount(shop);
      await storeTokens(page, shop, await tokensFor(shop));
    }
    await toOrder(page, shop, orderId);
    await expect(page).toHaveURL(`${shop.origin}/checkout?orderId=${orderId}`);
    if (who !== 'a guest') {
      const spanish = page.getByRole('contentinfo').getByRole('link', { name: 'Español' });
      // The card frame shifts the page while it loads and could intercept the click.
      await page
        .frameLocator('iframe[title="Secure payment input frame"]')
        .getByRole('textbox')
        .first()
        .waitFor();
      await leaveOrStay(page, 'stay', () => spanish.click({ noWaitAfter: true }));
      await expect(page.getByLabel('Address')).toHaveValue(shop.buyer.address);
    }
    await shop.fillCard(page);
    await shop.completeOrder(page);
    await expectWholeOrder(page);
    await expectMessage(page, 'payment success');
    await page.reload();
    await expectWholeOrder(page);
    expect(messagesOn(page).filter((text) => text === 'payment success')).toHaveLength(1);
  });

test('while one holder authenticates with the bank, another one sees that and cancels nothing', {
  tag: '@long',
}, async ({ page, browser, shop }) => {
  const orderId = await anOrder(shop);
  await toOrder(page, shop, orderId);
  await shop.fillCard(page, cards.asksFor3ds);
  await shop.completeOrder(page);
  const question = shop.bank(page).getByRole('button', { name: 'Complete authentication' });
  await expect(question).toBeVisible();
  const device = await browser.newContext();
  const other = await device.newPage();
  await toOrder(other, shop, orderId);
  await shop.fillCard(other);
  await shop.completeOrder(other);
  const notice = other.getByRole('alert').filter({ hasText: 'This order is being paid right now' });
  await expect(notice.first()).toBeVisible();
  await expect(notice.first()).toContainText(/you can pay at \d{1,2}:\d\d\s[AP]M\s/);
  await expect(other.getByText(/Your card was not charged/).first()).toBeVisible();
  await device.close();
  await question.click();
  await expectWholeOrder(page);
});

test('after a declined card another holder of the link pays immediately', { tag: '@long' }, async ({
  page,
  browser,
  shop,
}) => {
  const orderId = await anOrder(shop);
  await toOrder(page, shop, orderId);
  await shop.fillCard(page, cards.declined);
  await shop.completeOrder(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined' }).first()).toBeVisible();
  const device = await browser.newContext();
  const other = await device.newPage();
  await toOrder(other, shop, orderId);
  await shop.fillCard(other);
  await shop.completeOrder(other);
  await expectWholeOrder(other);
  // The first browser still has the declined payment. It finds out that the order is paid.
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await expectWholeOrder(page);
  await device.close();
});

test('the owner sees the items of a paid order on another device', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  const order = await callAs(shop, tokens)(purchase, {
    headers: { 'idempotency-key': randomUUID() },
    body: { ...body, discountCode: 'FREEORDER' },
  });
  await storeTokens(page, shop, tokens);
  await page.goto(`${shop.origin}/payment/success?orderId=${order.orderId}`);
  await expectWholeOrder(page);
});
