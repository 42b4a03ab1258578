/**
 * The pseudo-languages: accented English that is 40% longer, and the same from right to left. English that
 * remains or text that does not fit would show the same fault in a real language.
 */
import { defaultCompany, site } from '#content/site.ts';
import { expect, test } from '#e2e/story.ts';
import type { Page } from '@playwright/test';

/**
 * Names are the same in every language. The browser provides the names of countries and months. Consents are
 * in English.
 */
const names = [
  'Blue Harbor Trading LLC',
  'Ama',
  defaultCompany.name,
  site.name,
  defaultCompany.email,
  defaultCompany.phone,
  ...defaultCompany.socialLinks.map(({ name }) => name),
];

/** Returns unaccented words that are visible or read aloud, with their location. */
const englishOn = (page: Page): Promise<string[]> =>
  page.evaluate((known) => {
    const textElements: [string, Element][] = [];
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      if (node.parentElement) textElements.push([node.textContent ?? '', node.parentElement]);
    for (const element of document.querySelectorAll(
      '[aria-label], [placeholder], [title], [alt], meta[name="description"]',
    ))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'content'])
        textElements.push([element.getAttribute(name) ?? '', element]);
    return (
      textElements
        .filter(
          ([, element]) =>
            element.closest('script, style, [lang="en"], [lang="es"], [inert], option, [role="listbox"]') ===
            null,
        )
        // The content of a `noscript` is text that includes its markup.
        .map(([text]) =>
          known.reduce(
            (rest, name) => rest.replaceAll(name, ''),
            text.replace(/<[^>]*>|\b(?:April|May|June|July) \d+, \d{4}/g, ''),
          ),
        )
        .filter((text) => /[A-Za-z]{2,}/.test(text))
    );
  }, names);

const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width: ownWidth } = element.getBoundingClientRect();
      return (
        ownWidth > 1 &&
        (right > width + 1 || left < -1) &&
        element.closest('dialog:not([open]), .sr-only, [inert]') === null
      );
    });
    return [
      String(document.documentElement.scrollWidth > width),
      ...wide.map((element) => element.outerHTML.slice(0, 120)),
    ];
  });

const submit = (page: Page) => page.getByRole('main').locator('button[type="submit"]');

test('the contact page and its error messages have no English words, and fit on a phone', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/contact-us?language=en-XA`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  await expect(page).toHaveTitle(/^Çóñťáçť úš .* \| Stateside$/);
  expect(await englishOn(page)).toEqual([]);
  await submit(page).click();
  await expect(page.getByText(/^Ƒíŕšť ñáɱé íš ŕéɋúíŕéđ|^Ƒíŕšť ñáɱé íš ŕéqúíŕéđ/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(7);
  expect(await englishOn(page)).toEqual([]);
  expect(await sideways(page)).toEqual(['false']);
});

test('the home page and products have no English words except marked names', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  // Text in the head of a page cannot be marked as untranslated.
  const inHead = ['A Wyoming LLC and its EIN in one order, for less than the two cost separately.'];
  for (const path of ['/', '/products', '/products/start-package', '/products/no-such', '/no/such/page']) {
    await page.goto(`${shop.origin}${path}?language=en-XA`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
    expect([path, await englishOn(page)]).toEqual([path, path.endsWith('package') ? inHead : []]);
  }
});

test('right-to-left pages are mirrored without overflow', { tag: '@long' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/contact-us?language=ar-XB`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await englishOn(page)).toEqual([]);
  expect(await sideways(page)).toEqual(['false']);
  const sides = await page.evaluate(() => {
    const from = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? 0;
    return { home: from('header a'), menu: from('header button[aria-haspopup]') };
  });
  expect(sides.home).toBeGreaterThan(sides.menu);
});

test('a message from that page is rejected, sent, and answered in its language', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { buyer } = shop;
  await page.goto(`${shop.origin}/contact-us?language=en-XA`);
  const main = page.getByRole('main');
  const field = (name: string) => main.locator(`[name="${name}"]`);
  await field('firstName').fill(buyer.firstName);
  await field('lastName').fill(buyer.lastName);
  await field('email').fill(buyer.email);
  const country = main.locator('input[role="combobox"]');
  await country.fill(buyer.country);
  await page.getByRole('option', { name: buyer.country, exact: true }).click();
  await field('contact').fill('12');
  await field('message').fill('Do I need a visa?');
  await field('consent').check();
  await submit(page).click();
  await expect(main.getByText(/^Éñťéŕ ťĥé ñúɱƀéŕ ŵíťĥ íťš çóúñťŕý çóđé/)).toBeVisible();
  await field('contact').fill(buyer.phone);

  await page.route('**/api/contacts', (route) =>
    route.fulfill({
      status: 429,
      headers: {
        'x-error-code': 'rate_limited',
        'x-error-detail': JSON.stringify({
          text: 'Too many requests. Please try again {wait}',
          values: { wait: { seconds: 3_600 } },
        }),
      },
      json: 'Too many requests. Please try again in 60 minutes',
    }),
  );
  await submit(page).click();
  await expect(main.getByText(/^Ťóó ɱáñý ŕé.úéšťš\. Þĺéášé ťŕý áĝáíñ in 60 minutes /)).toBeVisible();
  await page.unroute('**/api/contacts');
  await page.route('**/api/contacts', (route) =>
    route.fulfill({ status: 503, headers: { 'x-error-code': 'busy' }, json: 'The shop is very busy' }),
  );
  await submit(page).click();
  await expect(main.getByText(/^éŕŕóŕ óççúŕŕéđ, þĺéášé ťŕý áĝáíñ ĺáťéŕ/)).toBeVisible();
  await page.unroute('**/api/contacts');

  await submit(page).click();
  await expect(page).toHaveURL(/\/contact-submit-successful$/);
  const [acknowledgement] = await shop.mails();
  expect(acknowledgement?.subject).toMatch(/^Ŵé ĥáṽé ŕéçéíṽéđ ýóúŕ ɱéššáĝé/);
  expect(acknowledgement?.html).toContain('<html lang="en-XA" dir="ltr">');
});

test('English pages stay the same: they contain no translations and request none', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${shop.origin}/contact-us`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await submit(page).click();
  await expect(page.getByText('First name is required', { exact: true })).toBeVisible();
  expect(requested.filter((path) => path.includes('languages'))).toEqual([]);
  expect(await page.content()).not.toContain('Éñťéŕ');
});
