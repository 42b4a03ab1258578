/**
 * Boosters: shown on the gauge before the purchase, bought with a new and a saved card, and returning from a
 * bank's own page.
 */
import { addPaymentMethod } from '#contract/cards.ts';
import { listBoosters, purchaseBooster } from '#contract/boosters.ts';
import { cents } from '#kernel/money.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { anAccount, callAs, password, storeTokens, type Tokens, tokensFor } from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { cards, expect, type Shop, test } from '#e2e/story.ts';
import { approveIn } from '#test/builders/approval.ts';
import type { Page } from '@playwright/test';

const idOf = async (shop: Shop): Promise<string> =>
  (
    await shop.db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', shop.buyer.email)
      .executeTakeFirstOrThrow()
  ).id;
const limitOf = async (shop: Shop): Promise<number> => {
  const ofBuyer = shop.db
    .selectFrom('credit_account')
    .select('limit_cents')
    .where('user_id', '=', await idOf(shop));
  return -Number((await ofBuyer.executeTakeFirstOrThrow()).limit_cents);
};

/** Logs in as a buyer with a limit of $500. */
async function anApprovedBuyer(page: Page, shop: Shop, limit = 50_000): Promise<Tokens> {
  await anAccount(shop);
  await approveIn(shop.db, { now: () => new Date() }, await idOf(shop), cents(limit));
  const tokens = await tokensFor(shop);
  await storeTokens(page, shop, tokens);
  return tokens;
}

