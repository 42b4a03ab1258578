/**
 * Money at the console: the month as a file, reconciliation with the processor, and a dispute with its
 * response deadline.
 */
import { moveCursor } from '#platform/cursors.ts';
import { contract } from '#contract/contract.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase } from '#e2e/credit-people.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import type { Download, Page } from '@playwright/test';

async function textOf(file: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const lastMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
};

test('a month is exported as a file, by keyboard and by pointer', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  // The processor's fees of the month are known. Otherwise the console asks for them first.
  await moveCursor(shop.db, 'processor-fees', new Date());
  await atConsole(page, shop, 'owner');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('g');
  await press('y');
  await expect(page.getByRole('rowheader', { name: 'Closing balance' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await press('d');
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`month-${lastMonth()}.csv`);
  expect(await textOf(file)).toContain(`${lastMonth()},Net 30 receivables,Closing balance,`);
  expect(keys).toBe(3);
  await expectAccessible(page, 'a month');

  await page.goto(`${shop.origin}/admin`);
  let clicks = 0;
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).filter({ visible: true }).first().click();
  };
  await click('link', /^Money/);
  const journal = page.waitForEvent('download');
  await click('button', /^QuickBooks/);
  expect(await textOf(await journal)).toContain(
    'Journal No,Journal Date,Account Name,Description,Debits,Credits',
  );
  expect(clicks).toBe(2);
  await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 0 });
  await expect(page.getByText('This month is still open')).toBeVisible();
  await expectAccessible(page, 'a month that goes on');
});

/** Creates an order that was paid by card and disputed by the buyer's bank. */
async function aDispute(page: Page, shop: Shop): Promise<{ id: string; number: string }> {
  const call = await aFirstPurchase(page, shop);
  const [order] = (await call(contract.listOrders, { query: {} })).data;
  const orderId = order?.id ?? '';
  const { intent_ref: intent } = await shop.db
    .selectFrom('payment')
    .select('intent_ref')
    .where('order_id', '=', orderId)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  const answer = await fetch(`${shop.sandboxOrigin}/control/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: intent }),
  });
  const { id } = (await answer.json()) as { id: string };
  await expect
    .poll(() =>
      shop.db.selectFrom('dispute').select('answer_by').where('dispute_ref', '=', id).executeTakeFirst(),
    )
    .toMatchObject({ answer_by: expect.any(Date) });
  const { number } = await shop.db
    .selectFrom('shop_order')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { id, number: `S-${number}` };
}

test('a dispute on the first screen links to its deadline and to the place to answer it', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { id, number } = await aDispute(page, shop);
  await atConsole(page, shop, 'owner');
  await page.getByRole('region', { name: 'Disputes' }).getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Dispute of ${number}` })).toBeVisible();
  await expect(page.getByText(/^Submit evidence by /)).toBeVisible();
  await expect(page.getByText(/^[89] days left$/)).toBeVisible();
  await expectAccessible(page, 'a dispute');
  const answered = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Respond in Stripe/ }).click();
  const processor = await answered;
  await expect(processor.getByRole('button', { name: 'Win' })).toBeVisible();
  expect(processor.url()).toContain('/stripe/payments/pi_');
  await processor.close();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await expectAccessible(page, 'the disputes to answer');
  expect(id).toMatch(/^du_/);
});

test('the comparison with the processor runs again and reports no difference', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atConsole(page, shop, 'manager', '/money/comparison');
  await page.getByRole('button', { name: /^Compare now/ }).click();
  await expect(page.getByText('0 differences')).toBeVisible();
  await expect(page.getByText(/^Compared on /)).toBeVisible();
  await expectAccessible(page, 'the comparison');
  await page.getByRole('link', { name: 'Refunds' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refunds' })).toBeVisible();
  await expectAccessible(page, 'the refunds');
});
