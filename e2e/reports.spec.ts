/** The reporting panel and its reports: receipts, disputes, and the axe and layout checks of each state. */
import { contract } from '#contract/contract.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase } from '#e2e/credit-people.ts';
import {
  aBusinessOwner,
  allow,
  atSection,
  control,
  logInAtFactiiv,
  openFactiiv,
  section,
} from '#e2e/factiiv-people.ts';
import { expectMessage } from '#e2e/said.ts';
import { expect, test } from '#e2e/story.ts';

test('a report has a receipt, and "Report a mistake" sends a message to support', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const owner = await aBusinessOwner(shop);
  await aFirstPurchase(page, shop);
  await page.goto(`${shop.origin}/profile?section=factiiv`);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expectMessage(page, 'your purchases are synced successfully');
  await page.getByRole('link', { name: 'See every report and its receipt' }).click();
  const report = page.getByRole('listitem', { name: 'Card purchase' });
  await expect(report).toContainText('Waiting for you to accept at Factiiv');
  await expect(report).toContainText('$149.50');
  await report.getByText('Receipt', { exact: true }).click();
  for (const sent of ['typeDesc', 'buysell', 'relationDescription', 'balance'])
    await expect(report).toContainText(sent);
  await report.getByRole('button', { name: 'Report a mistake' }).click();
  await report.getByRole('button', { name: 'Send' }).click();
  await expect(report.getByText('Describe what is wrong')).toBeVisible();
  await report.getByLabel('What is wrong?').fill('I paid less than that.');
  await report.getByRole('button', { name: 'Send' }).click();
  await expect(report).toContainText('In dispute');
  await expect(report).toContainText(/We will reply by \d/);
  await expect(report).toContainText('I paid less than that.');
  await report.getByRole('link', { name: /^Order S-/ }).click();
  await expect(page.getByRole('heading', { name: 'Reported to Factiiv' })).toBeVisible();
  const ofOrder = page
    .getByRole('region', { name: 'Reported to Factiiv' })
    .getByRole('listitem', { name: 'Card purchase' });
  await ofOrder.getByText('Receipt', { exact: true }).click();
  await expect(ofOrder).toContainText('relationDescription');
  await expect(ofOrder).toContainText('I paid less than that.');
  await expectAccessible(page, 'an order with its reports');
  await page.getByRole('link', { name: 'See all your reports' }).click();
  await expect(page.getByRole('listitem', { name: 'Card purchase' })).toBeVisible();
});

test('the section, the panel with its table, and a report with its receipt are accessible', {
  tag: '@long',
}, async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  const call = await aFirstPurchase(page, shop);
  await page.goto(`${shop.origin}/profile?section=factiiv`);
  await section(page).getByRole('button', { name: 'Connect to Factiiv' }).click();
  await expect(section(page).getByText('Please agree to the reports first')).toBeVisible();
  await expectAccessible(page, 'connect with a missing agreement');
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expectMessage(page, 'your purchases are synced successfully');
  for (const score of [560, 902]) {
    await control(shop, 'POST', `/scores/${owner.businessId}`, { score });
    await call(contract.refreshCreditScore);
  }
  await page.reload();
  await section(page).getByText('Show as a table').click();
  // Above the gauge's maximum, the needle stays at the end and the number is exact.
  await expect(
    section(page).getByRole('img', { name: 'Factiiv Score: 902, on a gauge from 0 to 850' }),
  ).toBeVisible();
  await expect(section(page).getByRole('row').filter({ hasText: '560' })).toBeVisible();
  await expectAccessible(page, 'the panel when connected');
  await page.goto(`${shop.origin}/profile/reports`);
  await page.getByText('Receipt', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Report a mistake' }).first().click();
  await expectAccessible(page, 'a report with its receipt and the form');
  await page.goto(`${shop.origin}/connect/factiiv`);
  await expect(page.getByText('This page works only once, when Factiiv sends you back.')).toBeVisible();
  await expectAccessible(page, 'the return page without an answer');
});

test('reports and a connection that fail to load show an error with a retry', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atSection(page, shop);
  await page.route('**/api/reporting', (route) => route.abort());
  await page.route('**/api/reporting/reports*', (route) => route.abort());
  await page.reload();
  await expect(section(page)).toContainText('Your connection to Factiiv could not be loaded');
  await page.unroute('**/api/reporting');
  await section(page).getByRole('button', { name: 'Try again' }).click();
  await expect(section(page).getByRole('checkbox')).toBeVisible();
  await page.goto(`${shop.origin}/profile/reports`);
  await expect(page.getByRole('main')).toContainText('Your reports could not be loaded');
  await page.unroute('**/api/reporting/reports*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No reports yet')).toBeVisible();
});
