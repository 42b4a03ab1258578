/** Stories of reports to Factiiv: connecting in its window, the score, the sync, and what happens when that does not go as planned. */
import { aFirstPurchase } from '#e2e/credit-people.ts';
import { aBusinessOwner, allow, control, logInAtFactiiv, openFactiiv, section } from '#e2e/factiiv-people.ts';
import { expectSaid } from '#e2e/said.ts';
import { expect, test } from '#e2e/story.ts';
import { reportingConsent, whatIsReported } from '#kernel/reporting-terms.ts';

test('connect in the window of Factiiv, see the score move, and sync', async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  await aFirstPurchase(page, shop);
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('heading', { name: 'Connect to Factiiv', exact: true }).click();
  for (const line of whatIsReported) await expect(section(page)).toContainText(line);
  const box = section(page).getByRole('checkbox', { name: reportingConsent });
  await expect(box).not.toBeChecked();
  await section(page).getByRole('button', { name: 'Connect to Factiiv' }).click();
  await expect(section(page).getByRole('alert')).toHaveText('Please agree to the reports first');
  const popup = await openFactiiv(page);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([420, 699]);
  await logInAtFactiiv(popup, owner);
  const closed = popup.waitForEvent('close');
  await allow(popup);
  await closed;
  await expectSaid(page, 'fact account connected successfully');
  await expectSaid(page, 'your purchases are synced successfully');
  const panel = section(page);
  await expect(panel).toContainText('Your account is connected to Factiiv.');
  await expect(panel.getByRole('heading', { name: 'Hello, Kofi' })).toBeVisible();
  await expect(panel.getByRole('img', { name: 'Factiiv Score: N/A' })).toBeVisible();
  await expect(panel).toContainText('Waiting for you to accept at Factiiv');

  await control(shop, 'POST', '/accept-all');
  await panel.getByRole('button', { name: 'Sync Trades' }).click();
  await expect(panel.getByRole('img', { name: /^Factiiv Score: 5\d\d, on a gauge from 0 to 850$/ })).toBeVisible();
  await expect(panel).toContainText(/Number of Active Trade Lines/);
  await page.getByRole('link', { name: 'See every report and its receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your reports to Factiiv');
});
