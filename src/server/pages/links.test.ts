/** Every internal link of every public page and post leads to an existing page and fragment. */
import { translationsOf } from '#kernel/page-languages.ts';
import { publicPaths } from '#contract/pages.ts';
import { aWholeSite, type WholeSite } from '#test/builders/whole-site.ts';
import { amount } from '#test/amount.ts';
import { buildIfStale } from '#tools/build.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let site: WholeSite;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  site = await aWholeSite();
});
afterAll(() => site.stop());

type Seen = { status: number; html: string };
const seen = new Map<string, Promise<Seen>>();
function check(address: string): Promise<Seen> {
  const found = seen.get(address) ?? read(address);
  seen.set(address, found);
  return found;
}
async function read(address: string): Promise<Seen> {
  const answer = await site.ask(address);
  return { status: answer.status, html: await answer.text() };
}

const decoded = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
/** Internal addresses in a page: its links, and the resources it shows or loads. */
const addressesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/\b(?:href|src)="([^"]+)"/g)]
      .map(([, link = '']) => decoded(link))
      .filter((link) => /^(\/(?!\/)|#)/.test(link)),
  ),
];

test('internal links of public pages and posts are valid, including their fragments', {
  tags: ['long'],
}, async () => {
  // Product pages in other languages share one template, so a sample is enough.
  const translated = [...publicPaths, ...site.products.slice(0, amount(2, site.products.length))];
  const starts = [
    ...new Set([
      ...publicPaths,
      ...site.posts,
      ...site.products,
      ...translated.flatMap((path) => translationsOf(path)).map(({ path }) => path),
    ]),
  ];
  expect(site.posts.length).toBeGreaterThanOrEqual(18);
  const broken: string[] = [];
  let links = 0;
  for (const start of starts) {
    const { status, html } = await check(start);
    if (status !== 200) broken.push(`${start}: ${status}`);
    for (const link of addressesIn(html)) {
      links += 1;
      const { pathname, search, hash } = new URL(link, `https://stateside.example${start}`);
      const target = await check(pathname + search);
      if (target.status !== 200) broken.push(`${start} → ${link}: ${target.status}`);
      // `#top` exists on every page by the HTML standard.
      else if (
        hash !== '' &&
        hash !== '#top' &&
        !target.html.includes(` id="${decodeURIComponent(hash.slice(1))}"`)
      )
        broken.push(`${start} → ${link}: no such part`);
    }
  }
  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(900);
});
