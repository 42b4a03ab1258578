/**
 * Refunds: the customer gets an email, sees the refund in the order, and opens and downloads the credit note.
 */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#e2e/accessible.ts';
import { anAccount, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, type Mail, type Shop, test } from '#e2e/story.ts';
import { textOf } from '#test/pdf-text.ts';
import type { Page } from '@playwright/test';

/** Refunds as staff do in the processor's dashboard. In dollars. */
async function refund(shop: Shop, amount: number): Promise<void> {
  const [order] = await shop.orders();
  const { intent_ref: intent } = await shop.db
    .selectFrom('payment')
    .select('intent_ref')
    .where('order_id', '=', order?.id ?? '')
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  const answer = await fetch(`${shop.sandboxOrigin}/control/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: intent, amount: Math.round(amount * 100) }),
  });
  expect(answer.ok).toBe(true);
}

const mailAbout = async (shop: Shop, subject: RegExp): Promise<Mail> => {
  let found: Mail | undefined;
  await expect(async () => {
    found = (await shop.mails()).find((mail) => subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass();
  return found as Mail;
};

async function buyAsCustomer(page: Page, shop: Shop): Promise<void> {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
}

test('a customer gets a partial refund, sees it in the order, and opens and downloads the credit note', {
  tag: '@long',
}, async ({ page, shop }) => {
  await buyAsCustomer(page, shop);
  await refund(shop, 49.5);
  const mail = await mailAbout(shop, /^We refunded \$49\.50 for order S-\d+$/);
  expect(mail.text).toMatch(/Credit note CN-\d{4}-\d{5} shows what was refunded\./);

  await page.goto(`${shop.origin}/profile`);
  const row = page.getByRole('row').filter({ hasText: 'EIN filing' });
  await expect(row).toContainText('Partly refunded');
  await row.getByRole('link', { name: /^Order S-/ }).click();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveText([
    /^Order placed\d/,
    /^Paid \$149\.50\d/,
    /^In progress\d.*We usually email you within one business day\./,
    /^Refund of \$49\.50 started\d/,
    /^Refunded \$49\.50\d.*5 to 10 business days/,
  ]);
  await expectAccessible(page, 'an order that was refunded in part', [1280, 360]);

  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^Credit note CN-\d{4}-\d{5}/ }).click();
  const note = await opened;
  await expect(note).toHaveTitle(/^Credit note CN-\d{4}-\d{5}$/);
  const main = note.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Credit note CN-\d{4}-\d{5}$/);
  for (const text of [
    shop.buyer.email,
    /^Refund of invoice INV-\d{4}-\d{5}, in part$/,
    'Total credited (USD)',
  ])
    await expect(main.getByText(text).first()).toBeVisible();
  await expect(main).toContainText('$49.50');
  await expectAccessible(note, 'a credit note', [1280, 360]);

  const number = (await note.title()).replace('Credit note ', '');
  const downloading = note.waitForEvent('download');
  await main.getByRole('link', { name: 'Download PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  const [text] = await textOf(await readFile(await download.path()));
  for (const fact of [`Credit note ${number}`, 'Kofi Mensah', 'Total credited (USD) $49.50'])
    expect(text).toContain(fact);

  await main.getByRole('link', { name: /^INV-/ }).click();
  await expect(note.getByRole('heading', { level: 1 })).toHaveText(/^Invoice INV-/);
  await expect(note.getByRole('main')).toContainText('Credited');
  await expect(note.getByRole('link', { name: `Credit note ${number}` })).toBeVisible();
});

test('an incomplete credit note link shows an error with status 404', async ({ page, shop }) => {
  const answer = await page.goto(`${shop.origin}/credit-notes/cn_half`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credit note not found');
});
