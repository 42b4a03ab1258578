/** The FAQ and the policies, as somebody reads them: closed at first, opened by keyboard, complete without JavaScript. */
import { expect, test } from '#e2e/story.ts';
import { keptFor } from '#kernel/retention.ts';
import { site } from '#kernel/site.ts';

const questions = [
  'What does Stateside do?',
  'Does Stateside offer immigration services?',
  'How does Stateside assist with US business setup?',
  'How do you help with brand building?',
  'Do you assist with financial planning and legal support?',
  'How can I contact Stateside?',
  'Why choose Stateside over other services?',
];

test('the FAQ has seven questions, all closed at first, and the keyboard opens and closes one', async ({ page, shop }) => {
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
  await expect(main.getByRole('link', { name: 'Contact Us', exact: true })).toHaveAttribute('href', '/contact-us');
});

test('the address of a question opens its answer, under its question', async ({ page, shop }) => {
  await page.goto(`${shop.origin}/faq#how-to-contact`);
  await expect(page.getByText('We usually answer within one business day, in English.')).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'How can I contact Stateside?' })).toBeInViewport();
  await expect(page.getByRole('main').locator('details[open]')).toHaveCount(1);
});

test('a policy leads to its sections, and on paper its contents and the site around it are left out', async ({ page, shop }) => {
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

/** Title, description and number of main headings, from the HTML alone, as a search engine reads them. */
async function searchFacts(address: string): Promise<{ title: string; description: string; headings: number; status: number }> {
  const answer = await fetch(address);
  const html = await answer.text();
  const decoded = (text = ''): string => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  return {
    status: answer.status,
    title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1]),
    description: decoded(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]),
    headings: html.match(/<h1[\s>]/g)?.length ?? 0,
  };
}

test('each page of words has one main heading, and a title and a description that fit a list of results', async ({ shop }) => {
  const paths = ['/faq', '/privacy-policy', '/terms', '/refund-policy', '/contact-us', '/contact-submit-successful'];
  const all = await Promise.all(paths.map((path) => searchFacts(`${shop.origin}${path}`)));
  for (const [index, { status, title, description, headings }] of all.entries()) {
    expect([paths[index], status, headings]).toEqual([paths[index], 200, 1]);
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThanOrEqual(70);
    expect(description.length, description).toBeLessThanOrEqual(160);
  }
  expect(new Set(all.map(({ title }) => title)).size).toBe(paths.length);
  expect(new Set(all.map(({ description }) => description)).size).toBe(paths.length);
});

test('every link in the head and the foot of the site, and in a policy, leads somewhere', async ({ page, shop }) => {
  const found = new Set<string>();
  for (const path of ['/faq', '/terms', '/privacy-policy', '/refund-policy', '/contact-us']) {
    await page.goto(`${shop.origin}${path}`);
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) found.add(link);
    for (const anchor of await page.locator('a[href^="#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      await expect(page.locator(anchor), `${path}${anchor}`).toHaveCount(1);
  }
  // The blog tells its own stories.
  found.delete('/blogs');
  expect([...found]).toEqual(
    expect.arrayContaining([
      '/about-us',
      '/#our-services',
      '/products',
      '/net-30-vendor',
      '/faq',
      '/contact-us',
      '/login',
      '/terms',
      '/privacy-policy',
      '/refund-policy',
    ]),
  );
  for (const link of found) expect([link, (await fetch(`${shop.origin}${link}`)).status]).toEqual([link, 200]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every answer and every policy is complete', async ({ page, shop }) => {
    await page.goto(`${shop.origin}/faq`);
    await page.locator('summary').first().click();
    await expect(page.getByText('You order single services')).toBeVisible();
    await page.goto(`${shop.origin}/refund-policy`);
    const main = page.getByRole('main');
    await expect(main).toContainText('Effective 10th February 2024');
    for (const rule of [
      'A subscription renews automatically at the end of each billing cycle',
      'Each renewal is charged at the current rate',
      'by contacting support',
      'The cancellation takes effect at the end of the billing cycle',
      'we do not refund the rest of that cycle',
      'a change from a paid plan to the free plan takes effect immediately',
      'there is no refund for the time that was left',
    ])
      await expect(main).toContainText(rule);
    await page.goto(`${shop.origin}/privacy-policy`);
    await expect(main).toContainText('Effective 10th February 2024');
    await expect(main).toContainText('Reply STOP');
    await page.goto(`${shop.origin}/terms`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions');
    await expect(main).toContainText('technology company, not a law firm');
    // No day is known for the terms, and none is invented.
    await expect(main).not.toContainText('Effective');
    for (const path of ['/terms#subscriptions', '/refund-policy#cancellation']) {
      await page.goto(`${shop.origin}${path}`);
      const section = page.locator(new URL(path, shop.origin).hash);
      await expect(section).toContainText('by contacting support');
      await expect(section).not.toContainText('profile');
    }
    await page.goto(`${shop.origin}/privacy-policy`);
    await expect(main).toContainText('Your log-ins: for each, the device and the internet address');
    await expect(main).toContainText('The security record, with the internet address of each entry: for as long as we run this site');
    await expect(main).toContainText(`${keptFor.endedSessionDays} days after the log-in has ended`);
  });

  test('while nobody can apply for a Net 30 account, each page that describes it says so', async ({ page, shop }) => {
    for (const path of ['/', '/net-30-vendor', '/terms', '/faq']) {
      await page.goto(`${shop.origin}${path}`);
      const lines = page.getByRole('main').getByText('Applications open soon.');
      if (site.net30OpensSoon === null) await expect(lines).toHaveCount(0);
      else await expect(lines).not.toHaveCount(0);
    }
  });
});
