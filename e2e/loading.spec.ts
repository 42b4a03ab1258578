/** The network cost of public pages: bytes, requests, fonts, and layout shifts when fonts arrive late. */
import type { Page, Request } from '@playwright/test';
import { alive, expect, test } from '#e2e/story.ts';
import { publicPaths } from '#contract/pages.ts';
import { amount } from '#test/amount.ts';

/**
 * The guide allows 15 requests. A post also shows its product, and that component is a file shared with the
 * product pages.
 */
const most = { bytes: 250_000, requests: 16, shift: 0.01 };

/** Excludes the page whose country list loads a separate file and icons. */
const contentPaths = publicPaths.filter((path) => path !== '/contact-us');

const posts = async (origin: string): Promise<string[]> => {
  const { data } = (await (await fetch(`${origin}/api/blogs?limit=50`)).json()) as {
    data: { slug: string }[];
  };
  // Oldest first, because parallel stories publish posts.
  return data.map(({ slug }) => `/blogs/${slug}`).toReversed();
};

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Images that load only on scrolling are not part of opening a page. */
async function opened(page: Page, address: string): Promise<{ requests: string[]; bytes: number }> {
  const finished: Request[] = [];
  let [requests, failed] = [0, 0];
  page.on('request', () => (requests += 1));
  page.on('requestfinished', (each) => finished.push(each));
  page.on('requestfailed', () => (failed += 1));
  await page.goto(address);
  await alive(page);
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  // All requests of the hydrated page have been made, or will be soon.
  const isQuiet = async (): Promise<boolean> => {
    const before = requests;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    return requests === before && finished.length + failed === requests;
  };
  await expect.poll(isQuiet).toBe(true);
  const waiting = await page
    .locator('img[loading="lazy"]')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
  const counted = finished.filter((each) => !waiting.includes(each.url()));
  const sizes = await Promise.all(counted.map((each) => each.sizes()));
  const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
  return { requests: counted.map((each) => each.url()), bytes };
}

/** Characters beyond English are in separate font files, and those beyond western Europe in further ones. */
const beyondEnglish = /-(latin|latin-ext|vietnamese)-[^/]*\.woff2$/;
const beyondWesternEurope = /-(latin-ext|vietnamese)-[^/]*\.woff2$/;
const matching = (requests: string[], files: RegExp): string[] =>
  requests.filter((address) => files.test(address));

test('on a phone a content page loads at most 16 requests and 250 kB, all from us, and no unneeded font', async ({
  browser,
  shop,
}) => {
  const [post = ''] = await posts(shop.origin);
  for (const path of amount(['/', post], [...contentPaths, post])) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    const { requests, bytes } = await opened(page, shop.origin + path);
    expect([path, matching(requests, beyondEnglish)]).toEqual([path, []]);
    await context.close();
    expect([path, requests.filter((address) => !address.startsWith(`${shop.origin}/`))]).toEqual([path, []]);
    expect(requests.length, `${path}\n${requests.join('\n')}`).toBeLessThanOrEqual(most.requests);
    expect(bytes, path).toBeLessThanOrEqual(most.bytes);
  }
});

test('the second font files load only for characters that the first ones lack', { tag: '@long' }, async ({
  browser,
  shop,
}) => {
  // The country list contains Côte d’Ivoire and Türkiye.
  const pages = {
    '/login': beyondEnglish,
    '/forgot-password-email': beyondEnglish,
    '/no/such/page': beyondEnglish,
  };
  const withCountries = {
    '/contact-us': beyondWesternEurope,
    '/register': beyondWesternEurope,
    '/checkout': beyondWesternEurope,
  };
  for (const [path, needless] of Object.entries({ ...pages, ...withCountries })) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (each) => requests.push(each.url()));
    await page.goto(shop.origin + path);
    await alive(page);
    await twoFrames(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect([path, matching(requests, needless)]).toEqual([path, []]);
    await context.close();
  }
});

type Shifts = { shifts: { value: number; what: string }[] };

/** Records every layout shift with the elements that moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: Shifts['shifts'] = [];
    Object.assign(window, { shifts: seen });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        seen.push({
          value: entry.value,
          what: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | '),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/**
 * Holds the fonts until the page is painted with fallback fonts and hydrated, which is later than on any
 * connection.
 */
async function holdFonts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** `document.fonts.check` would also wait for the files with other characters. */
const isFontThere = (): boolean =>
  [...document.fonts].some(({ family, status }) => family.includes('Instrument Sans') && status === 'loaded');

for (const width of [412, 1280]) {
  test(`late fonts move nothing, at ${width} px`, { tag: '@long' }, async ({ fullBrowser, shop }) => {
    const [post = ''] = await posts(shop.origin);
    for (const path of ['/', '/products', '/faq', post, '/privacy-policy']) {
      const context = await fullBrowser.newContext({ viewport: { width, height: 823 } });
      const page = await context.newPage();
      const release = await holdFonts(page);
      await watchShifts(page);
      await page.goto(shop.origin + path, { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await page.mouse.move(5, 5);
      await alive(page);
      await twoFrames(page);
      const before = await page.evaluate(isFontThere);
      release();
      await page.waitForFunction(isFontThere);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await twoFrames(page);
      const { shifts } = await page.evaluate<Shifts>('({ shifts: window.shifts })');
      await context.close();
      expect([path, before]).toEqual([path, false]);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, `${path} ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most.shift);
    }
  });
}
