/** The blog for readers: paging through the list, reading a post, and a post that does not exist. */
import type { Page } from '@playwright/test';
import { expectMessage, messagesOn } from '#e2e/said.ts';
import { alive, expect, test } from '#e2e/story.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of the blog' });
/** The arrows are icons, so the first and last items have no text. */
const expectPages = (page: Page, ...names: string[]) =>
  expect(pages(page).locator('li')).toHaveText(['', ...names, '']);
/** The number of cards in the first row. */
const columns = async (page: Page): Promise<number> => {
  const tops = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
    .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)));
  return tops.filter((top) => top === tops[0]).length;
};

test.describe('the list', () => {
  test('shows 15 posts in three columns, and the rest on the next page', { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.origin}/blogs`);
    await expect(page).toHaveTitle('Blogs | Stateside');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs');
    await expect(cards(page)).toHaveCount(15);
    expect(await columns(page)).toBe(3);
    await expect(pages(page).getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await alive(page);
    await pages(page).getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(`${shop.origin}/blogs?page=2`);
    await expect(page).toHaveTitle('Blogs, page 2 | Stateside');
    await expect(cards(page)).toHaveCount(3);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(pages(page).getByRole('button', { name: 'Next page' })).toBeDisabled();
    await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await pages(page).getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect(page).toHaveURL(`${shop.origin}/blogs`);
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(() => columns(page)).toBe(2);
  });

  test('shows Loading... in one column while another page loads', { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.origin}/blogs`);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/blogs.data*', async (route) => {
      await held;
      await route.continue();
    });
    const next = pages(page).getByRole('link', { name: 'Page 2' });
    // Before hydration the browser itself follows the link and shows its own progress.
    await alive(page);
    await next.click();
    await expect(page.getByText('Loading...')).toBeVisible();
    const lefts = await page
      .getByRole('main')
      .locator('li:not(nav li)')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().x));
    expect(new Set(lefts).size).toBe(1);
    release();
    await expect(cards(page)).toHaveCount(3);
    await expect(page.getByText('Loading...')).toBeHidden();
  });

  test('shows both ends and two pages on either side when there are more than five', {
    tag: '@long',
  }, async ({ page, shop }) => {
    await page.goto(`${shop.origin}/blogs?limit=2&page=5`);
    await expectPages(page, '1', '…', '3', '4', '5', '6', '7', '…', '9');
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const middles = await pages(page)
        .locator('li')
        .evaluateAll((all) =>
          all
            .map((item) => item.getBoundingClientRect())
            .map(({ top, height }) => Math.round((top + height / 2) / 8)),
        );
      expect([width, new Set(middles).size]).toEqual([width, 1]);
    }
    await pages(page).getByRole('link', { name: 'Page 9' }).click();
    await expect(page).toHaveURL(`${shop.origin}/blogs?limit=2&page=9`);
    await expectPages(page, '1', '…', '7', '8', '9');
    await page.goto(`${shop.origin}/blogs?limit=4`);
    await expectPages(page, '1', '2', '3', '4', '5');
  });
});

