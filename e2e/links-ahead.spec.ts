/** Prefetching of links, and pages restored by the Back button. */
import { alive, expect, test, restoredFromCache } from '#e2e/story.ts';

test('a link to a public page prefetches it on hover, and a link to any other page fetches nothing', {
  tag: '@long',
}, async ({ page, shop }) => {
  const requested: string[] = [];
  page.on('request', (each) => requested.push(new URL(each.url()).pathname));
  await page.goto(`${shop.origin}/`);
  await alive(page);
  requested.length = 0;
  const banner = page.getByRole('banner');
  // The router prefetches a link when the pointer stays for 100 ms, and not when it leaves sooner.
  for (const name of ['Login', /^Cart/] as const) {
    await banner.getByRole('link', { name }).hover();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  }
  await banner.getByRole('link', { name: 'Products' }).hover();
  await expect.poll(() => requested).toContain('/products.data');
  expect(requested.filter((path) => /^\/(login|checkout)/.test(path))).toEqual([]);
});

test('a public page is restored from the browser’s cache, interactive and unchanged', {
  tag: '@long',
}, async ({ fullBrowser, shop }) => {
  const page = await fullBrowser.newPage();
  const leaveAndComeBack = async (path: string): Promise<boolean> => {
    await page.goto(shop.origin + path);
    await alive(page);
    await page.evaluate(() => Object.assign(window, { isTheSame: true }));
    await page.goto(`${shop.origin}/login`);
    await alive(page);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(shop.origin + path);
    return restoredFromCache(page, path);
  };
  for (const path of ['/', '/products', '/faq', '/blogs', '/terms']) {
    // A browser short of memory may drop a cached page, so three attempts are allowed. A page with a fault is
    // dropped each time, without a reason.
    const wasRestored =
      (await leaveAndComeBack(path)) || (await leaveAndComeBack(path)) || (await leaveAndComeBack(path));
    expect(wasRestored, path).toBe(true);
  }
  await page.close();
});
