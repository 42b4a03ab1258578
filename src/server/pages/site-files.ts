/** Generates robots.txt, the sitemap, and a summary for assistants from the pages' own data. */
import { listBlogs } from '#contract/blogs.ts';
import { listProducts } from '#contract/catalog.ts';
import { createClient } from '#contract/client.ts';
import { locale } from '#kernel/locale.ts';
import { pageLanguages, plainPath, translationsOf } from '#kernel/page-languages.ts';
import { publicPaths } from '#contract/pages.ts';
import { type Company, site } from '#content/site.ts';
import type { Drawn } from './page-cache.ts';
import { commonHeaders, inertPolicy } from '#server/http/security-headers.ts';

type Contact = Pick<Company, 'email' | 'phone'>;
type Site = { origin: string; apiFetch: typeof fetch; company: Contact };
type Post = { slug: string; title: string; metaDescription: string; updatedAt: string };

/** Each file's name, media type, and generator. */
const files: Record<string, { type: string; make: (where: Site) => Promise<string> }> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', make: robots },
  '/sitemap.xml': { type: 'application/xml; charset=utf-8', make: sitemap },
  '/llms.txt': { type: 'text/plain; charset=utf-8', make: summary },
};

export const isSiteFile = (path: string): boolean => Object.hasOwn(files, path);

export async function drawSiteFile(path: string, where: Site): Promise<Drawn> {
  const file = files[path];
  if (file === undefined) throw new Error(`there is no file ${path}`);
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'content-type': file.type,
      'content-security-policy': inertPolicy,
      'cache-control': 'public, max-age=3600',
      vary: 'accept-encoding',
    },
    body: Buffer.from(await file.make(where)),
  };
}

/**
 * Private pages are listed so that crawlers do not waste visits. The pages themselves also send `noindex`.
 */
async function robots({ origin }: Site): Promise<string> {
  const translated = pageLanguages.flatMap(({ code }) => [`/${code}/checkout`, `/${code}/payment`]);
  const closed = ['/api/', '/checkout', '/booster-checkout', '/profile', '/payment', ...translated];
  return `User-agent: *\nAllow: /\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`;
}

const postBatchSize = 100;
const pagesOfPostsAtMost = 50;

async function readPosts({ origin, apiFetch }: Site): Promise<Post[]> {
  const call = createClient(apiFetch, origin);
  const posts: Post[] = [];
  for (let page = 1; page <= pagesOfPostsAtMost; page += 1) {
    const { data, totalCount } = await call(listBlogs, { query: { page, limit: postBatchSize } });
    posts.push(...data);
    if (data.length === 0 || posts.length >= totalCount) break;
  }
  return posts;
}

const readProducts = ({ origin, apiFetch }: Site) => createClient(apiFetch, origin)(listProducts);

async function sitemap(where: Site): Promise<string> {
  const posts = await readPosts(where);
  const products = await readProducts(where);
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  // A page without a known change date has no date: a policy's date is when it took effect, not when its text
  // last changed.
  const days: Record<string, string | undefined> = { '/blogs': newest };
  const pages = [
    ...publicPaths.map((path) => ({ path, changed: days[path] })),
    ...products.map(({ id }) => ({ path: `/products/${id}`, changed: undefined })),
    ...posts.map(({ slug, updatedAt }) => ({ path: `/blogs/${slug}`, changed: updatedAt })),
  ];
  const entries = pages.flatMap(({ path, changed }) =>
    translationsOf(path).map((translation) => ({ path: translation.path, changed })),
  );
  const lines = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(where.origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}${alternates(where.origin, path)}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.join('\n')}\n</urlset>\n`;
}

/** Links to the page in each language, or nothing for a page in one language only. */
function alternates(origin: string, path: string): string {
  const all = translationsOf(path);
  if (all.length === 1) return '';
  return [...all, { code: 'x-default', path: plainPath(path) }]
    .map(
      ({ code, path: address }) =>
        `<xhtml:link rel="alternate" hreflang="${code}" href="${escapeXml(origin + address)}"/>`,
    )
    .join('');
}

const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The llmstxt.org format: a name, a sentence, and lists of links with a sentence each. */
async function summary(where: Site): Promise<string> {
  const { email, phone } = where.company;
  const products = await readProducts(where);
  const posts = await readPosts(where);
  const link = (title: string, path: string, summary: string): string =>
    `- [${title}](${where.origin}${path}): ${summary}`;
  return [
    `# ${site.name}`,
    `> ${site.tagline}. Company formation, tax numbers, address, phone, bookkeeping and business credit for founders outside the United States.`,
    site.disclaimer,
    '## Pages',
    [
      link(
        'Products and prices',
        '/products',
        'every service with its price in US dollars, what it includes and how long it takes',
      ),
      link(
        'Which services do you need?',
        '/quiz',
        'five questions that lead to a list of services with reasons and prices',
      ),
      link(
        'Net 30 vendor account',
        '/net-30-vendor',
        'how buying now and paying within 30 days works, with an example',
      ),
      link('Frequently asked questions', '/faq', 'what we do and what we do not do'),
      link('About us', '/about-us', 'who we are'),
      link('Contact us', '/contact-us', `by form, by phone ${phone} or by email ${email}`),
      link('Terms', '/terms', 'the agreement'),
      link('Privacy policy', '/privacy-policy', 'which data we keep and why'),
      link('Refund policy', '/refund-policy', 'renewals, canceling and refunds'),
      link('Guarantees', '/guarantees', 'what is refunded when, and what cannot be promised'),
      link('Inside an order', '/inside-an-order', 'one sample order day by day, with its documents'),
      link('Status', '/status', 'what works right now, and the last 90 days'),
    ].join('\n'),
    '## Services',
    products.map((product) => link(product.name, `/products/${product.id}`, priceOf(product))).join('\n'),
    ...(posts.length === 0
      ? []
      : [
          '## Guides',
          posts.map((post) => link(post.title, `/blogs/${post.slug}`, post.metaDescription)).join('\n'),
        ]),
  ]
    .join('\n\n')
    .concat('\n');
}

type Priced = { price: number | null; subscriptionPrice: number | null; subscriptionPeriod: string | null };

function priceOf({ price, subscriptionPrice, subscriptionPeriod }: Priced): string {
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const today = price ?? subscriptionPrice;
  if (today === null) return 'price after evaluation';
  if (subscriptionPeriod === null || subscriptionPrice === null) return dollars.format(today);
  if (today === subscriptionPrice)
    return `${dollars.format(today)} every ${subscriptionPeriod}, renews until canceled`;
  return `${dollars.format(today)} for the first ${subscriptionPeriod}, then ${dollars.format(subscriptionPrice)} every ${subscriptionPeriod} until canceled`;
}
