/** The FAQ and the policies in a browser: collapsed at first, opened by keyboard or by URL, and printed. */
import { expect, test } from '#e2e/story.ts';

const questions = [
  'What does Stateside do?',
  'Does Stateside offer immigration services?',
  'How does Stateside assist with US business setup?',
  'How do you help with brand building?',
  'Do you assist with financial planning and legal support?',
  'How can I contact Stateside?',
  'Why choose Stateside over other services?',
];

test('the FAQ has seven questions, all closed at first, and the keyboard opens and closes one', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/faq`);
  const main = page.getByRole('main');
  await expect(main.locator('details')).toHaveCount(7);
  await expect(main.locator('details[open]')).toHaveCount(0);
  for (const name of questions) await expect(main.getByRole('heading', { name, level: 2 })).toBeVisible();
  const answer = main.getByText('Only the US government decides on a visa');
  await expect(answer).toBeHidden();
  await main.locator('summary').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Space');
  await expect(answer).toBeHidden();
  await expect(main.getByRole('link', { name: 'Contact Us', exact: true })).toHaveAttribute(
    'href',
    '/contact-us',
  );
});

test('the address of a question opens its answer, under its question', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/faq#how-to-contact`);
  await expect(page.getByText('We usually answer within one business day, in English.')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'How can I contact Stateside?' })).toBeInViewport();
  await expect(page.getByRole('main').locator('details[open]')).toHaveCount(1);
});

test('a policy links to its sections, and its printout omits the contents and the site frame', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/refund-policy`);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'How to cancel a subscription' }).click();
  await expect(page).toHaveURL(/#cancellation$/);
  await expect(page.getByRole('heading', { name: '3. How to cancel a subscription' })).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(contents).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('heading', { name: '9. How to reach us' })).toBeVisible();
});
