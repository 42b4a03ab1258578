/** The quiz: five questions, a list of services with reasons, and adding them to the cart. */
import { alive, expect, type Shop, test } from '#e2e/story.ts';
import type { Locator, Page } from '@playwright/test';

const answer = async (page: Page, ...choices: string[]): Promise<void> => {
  for (const choice of choices) {
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('group').getByText(choice, { exact: true }).check();
    await page.getByRole('button', { name: /^(Continue|See your list)$/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading ?? '');
  }
};
const question = (page: Page, number: number): Locator =>
  page.getByText(`Question ${number} of 5`, { exact: true });
const first = (page: Page): Locator =>
  page.getByRole('region', { name: 'Order first' }).getByRole('listitem');
const later = (page: Page): Locator => page.getByRole('region', { name: 'Later, or only in some cases' });
const costs = (page: Page): Locator => page.getByRole('region', { name: 'What it costs' });

/** The current API prices of services, in dollars. */
async function pricesOf(shop: Shop, ids: readonly string[]): Promise<number> {
  const products = (await (await fetch(`${shop.origin}/api/products`)).json()) as {
    id: string;
    price: number | null;
    subscriptionPrice: number | null;
  }[];
  return ids.reduce((sum, id) => {
    const product = products.find((each) => each.id === id);
    return sum + (product?.price ?? product?.subscriptionPrice ?? 0);
  }, 0);
}
const dollars = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);

test('a founder abroad answers five questions and gets the matching services in the cart', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  await page.getByRole('link', { name: 'Answer five questions' }).click();
  await expect(question(page, 1)).toBeVisible();
  await alive(page);
  await answer(page, 'Outside the United States', 'Services', 'Just me', 'No');
  await expect(question(page, 5)).toBeVisible();
  await answer(page, 'Now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your list of services');
  const ids = ['new-mexico-llc', 'ein-filing', 'us-business-address', 'us-phone-number'];
  await expect(first(page)).toHaveCount(ids.length);
  for (const [index, id] of ids.entries()) {
    await expect(first(page).nth(index).getByRole('link')).toHaveAttribute('href', `/products/${id}`);
  }
  await expect(first(page).first()).toContainText('the only owner');
  await expect(costs(page)).toContainText(dollars(await pricesOf(shop, ids)));
  await alive(page);
  await page.getByRole('button', { name: 'Add these to cart' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Go to cart' }).click();
  await expect(page).toHaveURL(`${shop.origin}/checkout`);
  for (const name of ['New Mexico LLC formation', 'EIN filing', 'US business address', 'US phone number'])
    await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible();
});

test('answers are changed one by one, and a visa leads to a conversation instead of the cart', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/quiz?live=us&sell=goods&partners=investors&visa=no&when=running`);
  await expect(first(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Change: Do you plan to apply for a US visa?' }).click();
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked();
  await answer(page, 'Yes, to work in my business in the US or to invest');
  await expect(first(page).last()).toContainText('Price after evaluation');
  await expect(costs(page).getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expect(page.getByText('Only the US government decides on a visa.')).toBeVisible();
  await alive(page);
  await costs(page).getByRole('button', { name: 'Add to cart' }).click();
  await expect(costs(page).getByRole('link', { name: 'Go to cart' })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('each step is a separate page, Back keeps the answer, and the list links to the services', {
    tag: '@long',
  }, async ({ page, shop }) => {
    await page.goto(`${shop.origin}/quiz`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.origin}/quiz`);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${shop.origin}/quiz`);
    await answer(page, 'Outside the United States', 'Goods');
    await expect(page).toHaveURL(`${shop.origin}/quiz?live=abroad&sell=goods`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.origin}/quiz`);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(question(page, 2)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Goods' })).toBeChecked();
    await answer(
      page,
      'Software or digital products',
      'Me and one or more partners',
      'I don’t know yet',
      'In the next three months',
    );
    await expect(first(page)).not.toHaveCount(0);
    await expect(later(page).getByRole('link', { name: 'US business address' })).toHaveAttribute(
      'href',
      '/products/us-business-address',
    );
    await expect(page.getByRole('button', { name: 'Add these to cart' })).toBeHidden();
    await expect(
      page.getByText('This list is general information and not legal or tax advice.'),
    ).toBeVisible();
    await first(page).first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wyoming LLC');
  });
});
