/** Refunded orders: canceled and refunded in one step, or disputed. */
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase } from '#e2e/credit-people.ts';
import { expectMessage } from '#e2e/said.ts';
import { atConsole, shopForCustomer } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

/** A paid order of a customer who is not the story's staff member, with its payment at the processor. */
async function aPaidOrder(
  page: Page,
  shop: Shop,
): Promise<{ id: string; number: string; name: string; intent: string }> {
  const customerShop = shopForCustomer(shop, 'Adwoa');
  await aFirstPurchase(page, customerShop);
  const { id, number, intent_ref } = await shop.db
    .selectFrom('shop_order')
    .innerJoin('payment', 'order_id', 'shop_order.id')
    .select(['shop_order.id', 'shop_order.number', 'intent_ref'])
    .where('shop_order.email', '=', customerShop.buyer.email)
    .where('payment.status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return {
    id,
    number: `S-${number}`,
    name: `Adwoa ${customerShop.buyer.lastName}`,
    intent: intent_ref ?? '',
  };
}

test('a paid order is canceled and refunded in one step and leaves the work list', async ({ page, shop }) => {
  const order = await aPaidOrder(page, shop);
  await atConsole(page, shop, 'owner', `/orders/${order.id}`);
  await expect(page.getByRole('button', { name: /^Complete order/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Cancel and refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel and refund: ${order.number}` });
  await dialog.getByRole('radio', { name: 'Custom amount' }).check();
  await dialog.getByLabel('Amount in US dollars').fill('20,50');
  await dialog.getByRole('button', { name: `Cancel and refund $20.50 to ${order.name}` }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Enter a reason' })).toBeVisible();
  await expectAccessible(page, 'the window of a cancellation');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Cancel and refund' }).click();
  await dialog.getByLabel('Reason').fill('The customer asked for it');
  await dialog.getByRole('button', { name: /^Cancel and refund \$[\d.]+ to / }).click();
  await expectMessage(page, new RegExp(`^${order.number} canceled,`));
  await expect(page.getByRole('main').getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('The customer asked for it').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Complete order/ })).toHaveCount(0);
});

test('a disputed order shows its deadline, to support too, and does not ask to be completed', {
  tag: '@long',
}, async ({ page, shop }) => {
  const order = await aPaidOrder(page, shop);
  await fetch(`${shop.sandboxOrigin}/control/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: order.intent }),
  });
  const answerBy = () =>
    shop.db
      .selectFrom('dispute')
      .innerJoin('payment', 'payment.id', 'payment_id')
      .select('answer_by')
      .where('order_id', '=', order.id)
      .executeTakeFirst();
  await expect.poll(async () => (await answerBy())?.answer_by ?? null).not.toBeNull();
  await atConsole(page, shop, 'support', `/orders/${order.id}`);
  await expect(page.getByText(/^Respond by /)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open dispute' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Complete order/ })).toHaveCount(0);
  await shop.db
    .updateTable('app_user')
    .set({ role: 'manager' })
    .where('email', '=', shop.buyer.email)
    .execute();
  await page.reload();
  await page
    .getByRole('button', { name: /^Respond to dispute/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Dispute of ${order.number}` })).toBeVisible();
});