test.describe('finding posts', () => {
  const topics = (page: Page) => page.getByRole('navigation', { name: 'Topics' });

  test('a tag of a post opens the posts with that tag, and Back returns to the post', {
    tag: '@long',
  }, async ({ page, shop }) => {
    await page.goto(`${shop.origin}/blogs/ein-without-ssn`);
    await alive(page);
    await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'EIN' }).click();
    await expect(page).toHaveURL(`${shop.origin}/blogs?tag=EIN`);
    await expect(page).toHaveTitle('Blogs: EIN | Stateside');
    await expect(page.getByText(/^\d posts about EIN$/)).toBeVisible();
    await expect(topics(page).locator('[aria-current]')).toHaveText(/^EIN/);
    const about = await cards(page).count();
    expect(about).toBeGreaterThan(0);
    expect(about).toBeLessThan(15);
    await topics(page).getByRole('link', { name: 'Banking' }).click();
    await expect(page).toHaveURL(`${shop.origin}/blogs?tag=Banking`);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(`${shop.origin}/blogs/ein-without-ssn`);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a search finds posts, and an empty result suggests what to do', { tag: '@long' }, async ({
      page,
      shop,
    }) => {
      await page.goto(`${shop.origin}/blogs`);
      const field = page.getByRole('searchbox', { name: 'Search the blog' });
      await field.fill('registered agents');
      await field.press('Enter');
      await expect(page).toHaveURL(`${shop.origin}/blogs?search=registered+agents`);
      await expect(field).toHaveValue('registered agents');
      await expect(page.getByText(/^\d+ posts mention “registered agents”$/)).toBeVisible();
      expect(await cards(page).count()).toBeGreaterThan(0);
      await field.fill('kangaroo');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByText('No posts mention “kangaroo”')).toBeVisible();
      await page.getByRole('link', { name: 'See all posts' }).click();
      await expect(cards(page)).toHaveCount(15);
    });
  });

  test('a searched list is hidden from search engines', { tag: '@long' }, async ({ page, shop }) => {
    for (const query of ['tag=Taxes', 'search=llc']) {
      await page.goto(`${shop.origin}/blogs?${query}`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
    }
  });
});

