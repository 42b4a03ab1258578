/**
 * Layout measurements: a one-row header at every width, no sideways scrolling with large fonts, no broken
 * words, and no stretched elements.
 */
import { amount } from '#test/amount.ts';
import { alive, expect, test } from '#e2e/story.ts';
import type { Locator, Page } from '@playwright/test';

const withTextSizeOf = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size);

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How far the header's elements are off a common center line, and how far they exceed the page. */
const headerFaults = (page: Page): Promise<{ rows: number; beyond: number }> =>
  page.getByRole('banner').evaluate((header) => {
    const boxes = Array.from(header.querySelectorAll('a, button'))
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect());
    const middles = boxes.map(({ top, height }) => top + height / 2);
    return {
      rows: Math.max(...middles) - Math.min(...middles) < 4 ? 1 : 2,
      beyond: Math.max(
        0,
        ...boxes.map(({ right }) => Math.round(right - document.documentElement.clientWidth)),
      ),
    };
  });

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate(
    (element) => new Set(Array.from(element.getClientRects(), ({ top }) => Math.round(top))).size,
  );

test('the header is one row at every width, also at double text size', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.origin}/terms`);
  const every = (step: number, from: number, to: number) =>
    Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
  for (const [size, widths] of [
    [
      '100%',
      amount(
        [320, 640, 1000, 1024, 1280],
        [...every(40, 320, 960), ...every(8, 976, 1064), ...every(80, 1120, 1920)],
      ),
    ],
    ['200%', amount([360, 1280], every(120, 360, 1920))],
  ] as const) {
    await withTextSizeOf(page, size);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 600 });
      expect([size, width, await headerFaults(page)]).toEqual([size, width, { rows: 1, beyond: 0 }]);
    }
  }
});

test('no page scrolls sideways on a phone at double text size', { tag: '@long' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const pages = [
    '/',
    '/about-us',
    '/faq',
    '/products',
    '/quiz',
    '/net-30-vendor',
    '/guarantees',
    '/inside-an-order',
    '/status',
    '/contact-us',
    '/blogs',
    '/privacy-policy',
    '/terms',
    '/login',
  ];
  const others = [
    '/quiz?live=abroad&sell=goods&partners=perhaps&visa=yes&when=now',
    '/register',
    '/checkout',
    '/refund-policy',
    '/no/such/page',
    '/blogs/visas-for-founders-overview',
  ];
  for (const path of amount(['/', '/products', '/checkout'], [...pages, ...others])) {
    await page.goto(shop.origin + path);
    await withTextSizeOf(page, '200%');
    expect([path, await sideways(page)]).toEqual([path, 0]);
  }
});

test('our address and words in tables never break across lines', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/contact-us`);
  for (const width of [320, 640, 680, 720, 1024]) {
    await page.setViewportSize({ width, height: 740 });
    expect([width, await linesOf(page.getByRole('main').getByRole('link', { name: /@/ }).first())]).toEqual([
      width,
      1,
    ]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/blogs/visas-for-founders-overview`);
  const splitWords = await page.getByRole('main').evaluate((main) => {
    const pieces = Array.from(main.querySelectorAll('td *, th *, td, th'), (cell) =>
      Array.from(cell.childNodes),
    ).flat();
    const words = pieces.flatMap((node) =>
      Array.from(
        (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '').matchAll(/[\p{L}\d]+/gu),
        ({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return { word, lines: range.getClientRects().length };
        },
      ),
    );
    return words.filter(({ lines }) => lines > 1);
  });
  expect(splitWords).toEqual([]);
});

test('a table of a post is fully visible where there is room for it', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  for (const slug of ['net-30-accounts-explained', 'open-us-bank-account-from-abroad']) {
    await page.goto(`${shop.origin}/blogs/${slug}`);
    const hidden = await page
      .locator('.reading-table')
      .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth));
    expect([slug, Math.max(...hidden)]).toEqual([slug, 0]);
  }
});

test('a card that shows more grows without its neighbors', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/products`);
  const heights = () =>
    page
      .getByRole('article')
      .evaluateAll((cards) =>
        cards.slice(0, 3).map((card) => card.lastElementChild?.getBoundingClientRect().height),
      );
  const before = await heights();
  expect(new Set(before).size).toBe(1);
  await alive(page);
  await shop.card(page, 'Wyoming LLC formation').getByRole('button', { name: 'Show more' }).click();
  await expect.poll(async () => (await heights())[1]).toBeGreaterThan((before[1] ?? 0) + 20);
  const after = await heights();
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
});

test('a button keeps its size while sending', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/login`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.route('**/api/auth/login', () => undefined);
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  const before = await button.boundingBox();
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(await button.boundingBox()).toEqual(before);
});
