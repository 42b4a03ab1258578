/**
 * Every public page in a browser: no policy violations, even during client-side navigation, and the same text
 * with and without scripts.
 */
import type { Page } from '@playwright/test';
import { alive, expect, test } from '#e2e/story.ts';
import { amount } from '#test/amount.ts';

const paths = [
  '/',
  '/about-us',
  '/products',
  '/quiz',
  '/net-30-vendor',
  '/faq',
  '/blogs',
  '/contact-us',
  '/privacy-policy',
  '/terms',
  '/refund-policy',
  '/guarantees',
  '/inside-an-order',
];
const others = ['/checkout', '/login', '/register', '/payment-successful', '/no/such/page'];

/** Collects policy violations and script errors. Report-only violations are not counted. */
async function watch(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  await page.exposeFunction('tellFault', (text: string) => faults.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const reportFault = (window as unknown as { tellFault: (text: string) => void }).tellFault;
      if (event.disposition === 'enforce')
        reportFault(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return faults;
}

const firstPost = async (origin: string): Promise<string> => {
  const { data } = (await (await fetch(`${origin}/api/blogs?limit=1`)).json()) as {
    data: { slug: string }[];
  };
  return `/blogs/${data[0]?.slug}`;
};

test('navigating between pages loads no document and violates no CSP', async ({ page, shop }) => {
  const faults = await watch(page);
  await page.goto(shop.origin);
  await alive(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [name, heading] of [
    ['Products', 'Products'],
    ['FAQ', 'Frequently asked questions'],
    ['Blogs', null],
    ['About us', null],
    ['Net 30 vendor', null],
    ['Contact us', 'Contact us'],
  ] as const) {
    const link = navigation.getByRole('link', { name });
    const path = await link.getAttribute('href');
    await link.hover();
    await link.click();
    await expect(page).toHaveURL(shop.origin + path);
    if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', shop.origin + path);
  }
  await navigation.getByRole('link', { name: 'Blogs' }).click();
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/blogs\/[a-z0-9-]+$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  expect(faults).toEqual([]);
});

/** The page's text, without what only one version has: `noscript` text, buttons, and selects. */
const read = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement;
    for (const element of main.querySelectorAll('noscript, button, script, template, select'))
      element.remove();
    return (main.textContent ?? '').replace(/\s+/g, ' ').trim();
  });

test('no page violates its CSP, and every public page has the same text with and without its scripts', async ({
  page,
  shop,
  context,
}) => {
  const faults = await watch(page);
  const withoutScripts = await context.newPage();
  await withoutScripts.route('**/assets/*.js', (route) => route.abort());
  for (const path of [...amount(['/', '/products', '/faq'], paths), await firstPost(shop.origin)]) {
    await Promise.all([withoutScripts.goto(shop.origin + path), page.goto(shop.origin + path)]);
    await alive(page);
    const text = await read(withoutScripts);
    expect(text.length).toBeGreaterThan(300);
    expect([path, await read(page)]).toEqual([path, text]);
  }
  for (const path of amount(['/checkout'], others)) {
    await page.goto(shop.origin + path);
    await alive(page);
  }
  expect(faults).toEqual([]);
});