const sandbox = (shop: Shop, body: object): Promise<Response> =>
  fetch(`${shop.sandboxOrigin}/control/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const referenceIn = (secret = ''): string => secret.slice(0, secret.indexOf('_secret_'));

const booster = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function expectBoosted(page: Page, shop: Shop, amount: string): Promise<void> {
  await expect(page).toHaveURL(`${shop.origin}/booster-successful`);
  await expect(
    page.getByText(`Your credit limit has been increased by ${amount}`, { exact: true }),
  ).toBeVisible();
  await expectMessage(page, 'Booster purchase successful!');
}

test('a booster is previewed on the gauge by pointer and keyboard, bought with a new card, and raises a limit', async ({
  page,
  shop,
}) => {
  await anApprovedBuyer(page, shop);
  await page.goto(`${shop.origin}/profile`);
  const gauge = page.getByRole('img', { name: /out of \$50,000$/ });
  await expect(gauge).toHaveAccessibleName('Available Credit: $500.00 out of $50,000');
  const starter = booster(page, 'Starter boost');
  await expect(starter).toContainText('+$250.00 credit limit');
  await expect(starter).toContainText('$49.00');
  await starter.hover();
  await expect(gauge).toHaveAccessibleName('Potential Credit Limit: $750.00 out of $50,000');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(gauge).toHaveAccessibleName('Available Credit: $500.00 out of $50,000');
  await booster(page, 'Scale boost')
    .getByRole('link', { name: /^Buy Now/ })
    .focus();
  await expect(gauge).toHaveAccessibleName('Potential Credit Limit: $1,500.00 out of $50,000');
  await expectAccessible(page, 'the gauge with a preview');
  await starter.getByRole('link', { name: /^Buy Now/ }).click();
  await expect(page).toHaveURL(`${shop.origin}/booster-checkout?boosterId=booster-250`);
  await expect(page.getByRole('heading', { level: 1, name: 'Starter boost' })).toBeVisible();
  await expect(page.getByText('Total').locator('..')).toContainText('$49.00');
  for (const [label, text] of [
    ['Email', shop.buyer.email],
    ['Confirm Email', shop.buyer.email],
    ['First name', shop.buyer.firstName],
    ['Last name', shop.buyer.lastName],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Save this card' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await expectAccessible(page, 'the checkout of a booster');
  await shop.fillCard(page, cards.declined);
  await shop.completeOrder(page);
  await expectMessage(page, /declined/i);
  expect(await limitOf(shop)).toBe(50_000);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await expectBoosted(page, shop, '$250.00');
  await expect(page.getByText(shop.buyer.email)).toBeVisible();
  await expectAccessible(page, 'the success page of a booster');
  expect(await limitOf(shop)).toBe(75_000);
  expect(await shop.orders()).toMatchObject([{ status: 'completed', total: 49 }]);
  await page.getByRole('link', { name: 'Back to Profile' }).click();
  await expect(gauge).toHaveAccessibleName('Available Credit: $750.00 out of $50,000');
  await expect(page.getByRole('row', { name: /Starter boost/ })).toContainText(/completed/i);
});

test('a saved card pays immediately, or after authentication by its bank', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const tokens = await anApprovedBuyer(page, shop);
  const call = callAs(shop, tokens);
  for (const [card, challenge] of [
    [cards.good, undefined],
    ['4000002760003184', 'pass'],
  ]) {
    const { client_secret: secret } = await call(addPaymentMethod, {
      headers: {},
      body: { firstName: 'Kofi', lastName: 'Mensah' },
    });
    await sandbox(shop, {
      setup_intent: referenceIn(secret),
      card,
      name: 'Kofi Mensah',
      ...(challenge ? { challenge } : {}),
    });
  }
  await page.goto(`${shop.origin}/booster-checkout?boosterId=booster-500`);
  await expect(page.getByRole('tab', { name: 'Enter Card details' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Choose from existing Cards' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('radio', { name: /4242/ }).check();
  const words = 'The server has its own words for this';
  await page.route(
    '**/api/payments/purchase-booster',
    (route) => route.fulfill({ status: 409, json: words }),
    { times: 1 },
  );
  await shop.completeOrder(page);
  await expectMessage(page, words);
  await shop.completeOrder(page);
  await expectBoosted(page, shop, '$500.00');
  expect(await limitOf(shop)).toBe(100_000);
  // Buying the same again is another booster.
  await page.goto(`${shop.origin}/booster-checkout?boosterId=booster-500`);
  await page.getByRole('radio', { name: /3184/ }).check();
  await shop.completeOrder(page);
  await shop.answerBank(page, 'Complete authentication');
  await expectBoosted(page, shop, '$500.00');
  expect(await limitOf(shop)).toBe(150_000);
});

test('returning from a bank page: a paid booster opens the success page, a declined one the form', {
  tag: '@long',
}, async ({ page, shop }) => {
  const call = callAs(shop, await anApprovedBuyer(page, shop));
  const { firstName, lastName, email, phone, address: addressLine1, country } = shop.buyer;
  const body = {
    boosterIds: ['booster-250'],
    billingDetails: { firstName, lastName, email, phone, addressLine1, country },
  };
  const { orderId, client_secret: secret } = await call(purchaseBooster, { headers: {}, body });
  const returnUrl = `${shop.origin}/booster-checkout?boosterId=booster-250&orderId=${orderId}&payment_intent_client_secret=${secret}`;
  await sandbox(shop, { payment_intent: referenceIn(secret), card: cards.declined });
  await page.goto(`${returnUrl}&redirect_status=failed`);
  await expectMessage(page, /declined/i);
  await expect(page).toHaveURL(`${shop.origin}/booster-checkout?boosterId=booster-250`);
  await expect(page.getByRole('button', { name: 'Complete order' })).toBeEnabled();
  await sandbox(shop, { payment_intent: referenceIn(secret), card: cards.good });
  await page.goto(`${returnUrl}&redirect_status=succeeded`);
  await expectBoosted(page, shop, '$250.00');
  await expect(page.getByText(email)).toBeVisible();
  expect(await limitOf(shop)).toBe(75_000);

  const both = await call(purchaseBooster, {
    headers: {},
    body: { ...body, boosterIds: ['booster-250', 'booster-500'] },
  });
  await sandbox(shop, { payment_intent: referenceIn(both.client_secret), card: cards.good });
  await page.goto(
    `${shop.origin}/booster-checkout?boosterId=booster-250&orderId=${both.orderId}&redirect_status=succeeded`,
  );
  await expectBoosted(page, shop, '$750.00');
  await expect(page.getByText('Starter boost, Growth boost')).toBeVisible();
  expect(await limitOf(shop)).toBe(150_000);
});

test('without a booster, its state, an account, or credit', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/booster-checkout?boosterId=no-such-booster`);
  await expect(page).toHaveURL(`${shop.origin}/products`);
  await page.goto(`${shop.origin}/booster-checkout`);
  await expect(page).toHaveURL(`${shop.origin}/products`);
  // An anonymous visitor sees the product and a link to log in and return.
  await page.goto(`${shop.origin}/booster-checkout?boosterId=booster-250`);
  await expect(page.getByRole('heading', { level: 1, name: 'Starter boost' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete order' })).toHaveCount(0);
  await anAccount(shop);
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Email').fill(shop.buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.origin}/booster-checkout?boosterId=booster-250`);
  await expect(page.getByText('Boosters need a Net 30 account')).toBeVisible();
  await page.goto(`${shop.origin}/booster-successful`);
  await expect(page).toHaveURL(`${shop.origin}/profile`);
  await expect(page.getByRole('img', { name: 'Available Credit: $0.00 out of $50,000' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Boosters' })).toHaveCount(0);
  const all = await callAs(shop, await tokensFor(shop))(listBoosters);
  expect(all).toHaveLength(3);
});
