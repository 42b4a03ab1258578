/**
 * Every XSS vector goes through the body of a post into a real page. No script runs, nothing is fetched, and
 * no policy violation is reported.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { authorElements } from '#content/post-body.ts';
import { alive, expect, type Shop, test } from '#e2e/story.ts';
import { certainVectors, xssVectors } from '#test/xss-vectors.ts';

/** Inserts the row directly, past the first sanitizer, as an intruder would. */
async function storePost(shop: Shop, body: string): Promise<string> {
  const slug = `x-${randomUUID()}`;
  const text = 'A post';
  await shop.db
    .insertInto('blog_post')
    .values({
      ...{
        slug,
        title: text,
        meta_title: text,
        meta_description: text,
        image_alt: text,
        banner_image: '/blog/ein-without-ssn.svg',
      },
      ...{
        body: body.replaceAll('\0', ''),
        excerpt: text,
        reading_minutes: 1,
        tags: ['Visas'],
        published_at: new Date(0),
        updated_at: new Date(0),
        reviewed_at: new Date(0),
      },
    })
    .execute();
  return slug;
}

type Watched = { ran: number; reports: string[] };

/** Counts calls to `ran()` and the browser's policy reports. */
async function watch(page: Page, origin: string): Promise<{ seen(): Promise<Watched>; abroad: string[] }> {
  const abroad: string[] = [];
  page.on('request', (request) => request.url().startsWith(origin) || abroad.push(request.url()));
  page.on('dialog', (dialog) => {
    abroad.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const watched: Watched = { ran: 0, reports: [] };
    Object.assign(window, { watched, ran: () => (watched.ran += 1) });
    document.addEventListener('securitypolicyviolation', (event) =>
      watched.reports.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return { abroad, seen: () => page.evaluate("Reflect.get(window, 'watched')") };
}

/** Uses the browser's own parser to find forbidden elements, attributes, and addresses. */
const activeParts = (page: Page): Promise<string[]> =>
  page.locator('.reading').evaluate(
    (body, allowed) =>
      [...body.querySelectorAll('*')].flatMap((element) => {
        const name = element.localName;
        const wrong = [...element.attributes].filter(
          ({ name: attribute, value }) =>
            /^(on|style$|class$|name$|srcdoc$|srcset$|formaction$)/.test(attribute) &&
            !(attribute === 'class' && value === 'reading-table'),
        );
        const href = element.getAttribute('href');
        const leads =
          href === null || /^(\/(?!\/)|#|https:\/\/|mailto:)/.test(href) ? [] : [`leads to ${href}`];
        // Our own frame around wide tables is allowed.
        const isKnown =
          element.namespaceURI === 'http://www.w3.org/1999/xhtml' &&
          (allowed.includes(name) || name === 'section');
        return [
          ...(isKnown ? [] : [`element ${name}`]),
          ...wrong.map((attribute) => `${name} ${attribute.name}`),
          ...leads,
        ];
      }),
    [...authorElements] as string[],
  );

test('control: the strongest vectors do run in an unprotected page', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { seen } = await watch(page, shop.origin);
  await page.setContent(
    `<script>ran = () => watched.ran += 1; watched = { ran: 0, reports: [] }</script>${certainVectors.join('')}`,
  );
  await expect.poll(async () => (await seen()).ran).toBe(certainVectors.length);
});

test('no vector runs in a page rendered by the server or by the browser', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const { seen, abroad } = await watch(page, shop.origin);
  const descriptions: string[] = [];
  for (const vector of xssVectors) {
    const slug = await storePost(shop, vector);
    const answer = await fetch(`${shop.origin}/api/blogs/${slug}`);
    await shop.db.deleteFrom('blog_post').where('slug', '=', slug).execute();
    expect(answer.status, vector).toBe(200);
    descriptions.push(((await answer.json()) as { description: string }).description);
  }
  // Once with each vector processed separately, so one that swallows the rest hides no other. Once with the
  // raw vectors, in two halves.
  const half = Math.ceil(xssVectors.length / 2);
  const bodies = [
    descriptions.join('\n'),
    xssVectors.slice(0, half).join('\n'),
    xssVectors.slice(half).join('\n'),
  ];
  const checks = async (): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A post');
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
    expect(await activeParts(page)).toEqual([]);
    expect(await seen()).toEqual({ ran: 0, reports: [] });
  };
  const slugs: string[] = [];
  try {
    for (const body of bodies) slugs.push(await storePost(shop, body));
    for (const slug of slugs) {
      await page.goto(`${shop.origin}/blogs/${slug}`);
      await checks();
    }
    await page.goto(`${shop.origin}/blogs?limit=1&page=19`);
    await alive(page);
    await page.getByRole('main').getByRole('article').getByRole('link').click();
    await checks();
    expect(abroad).toEqual([]);
  } finally {
    // The next test in this shop counts the posts.
    if (slugs.length > 0) await shop.db.deleteFrom('blog_post').where('slug', 'in', slugs).execute();
  }
});
