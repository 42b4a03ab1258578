/** The Net 30 explainer: an example that visitors can change, and whether a company would qualify. */
import { alive, expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const example = (page: Page) => page.locator('#worked-example');
const days = (page: Page) => example(page).getByRole('listitem');
const answer = async (page: Page, question: RegExp, choice: string): Promise<void> =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: choice, exact: true }).check();

test('a visitor changes the example and sees the effect of paying late', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/net-30-vendor`);
  await expect(days(page)).toHaveCount(4);
  await expect(days(page).last()).toContainText('the limit rises by 10% of the order');
  await alive(page);
  await page.getByLabel('Order total in US dollars').fill('400');
  await expect(days(page).first()).toContainText('Available $100.00 of $500.00');
  await expect(
    page.getByRole('img', { name: 'Limit after this order: $540.00 out of $50,000' }),
  ).toBeVisible();
  await page.getByLabel('First invoice paid').fill('2027-04-02');
  await expect(days(page).filter({ hasText: 'past due' }).first()).toContainText('1st April 2027');
  await expect(example(page).getByText('On hold', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('img', { name: 'Limit after this order: $500.00 out of $50,000' }),
  ).toBeVisible();
  await page.getByLabel('Order total in US dollars').fill('600');
  await expect(page.getByText('A new account has a limit of $500.00. Enter that or less.')).toBeVisible();
  await page.getByRole('button', { name: 'Show this example' }).click();
  await expect(page.getByLabel('Order total in US dollars')).toBeFocused();
  await expect(page).toHaveURL(`${shop.origin}/net-30-vendor`);
});

test('six answers show what an application would result in', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/net-30-vendor`);
  await alive(page);
  await page.getByRole('link', { name: 'See whether you qualify' }).click();
  await expect(page.getByText('Your answer appears here.')).toBeInViewport();
  for (const question of [
    /formed in a US state/,
    /30 or more days/,
    /EIN/,
    /US address/,
    /the same everywhere/,
  ])
    await answer(page, question, 'Yes');
  await expect(page.getByText('One question left.')).toBeVisible();
  await answer(page, /bought from us/, 'Yes');
  await expect(page.getByText('You can apply, and would be approved right away')).toBeVisible();
  await expect(page.locator('#qualify').getByRole('link', { name: 'Apply for an account' })).toHaveAttribute(
    'href',
    '/profile/credit/apply',
  );
  await answer(page, /30 or more days/, 'No');
  await expect(page.getByText('You can apply, and our team would review it')).toBeVisible();
  await answer(page, /EIN/, 'Not yet');
  await expect(page.getByText('Not yet. Do this first')).toBeVisible();
  await answer(page, /formed in a US state/, 'No');
  await expect(page.getByText('This company does not qualify')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('both forms ask the server, and their input is preserved', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/net-30-vendor`);
    await page.getByLabel('Order total in US dollars').fill('250.50');
    await page.getByLabel('Second invoice paid').fill('2027-02-01');
    await page.getByRole('button', { name: 'Show this example' }).click();
    await expect(
      page.getByText('The second invoice is issued when the work is done.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel('Order total in US dollars')).toHaveValue('250.50');
    await page.getByLabel('Second invoice paid').fill('2027-04-14');
    await page.getByRole('button', { name: 'Show this example' }).click();
    await expect(days(page).first()).toContainText('Available $249.50 of $500.00');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
    for (const question of [
      /formed in a US state/,
      /30 or more days/,
      /EIN/,
      /US address/,
      /the same everywhere/,
      /bought from us/,
    ])
      await answer(page, question, 'Yes');
    await page.getByRole('button', { name: 'See the answer' }).click();
    await expect(page.getByText('You can apply, and would be approved right away')).toBeVisible();
  });
});
