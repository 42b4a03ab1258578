/**
 * What the head of every page tells others: search engines, and sites that show a card for a link. It is made from the title and the
 * description that the page has anyway, so no page can forget it and no browser loads it. Only the server sees this file.
 */
import { isHiddenPath, isSharedPath, sharedAddress } from '#kernel/pages.ts';
import { locale } from '#kernel/locale.ts';
import { site } from '#kernel/site.ts';
import { escapeForScript } from './escape.ts';
import { structuredData } from './structured-data.ts';

export type Page = { url: URL; status: number; data: Record<string, unknown> };

/** The size that the large sites ask for. */
const cardPixels = { width: 1_200, height: 630 };

/** The address of the picture that stands for a page on other sites. */
export const cardAddress = (path: string): string => `/cards${path === '/' ? '/home' : path}.png`;

export function headOf(html: string, page: Page): string {
  const { url, status } = page;
  if (status !== 200) return '';
  if (isHiddenPath(url.pathname)) return html.includes('name="robots"') ? '' : '<meta name="robots" content="noindex"/>';
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? site.name;
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const shared = sharedAddress(url.pathname, url.searchParams);
  const address = url.origin + escapeAttribute(shared ?? url.pathname);
  return [
    // A cut of a list that only its reader asked for: the list itself is what should be found.
    ...(isSharedPath(url.pathname) && shared === null ? ['<meta name="robots" content="noindex, follow"/>'] : []),
    `<link rel="canonical" href="${address}"/>`,
    ...cardTags({ title, description, address, path: url.pathname, origin: url.origin }),
    ...structuredData(page, title).map((thing) => `<script type="application/ld+json">${escapeForScript(JSON.stringify(thing))}</script>`),
  ].join('');
}

type Card = { title: string; description: string; address: string; path: string; origin: string };

/** `title` and `description` come out of the page and are escaped as they are. */
function cardTags({ title, description, address, path, origin }: Card): string[] {
  const properties: Record<string, string> = {
    'og:title': title,
    'og:description': description,
    'og:type': path.startsWith('/blogs/') ? 'article' : 'website',
    'og:url': address,
    'og:site_name': site.name,
    'og:locale': locale.replace('-', '_'),
    // A page without a card of its own, such as the log-in, is shown with that of the home page.
    'og:image': origin + cardAddress(isSharedPath(path) ? path : '/'),
    'og:image:type': 'image/png',
    'og:image:width': String(cardPixels.width),
    'og:image:height': String(cardPixels.height),
    'og:image:alt': isSharedPath(path) ? title : site.name,
  };
  return [
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${content}"/>`),
    '<meta name="twitter:card" content="summary_large_image"/>',
  ];
}

const escapeAttribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
