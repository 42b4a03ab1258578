/**
 * A guest buys with a new card: without a challenge, with the bank's challenge, after a refusal, and with
 * repeated clicks.
 */
import { defaultCompany } from '#content/site.ts';
import { cardFrame, cards, expect, test } from '#e2e/story.ts';

test('a guest buys an EIN filing with a card, sees the order, and gets the receipt', async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const traces: string[] = [];
  page.on('request', (request) => {
    const isOfPress =
      page.url().endsWith('/checkout') && /\/(create-and-purchase|payment-status)$/.test(request.url());
    if (isOfPress) traces.push(request.headers().traceparent?.slice(3, 35) ?? 'none');
  });
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  // All requests of the click belong to one trace.
  expect([traces.length > 1, new Set(traces).size, traces[0]]).toEqual([
    true,
    1,
    expect.stringMatching(/^[\da-f]{32}$/),
  ]);
  await expect(page.getByText('EIN filing')).toBeVisible();
  await expect(page.getByText('$149.50').first()).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(/^\d{1,2}(st|nd|rd|th) [A-Z][a-z]+ \d{4}$/)).toBeVisible();
  await expect(main.getByText('k***@example.com').first()).toBeVisible();
  expect(await shop.orders()).toMatchObject([{ total: 149.5, payments: ['succeeded'] }]);
  // The header and footer are not printed, so the printed page names the seller itself. It always uses the
  // light scheme.
  await expect(main.getByText(defaultCompany.name)).toBeHidden();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const line of [defaultCompany.name, ...defaultCompany.address, defaultCompany.phone])
    await expect(main.getByText(line, { exact: true })).toBeVisible();
  expect(
    await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--credit-soft')"),
  ).toBe('#dbe8e6');
  const [receipt] = await shop.receipts();
  expect(receipt?.text).toContain('EIN filing');
  expect(receipt?.text).toContain('$149.50');
});

test('two services cost their sum, and the cart is empty afterwards', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing', 'Mail scan pack');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ total: 159.49, payments: ['succeeded'] }]);
  await page.goto(`${shop.origin}/checkout`);
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('after successful bank authentication the order is paid', { tag: '@long' }, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page, cards.asksFor3ds);
  await shop.completeOrder(page);
  await shop.answerBank(page, 'Complete authentication');
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('bank authentication fails, then passes on the second attempt: one order, one payment', async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page, cards.asksFor3ds);
  await shop.completeOrder(page);
  await shop.answerBank(page, 'Fail authentication');
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /authenticate/i })
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/checkout/);
  await shop.completeOrder(page);
  await shop.answerBank(page, 'Complete authentication');
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('a declined card shows the reason, and another card pays the same order', async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page, cards.withoutFunds);
  await shop.completeOrder(page);
  await expect(page.getByText(/insufficient funds/i).first()).toBeVisible();
  await shop.fillCard(page, cards.good);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
  expect(await shop.receipts()).toHaveLength(1);
});

test('an incomplete card number is rejected in the card fields before anything is sent', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await cardFrame(page).getByLabel('Card number').fill('4242');
  await shop.completeOrder(page);
  await expect(cardFrame(page).getByText('Your card number is incomplete.')).toBeVisible();
  expect(await shop.orders()).toEqual([]);
});

test('a buyer who closes the tab right after confirming still gets the order and the receipt', {
  tag: '@long',
}, async ({ page, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const confirmed = page.waitForResponse((response) =>
    /\/v1\/payment_intents\/[^/]+\/confirm/.test(response.url()),
  );
  await shop.completeOrder(page);
  await confirmed;
  await page.close();
  const [receipt] = await shop.receipts();
  expect(receipt?.text).toContain('EIN filing');
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('a double click on Complete order makes one order and one payment', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await page.getByRole('button', { name: 'Complete order' }).dblclick();
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('two tabs pay the same cart concurrently: one charge, one receipt, and both tabs finish well', async ({
  page,
  context,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  const other = await context.newPage();
  await other.goto(`${shop.origin}/checkout`);
  await shop.fillBilling(other);
  await shop.fillCard(other);
  await Promise.all([shop.completeOrder(page), shop.completeOrder(other)]);
  for (const tab of [page, other]) {
    await expect(
      tab.getByText(/already paid|payment.*successful|thank you|cart is empty/i).first(),
    ).toBeVisible();
  }
  const orders = await shop.orders();
  expect(orders.filter(({ status }) => status !== 'canceled')).toHaveLength(1);
  expect(orders.flatMap(({ payments }) => payments).filter((status) => status === 'succeeded')).toHaveLength(
    1,
  );
  expect(await shop.receipts()).toHaveLength(1);
});

test('a cart paid on another device shows that it was paid and charges nothing', { tag: '@long' }, async ({
  page,
  browser,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  const stored = shop.savedCart(page, shop.buyer.address);
  await page.getByLabel('Address').blur();
  const { id: cartId } = (await (await stored).json()) as { id: string };
  const device = await browser.newContext();
  const other = await device.newPage();
  await other.goto(`${shop.origin}/checkout?cartId=${cartId}`);
  await shop.fillBilling(other);
  await shop.fillCard(other);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await shop.completeOrder(other);
  await expect(other.getByRole('heading', { name: 'This order is already paid' })).toBeVisible();
  await device.close();
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('emptying the cart after a purchase shows an empty cart, not a paid order', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  await shop.toCheckoutWith(page, 'Mail scan pack');
  await page.getByRole('button', { name: 'Remove Mail scan pack from cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to products' })).toBeVisible();
});

test('a failed purchase call shows that no card was charged, and the retry works', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page);
  await page.route('**/api/payments/create-and-purchase', (route) => route.abort());
  await shop.completeOrder(page);
  await expect(page.getByText('error occurred, please try again later').first()).toBeVisible();
  await expect(page.getByText(/Your card was not charged/)).toBeVisible();
  await page.unroute('**/api/payments/create-and-purchase');
  await shop.completeOrder(page);
  await shop.expectSuccess(page);
  expect(await shop.orders()).toMatchObject([{ payments: ['succeeded'] }]);
});

test('the page of an unpaid order shows a neutral message on a device that made no attempt', {
  tag: '@long',
}, async ({ page, browser, shop }) => {
  await shop.toCheckoutWith(page, 'EIN filing');
  await shop.fillBilling(page);
  await shop.fillCard(page, cards.declined);
  await shop.completeOrder(page);
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  const [order] = await shop.orders();
  const device = await browser.newContext();
  const other = await device.newPage();
  await other.goto(`${shop.origin}/payment-successful?orderId=${order?.id}`);
  await expect(other.getByRole('heading', { name: 'This order has not been paid yet' })).toBeVisible();
  await expect(other.getByText('$149.50')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Pay this order' })).toHaveAttribute(
    'href',
    `/checkout?orderId=${order?.id}`,
  );
  await device.close();
});
