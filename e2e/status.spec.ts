/** The status page, based on the shop's own checks. */
import { expect, test } from '#e2e/story.ts';

test('a visitor sees the current status and the previous days', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(page).toHaveTitle('Status | Stateside');
  // The first check runs when the shop starts.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('All systems are operational.')).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const part of ['Orders', 'Card payments', 'Email'])
    await expect(page.getByRole('listitem').filter({ hasText: part })).toContainText('Operational');
});
