/** No sticky block covers a control while the page scrolls. */
import { waitForAnimations } from '#e2e/accessible.ts';
import { aCreditAccount } from '#e2e/credit-people.ts';
import { anAccount, storeTokens, tokensFor } from '#e2e/people.ts';
import { atConsole } from '#e2e/staff-people.ts';
import { alive, expect, type Shop, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

const widths = [768, 1024, 1280, 1920];

/**
 * Returns the content controls that something covers while their center is at one of five heights below the
 * header. `bottom` is the height of a bar at the bottom of the window.
 */
const coveredControls = (page: Page, bottom = 0): Promise<string[]> =>
  page.evaluate((bottomBar) => {
    const covered: string[] = [];
    // On wide windows, the console's header is a column beside the content.
    const bars = [...document.querySelectorAll<HTMLElement>('[data-sticky], header')].filter(
      (bar) => getComputedStyle(bar).position === 'sticky' && bar.offsetWidth > window.innerWidth / 2,
    );
    const header = Math.max(0, ...bars.map(({ offsetHeight }) => offsetHeight));
    const [first, last] = [2 * header + 40, window.innerHeight - bottomBar - 40];
    for (const control of document.querySelectorAll<HTMLElement>('main :is(a[href], button, summary)')) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        const targetY = first + share * (last - first);
        const box = () => control.getClientRects()[0] ?? control.getBoundingClientRect();
        window.scrollBy({ top: box().top + box().height / 2 - targetY, behavior: 'instant' });
        const { left, top, width, height } = box();
        const [x, y] = [left + width / 2, top + height / 2];
        // The page ends before the control reaches this height.
        if (y < first || y > last) continue;
        const hit = document.elementFromPoint(x, y);
        if (hit !== null && !control.contains(hit) && !hit.contains(control))
          covered.push(
            `${control.textContent.trim()} at ${Math.round(y)} px: ${hit.tagName} ${hit.textContent?.trim().slice(0, 40)}`,
          );
      }
    }
    return covered;
  }, bottom);

async function expectNothingCovered(page: Page, what: string, bottom?: number): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(waitForAnimations);
    expect(await coveredControls(page, bottom), `${what} at ${width} px`).toEqual([]);
  }
}

async function atProfile(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${shop.origin}/profile`);
  await expect(page.getByRole('img', { name: /^Available Credit/ })).toBeVisible();
}

test('the button to apply for credit is clickable at every scroll position of the profile', {
  tag: '@long',
}, async ({ page, shop }) => {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.setViewportSize({ width: 1024, height: 800 });
  await atProfile(page, shop);
  await expect(page.getByRole('link', { name: 'Apply for a Net 30 account' })).toBeVisible();
  await expectNothingCovered(page, 'the profile without credit');
});

test('nothing covers a control of the profile beside the boosters', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await aCreditAccount(page, shop);
  await atProfile(page, shop);
  await expect(page.getByRole('heading', { name: 'Boosters' })).toBeVisible();
  await expectNothingCovered(page, 'the profile with boosters');
});

test('nothing covers a control of a page with a sticky block', { tag: '@long' }, async ({ page, shop }) => {
  for (const path of [
    '/',
    '/products',
    '/faq',
    '/terms',
    '/quiz?live=us&sell=goods&partners=investors&visa=no&when=running',
  ]) {
    await page.goto(`${shop.origin}${path}`);
    await alive(page);
    await expectNothingCovered(page, path);
  }
  await page.goto(`${shop.origin}/blogs`);
  await page.getByRole('main').getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible();
  await expectNothingCovered(page, 'a post');
  await shop.toCheckoutWith(page, 'EIN filing');
  await expect(page.getByLabel('First name')).toBeVisible();
  await expectNothingCovered(page, '/checkout');
});

test('nothing covers a control of the console', { tag: '@long' }, async ({ page, shop }) => {
  await atConsole(page, shop, 'owner', '/content/posts');
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('dialog', { name: 'New post' }).getByLabel('Title').fill('What a bank asks');
  await page.getByRole('button', { name: 'Create draft' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toBeVisible();
  await text.fill('A long text.\n'.repeat(60));
  await expectNothingCovered(page, 'a post in the console');
  await page.goto(`${shop.origin}/admin/orders`);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expectNothingCovered(page, 'the orders with one selected', 80);
});
