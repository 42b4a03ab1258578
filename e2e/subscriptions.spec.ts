/**
 * Subscriptions as their owner manages them: the next charge, canceling and resuming, and another card, with
 * the processor's clock moving forward.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { anAccount, linkIn, password, storeTokens, tokensFor } from '#e2e/people.ts';
import { alive, cardFrame, expect, type Shop, test } from '#e2e/story.ts';
import { formatDate } from '#kernel/dates.ts';
import { paidUntil } from '#kernel/one-period.ts';
import type { Page } from '@playwright/test';

/** It can be saved, but charges are declined. */
const cardThatFailsLater = '4000000000000341';
/** The bank challenges each payment, so no renewal succeeds without the owner. */
const cardThatAlwaysAsks = '4000002760003184';

async function buySubscription(page: Page, shop: Shop, number?: string): Promise<void> {
  await shop.toCheckoutWith(page, 'US phone number');
  await shop.fillBilling(page);
  await shop.fillCard(page, number);
  await shop.agreeToRenewals(page);
  await shop.completeOrder(page);
  if (number === cardThatAlwaysAsks) await shop.answerBank(page, 'Complete authentication');
  await shop.expectSuccess(page);
}

/** Until the shop's job has started the subscription at the processor, the clock has no effect on it. */
const started = (shop: Shop) =>
  expect
    .poll(async () => {
      const [order] = await shop.orders();
      return shop.db
        .selectFrom('subscription')
        .select('status')
        .where('order_id', '=', order?.id ?? '')
        .executeTakeFirst();
    })
    .toEqual({ status: 'active' });

