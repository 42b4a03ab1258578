/** From the account to a monthly statement, its file, and its printout, by keyboard. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#e2e/accessible.ts';
import { aCreditAccount } from '#e2e/credit-people.ts';
import { alive, expect, test } from '#e2e/story.ts';
import { formatMonth } from '#content/statement-words.ts';
import { textOf } from '#test/pdf-text.ts';

test('the monthly statement is opened by keyboard, downloaded, and printed', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await aCreditAccount(page, shop);
  const month = new Date().toISOString().slice(0, 7);
  const title = `Statement, ${formatMonth(month)}`;
  await page.goto(`${shop.origin}/profile/credit`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: formatMonth(month), exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${shop.origin}/profile/credit/statements/${month}`);
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const row = main.getByRole('row').filter({ hasText: 'We approved your account with its first limit.' });
  await expect(row.getByText('+$500.00')).toHaveCount(2);
  await expect(main.getByRole('row').filter({ hasText: 'Current balance' })).toContainText('$500.00');
  await expect(main.getByText('Harmattan Trading LLC')).toBeVisible();
  await expect(main.getByText('You owe nothing.')).toBeVisible();
  await expectAccessible(page, 'the statement of a month');
  const downloading = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download PDF' }).focus();
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`Statement ${month}.pdf`);
  const [text] = await textOf(await readFile(await download.path()));
  for (const fact of [title, 'Harmattan Trading LLC', 'first limit. +$500.00 +$500.00'])
    expect(text).toContain(fact);
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('button', { name: 'Download PDF' })).toBeHidden();
  await expect(row).toBeVisible();
});

test('a month without a statement shows a message with a way back, and statements need a log-in', {
  tag: '@long',
}, async ({ page, shop }) => {
  await aCreditAccount(page, shop);
  for (const month of ['2020-01', 'nonsense']) {
    await page.goto(`${shop.origin}/profile/credit/statements/${month}`);
    await alive(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Statement not found' })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to your Net 30 account' }).click();
  await expect(page).toHaveURL(`${shop.origin}/profile/credit`);
  // A page without a session check, which would start another navigation.
  await page.goto(`${shop.origin}/faq`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${shop.origin}/profile/credit/statements/2020-01`);
  await expect(page).toHaveURL(`${shop.origin}/login`);
});