test('no card truncates the title of a post, at any width', { tag: '@long' }, async ({ page, shop }) => {
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${shop.origin}/blogs`);
    const cut = await cards(page)
      .getByRole('heading')
      .evaluateAll((all) =>
        all.filter((title) => title.scrollHeight > title.clientHeight + 1).map((title) => title.textContent),
      );
    expect([width, cut]).toEqual([width, []]);
  }
});

test('the focus ring surrounds the whole post card, in the list and under another post', {
  tag: '@long',
}, async ({ page, shop }) => {
  for (const path of ['/blogs', '/blogs/ein-without-ssn']) {
    await page.goto(`${shop.origin}${path}`);
    const card = cards(page).last();
    const link = card.getByRole('link');
    await page.keyboard.press('Tab');
    await link.focus();
    const [mark, around] = await Promise.all([
      link.evaluate((element) => {
        const { outlineStyle, outlineWidth, inlineSize, blockSize } = getComputedStyle(element, '::after');
        return {
          outlineStyle,
          outlineWidth,
          own: getComputedStyle(element).outlineStyle,
          size: [inlineSize, blockSize].map(parseFloat),
        };
      }),
      card.evaluate((element) => [element.clientWidth, element.clientHeight]),
    ]);
    expect(mark).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px', own: 'none' });
    for (const [index, length] of around.entries())
      expect(Math.abs((mark.size[index] ?? 0) - length)).toBeLessThan(1.5);
  }
});

test.describe('a post', () => {
  test('shows its position, tags, date, length, banner, contents, and related links', {
    tag: '@long',
  }, async ({ page, shop }) => {
    await page.goto(`${shop.origin}/blogs/ein-without-ssn`);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
      'Home',
      '/Blogs',
      '/How to get an EIN without an SSN',
    ]);
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
      'EIN',
      'Company formation',
    ]);
    await expect(page.getByText('19th May 2026').first()).toBeVisible();
    await expect(page.getByText('By the Stateside team · Last reviewed 19th May 2026')).toBeVisible();
    await expect(page.getByText('5 Min Read')).toBeVisible();
    await expect(page.getByText('We can do this for you').filter({ visible: true })).toHaveCount(2);
    await expect(page.getByText('$149.50').filter({ visible: true })).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'EIN filing' }).last()).toHaveAttribute(
      'href',
      '/products/ein-filing',
    );
    await expect(page.getByRole('img', { name: /^A fax machine prints a form/ })).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const chapters = await contents.getByRole('link').allTextContents();
    expect(chapters.length).toBeGreaterThan(3);
    for (const chapter of chapters)
      await expect(page.getByRole('heading', { level: 2, name: chapter })).toBeVisible();
    await expect(contents.locator('[aria-current]')).toHaveCount(0);
    for (const chapter of chapters) {
      await contents.getByRole('link', { name: chapter, exact: true }).click();
      await expect(contents.locator('[aria-current="location"]')).toHaveText([chapter]);
      await expect(page.getByRole('heading', { level: 2, name: chapter, exact: true })).toBeInViewport();
    }
    const visited = await page.evaluate('history.length');
    await page.getByRole('link', { name: 'Return to top' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.evaluate('history.length')).toBe(visited);
    await expect(contents.locator('[aria-current]')).toHaveCount(0);
  });

  test('can be shared on three networks; its link is copied, or shown when the browser refuses', {
    tag: '@long',
  }, async ({ page, shop, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.origin });
    const address = `${shop.origin}/blogs/itin-step-by-step`;
    await page.goto(address);
    const share = page.getByRole('region', { name: 'Share this post' });
    for (const [name, start] of [
      ['Facebook', 'https://www.facebook.com/sharer/'],
      ['X', 'https://x.com/intent/post'],
      ['LinkedIn', 'https://www.linkedin.com/sharing/'],
    ] as const) {
      const href =
        (await share
          .getByRole('link', { name: `Share on ${name} (opens a new tab)` })
          .getAttribute('href')) ?? '';
      expect(href.startsWith(start) && href.includes(encodeURIComponent(address)), href).toBe(true);
    }
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expectMessage(page, 'Copied!');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    await expect(share.getByText('Copied!')).toBeHidden();
    await page.evaluate(
      "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))",
    );
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expect(share.getByRole('textbox')).toHaveValue(address);
    await expect(share.getByRole('textbox')).toBeFocused();
  });

  test('its text is not rendered twice, and is the same when opened from the list', { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    const reports: string[] = [];
    page.on('console', (message) => message.type() === 'error' && reports.push(message.text()));
    await page.addInitScript(() => {
      const watch = new MutationObserver((changes) => {
        const inBody = changes.filter(
          ({ target }) => target instanceof Element && target.closest('.reading'),
        );
        Object.assign(window, { redrawn: inBody.length + Number(Reflect.get(window, 'redrawn') ?? 0) });
      });
      document.addEventListener('DOMContentLoaded', () =>
        watch.observe(document, { childList: true, subtree: true, characterData: true }),
      );
    });
    const text = () => page.getByRole('article').first().locator('.reading').innerHTML();
    await page.goto(`${shop.origin}/blogs/form-5472-explained`);
    await alive(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    // Whether or not the browser allows copying, something appears beside the button.
    const share = page.getByRole('region', { name: 'Share this post' });
    await expect
      .poll(
        async () => messagesOn(page).includes('Copied!') || (await share.getByRole('textbox').isVisible()),
      )
      .toBe(true);
    expect(await page.evaluate("Reflect.get(window, 'redrawn') ?? 0")).toBe(0);
    const drawnByServer = await text();
    await page.getByRole('main').getByRole('link', { name: 'Blogs', exact: true }).click();
    await page.getByRole('link', { name: /^Form 5472 explained/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await text()).toBe(drawnByServer);
    expect(reports).toEqual([]);
  });
});

test('the feed is well-formed, lists every post, and is linked from the blog pages', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto(`${shop.origin}/blogs/ein-without-ssn`);
  const feedAddress = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
  expect(feedAddress).toBe('/blogs/feed.xml');
  const feed = await (await fetch(`${shop.origin}${feedAddress}`)).text();
  // The policy of our pages forbids parsing markup, even in a test.
  await page.goto('about:blank');
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    return {
      errors: parsed.querySelectorAll('parsererror').length,
      entries: parsed.querySelectorAll('entry > content').length,
    };
  }, feed);
  expect(read).toEqual({ errors: 0, entries: 18 });
});
