/** What is fetched before it is asked for, and what comes back with the Back button. */
import { expect, test } from '#e2e/story.ts';

test('a link to a public page fetches it when the pointer comes near, and a link to any other page fetches nothing', async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  await page.goto(`${shop.origin}/`, { waitUntil: 'networkidle' });
  asked.length = 0;
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'Login' }).hover();
  await banner.getByRole('link', { name: /^Cart/ }).hover();
  await banner.getByRole('link', { name: 'FAQ' }).hover();
  await expect.poll(() => asked).toContain('/faq.data');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /^\/(login|checkout)/.test(path))).toEqual([]);
});

test('a public page comes back from the browser’s memory, alive and as it was', async ({ wholeBrowser, shop }) => {
  const page = await wholeBrowser.newPage();
  for (const path of ['/', '/products', '/faq', '/blogs', '/terms']) {
    await page.goto(shop.origin + path, { waitUntil: 'networkidle' });
    await page.evaluate(() => Object.assign(window, { isTheSame: true }));
    await page.goto(`${shop.origin}/login`, { waitUntil: 'networkidle' });
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => 'isTheSame' in window), path).toBe(true);
  }
  await page.close();
});