const passDays = async (shop: Shop, days: number): Promise<void> => {
  const answer = await fetch(`${shop.sandboxOrigin}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: days * 86_400 }),
  });
  expect(answer.status).toBe(200);
};

const typeCard = async (page: Page, number: string): Promise<void> => {
  await cardFrame(page).getByLabel('Card number').fill(number);
  await cardFrame(page)
    .getByLabel(/^Expir/)
    .fill('12 / 34');
  await cardFrame(page).getByLabel('Security code').fill('123');
};

/** The link in the newest email about a failed payment. */
async function cardLink(shop: Shop): Promise<string> {
  const links = async () =>
    (await shop.mails()).flatMap(
      ({ text }) => text.match(/https?:\/\/\S+\/subscription-card\?token=\S+/g) ?? [],
    );
  await expect.poll(links).not.toEqual([]);
  return (await links()).at(-1) ?? '';
}

const card = (page: Page) => page.getByRole('article', { name: 'US phone number' });

test('a subscription is canceled in two clicks and resumed, by keyboard', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await buySubscription(page, shop);
  await started(shop);
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('link', { name: 'Subscriptions' }).click();
  const until = formatDate(paidUntil(new Date(), 'month'));
  await expect(card(page).getByText(`$14.99 on ${until}`)).toBeVisible();
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible();
  await card(page).getByRole('button', { name: 'Cancel subscription' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel US phone number?' });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expectAccessible(page, 'the question before a subscription is canceled');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card(page).getByText(`Canceled. It stays active until ${until}`)).toBeVisible();
  await expect(card(page).getByRole('heading', { name: 'US phone number' })).toBeFocused();
  await expect(card(page).getByText('None', { exact: true })).toBeVisible();
  await page.reload();
  await expect(card(page).getByText(`Ends on ${until}`)).toBeVisible();
  await card(page).getByRole('button', { name: 'Keep this subscription' }).click();
  await expect(card(page).getByText(`$14.99 on ${until}`)).toBeVisible();
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible();
});

test('bought as a guest, password set, renewed, card failed, replaced from the email, canceled and undone', {
  tag: '@long',
}, async ({ page, shop }) => {
  await buySubscription(page, shop);
  await started(shop);
  await page.goto(await linkIn(shop, '/set-password', 2));
  await alive(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/profile');

  await passDays(shop, 32);
  await page.goto(`${shop.origin}/profile/subscriptions`);
  await expect(async () => {
    await page.reload();
    await expect(card(page).getByText('Payments (2)')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await card(page).getByRole('button', { name: 'Change card' }).click();
  await card(page).getByRole('button', { name: 'Enter a new card' }).click();
  await expect(page.getByRole('heading', { name: 'Replace your card' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await typeCard(page, cardThatFailsLater);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('heading', { name: 'Your card is replaced' })).toBeFocused();
  await page.getByRole('link', { name: 'See your subscriptions' }).click();
  await expect(card(page).getByText('0341')).toBeVisible();

  await passDays(shop, 32);
  await expect(async () => {
    await page.reload();
    await expect(card(page).getByText('Payment failed')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(card(page).getByText('We could not charge your card')).toBeVisible();

  await page.goto(await cardLink(shop));
  await expect(page.getByText('$14.99 could not be charged')).toBeVisible();
  await page.reload();
  await typeCard(page, '4000000000000002');
  await page.getByRole('button', { name: 'Save card and pay $14.99' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined' })).toBeVisible();
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Save card and pay $14.99' }).click();
  await expect(page.getByRole('heading', { name: 'Paid, and the card is replaced' })).toBeFocused();
  await page.getByRole('link', { name: 'See your subscriptions' }).click();
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(card(page).getByText('Payments (3)')).toBeVisible();

  await card(page).getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(card(page).getByText(/^Canceled\. It stays active until/)).toBeVisible();
  await card(page).getByRole('button', { name: 'Keep this subscription' }).click();
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible();
});

test('an invalid link shows an error with a link to continue', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/subscription-card?token=${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(page.url()).toBe(`${shop.origin}/subscription-card`);
  await expectAccessible(page, 'a link to replace a card that is no link');
  await page.goto(`${shop.origin}/subscription-card`);
  await expect(page.getByRole('link', { name: 'Go to your subscriptions' })).toBeVisible();
});

test('a customer without subscriptions sees an explanation of them', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(`${shop.origin}/profile/subscriptions`);
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await expectAccessible(page, 'no subscriptions yet');
  await page.route('**/api/subscriptions', (route) => route.abort());
  await page.reload();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your subscriptions could not be loaded' }),
  ).toBeVisible();
  await expectAccessible(page, 'subscriptions that could not be loaded');
});

test('an unanswered bank authentication leaves the payment open, and another card is a new attempt', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await buySubscription(page, shop, cardThatAlwaysAsks);
  await started(shop);
  await passDays(shop, 32);
  await page.goto(`${shop.origin}/profile/subscriptions`);
  await expect(async () => {
    await page.reload();
    await expect(card(page).getByText('Payment failed')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(page, 'a subscription whose payment failed');
  await card(page).getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('dialog').getByText('You owe nothing more')).toBeVisible();
  await page.keyboard.press('Escape');

  const link = await cardLink(shop);
  await page.route('**/by-link/read', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'x-error-code': 'rate_limited' },
      json: 'Too many requests. Please try again later',
    }),
  );
  await page.goto(link);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Too many requests. Please try again later' }),
  ).toBeVisible();
  await page.unroute('**/by-link/read');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('$14.99 could not be charged')).toBeVisible();
  await typeCard(page, cardThatAlwaysAsks);
  await expectAccessible(page, 'the card of a subscription, with a payment due');
  const save = page.getByRole('button', { name: 'Save card and pay $14.99' });
  await save.click();
  await shop.answerBank(page, 'Complete authentication');
  await shop.answerBank(page, 'Fail authentication');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The card is saved, but $14.99 was not paid' }),
  ).toBeVisible();
  await expectAccessible(page, 'the card of a subscription, refused');

  await typeCard(page, '4242424242424242');
  await page.route('**/by-link/card/finish', (route) => route.abort());
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are never charged twice' })).toBeVisible();
  await page.unroute('**/by-link/card/finish');
  await save.click();
  await expect(page.getByRole('heading', { name: 'Paid, and the card is replaced' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your card is replaced' })).toBeVisible();
  await page.getByRole('link', { name: 'See your subscriptions' }).click();
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(card(page).getByText('4242')).toBeVisible();
  await card(page).getByText('Payments (2)').click();
  await expect(card(page).getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(2);
  await expectAccessible(page, 'a subscription with its payments');
});

test('a bank with a redirect returns to the link: declined saves nothing; passed replaces the card', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await buySubscription(page, shop);
  await started(shop);
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('link', { name: /^Order / }).click();
  await page.getByRole('link', { name: 'Manage subscriptions' }).click();
  await card(page).getByRole('button', { name: 'Change card' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Change card' })).toBeFocused();
  await expect(card(page).getByRole('radio')).toBeChecked();
  await expectAccessible(page, 'another card for a subscription');
  await card(page).getByRole('button', { name: 'Enter a new card' }).click();
  // Without the processor's own frame, the bank can only challenge by redirect, as it does for some cards and
  // browsers.
  await context.route('**/v1/setup_intents/*/confirm', (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    body.delete('use_stripe_sdk');
    return route.continue({ postData: body.toString() });
  });
  await typeCard(page, cardThatAlwaysAsks);
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'The card was not saved and nothing was charged' }),
  ).toBeVisible();
  await expect(page, 'neither token nor secret is in the address').toHaveURL(
    `${shop.origin}/subscription-card`,
  );
  await typeCard(page, cardThatAlwaysAsks);
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: 'Your card is replaced' })).toBeFocused();
  await expect(page).toHaveURL(`${shop.origin}/subscription-card`);
  await expectAccessible(page, 'the card of a subscription, replaced');
  await page.getByRole('link', { name: 'See your subscriptions' }).click();
  await expect(card(page).getByText('3184')).toBeVisible();
});
