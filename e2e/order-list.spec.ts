/**
 * A customer with more orders than one page: the older ones load on demand, by keyboard, and after a lost
 * connection.
 */
import { me } from '#contract/accounts.ts';
import { anAccount, callAs, storeTokens, tokensFor } from '#e2e/people.ts';
import { expect, test } from '#e2e/story.ts';
import { insertOrders } from '#test/some-orders.ts';

test('the newest 100 orders load first, the others with Show more orders, and each order by its link', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  const tokens = await tokensFor(shop);
  const { id: userId } = await callAs(shop, tokens)(me);
  const ids = await insertOrders(shop.db, userId, 130);
  const [newest, oldest] = [ids[0], ids[129]];
  await storeTokens(page, shop, tokens);
  await page.goto(`${shop.origin}/profile`);
  const rows = page.getByRole('table', { name: 'Your Products' }).getByRole('row');
  await expect(rows).toHaveCount(101);
  const more = page.getByRole('button', { name: 'Show more orders' });

  await page.route('**/api/orders?*', (route) => route.abort());
  await more.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'More orders could not be loaded' })).toContainText(
    'please try again later',
  );
  await expect(rows).toHaveCount(101);
  await page.unroute('**/api/orders?*');

  await expect(more).toBeFocused();
  await more.press('Enter');
  await expect(rows).toHaveCount(131);
  await expect(page.getByText('More orders could not be loaded')).toHaveCount(0);
  await expect(more).toHaveCount(0);
  await expect(rows.nth(101).getByRole('link', { name: /^Order S-/ })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '130 orders are shown' })).toHaveCount(1);
  await expect(rows.nth(1).getByRole('link', { name: /^Order S-/ })).toHaveAttribute(
    'href',
    `/profile?order=${newest}`,
  );

  await rows
    .nth(130)
    .getByRole('link', { name: /^Order S-/ })
    .click();
  await expect(page).toHaveURL(`${shop.origin}/profile?order=${oldest}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Order S-/ })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^Order S-/ })).toBeVisible();
  await expect(page.getByText('What you ordered')).toBeVisible();
  await page.goto(`${shop.origin}/profile?order=ord_0000000000000000000000`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found');
});
