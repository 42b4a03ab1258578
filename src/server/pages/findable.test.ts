/**
 * Metadata for search engines, other sites, and assistants: the head of each page and three files for the
 * whole site.
 */
import * as written from '#test/builders/written-site.ts';
import { headingsOf, textOf } from '#test/html.ts';
import { brotliDecompressSync } from 'node:zlib';
import { translationsOf } from '#kernel/page-languages.ts';
import { publicPaths } from '#contract/pages.ts';
import { inGroups } from '#content/product-groups.ts';
import { defaultCompany, site } from '#content/site.ts';
import { buildIfStale } from '#tools/build.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { createPages, type Pages } from './pages.ts';

const { apiFetch, origin, post, products } = written;
let pages: Pages;
beforeAll(async () => {
  await buildIfStale(() => undefined);
  pages = await createPages({
    mode: 'production',
    apiFetch,
    sandboxOrigin: null,
    publicOrigin: origin,
    shopSettings: defaultSettings.current,
    contentVersion: async () => '1',
  });
});
afterAll(() => pages.stop());

const ask = (path: string): Promise<Response> => pages.fetch(new Request(`http://10.0.0.7:3000${path}`));
const read = async (path: string): Promise<string> => (await ask(path)).text();
const only = (html: string, pattern: RegExp): string => {
  const found = [...html.matchAll(pattern)];
  expect([String(pattern), found.length]).toEqual([String(pattern), 1]);
  return found[0]?.[1] ?? '';
};
const entitiesIn = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  );
const findEntity = async (path: string, type: string): Promise<Record<string, unknown>> => {
  const found = entitiesIn(await read(path)).find((entity) => entity['@type'] === type);
  if (!found) throw new Error(`${path} has no ${type}`);
  return found;
};

test('every public page answers', async () => {
  const answers = await Promise.all(
    publicPaths.map(async (path) => [path, (await ask(path)).status] as const),
  );
  expect(answers).toEqual(publicPaths.map((path) => [path, 200]));
  expect(publicPaths.length).toBeGreaterThanOrEqual(10);
});

test('every public page has one canonical link under the public name, and matching card tags', async () => {
  for (const path of publicPaths) {
    const html = await read(`${path}?utm_source=email`);
    expect(only(html, /<link rel="canonical" href="([^"]*)"/g)).toBe(origin + path);
    expect(only(html, /<meta property="og:url" content="([^"]*)"/g)).toBe(origin + path);
    expect(only(html, /<meta property="og:title" content="([^"]*)"/g)).toBe(
      only(html, /<title>([^<]*)<\/title>/g),
    );
    expect(only(html, /<meta property="og:description" content="([^"]*)"/g).length).toBeGreaterThanOrEqual(
      70,
    );
    expect(only(html, /<meta property="og:image" content="([^"]*)"/g)).toMatch(
      /^https:\/\/stateside\.example\/cards\/[a-z0-9/-]+\.png$/,
    );
    expect(only(html, /<meta name="twitter:card" content="([^"]*)"/g)).toBe('summary_large_image');
    expect(html).not.toContain('10.0.0.7');
    expect(html).not.toContain('noindex');
  }
});

test.each(['limit=3', 'tag=Taxes', 'search=llc', 'tag=Taxes&page=1'])(
  '/blogs?%s is noindex with the list as canonical, and is not cached',
  async (query) => {
    const answer = await ask(`/blogs?${query}`);
    const html = await answer.text();
    expect(only(html, /<meta name="robots" content="([^"]*)"/g)).toBe('noindex, follow');
    expect(only(html, /<link rel="canonical" href="([^"]*)"/g)).toBe(`${origin}/blogs`);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask('/blogs')).headers.get('cache-control')).toContain('s-maxage');
  },
);

test("the data of the home page is cached under the router's name", async () => {
  expect((await ask('/_.data')).headers.get('cache-control')).toContain('s-maxage');
});

test('titles and descriptions are different on each page', async () => {
  const heads = await Promise.all(publicPaths.map((path) => read(path)));
  for (const pattern of [/<title>([^<]*)/g, /<meta name="description" content="([^"]*)"/g]) {
    const found = heads.map((html) => only(html, pattern));
    expect(new Set(found).size).toBe(found.length);
  }
});

test('no page claims that renewals have not started, and what renews is shown with its price', async () => {
  for (const path of [...publicPaths, '/llms.txt'])
    expect(await read(path), path).not.toMatch(/have not started|[Dd]oes not renew/);
  expect(await read('/llms.txt')).toContain(
    '/products/us-phone-number): $24.99 for the first month, then $14.99 every month until canceled',
  );
  expect(textOf(await read('/products'))).toMatch(
    /\$24\.99 for the first month ?Then \$14\.99 every month\. Renews until you cancel/,
  );
});

describe('structured data', () => {
  test('of the home page: the company', async () => {
    expect(await findEntity('/', 'Organization')).toMatchObject({
      name: site.name,
      url: `${origin}/`,
      telephone: defaultCompany.phone,
    });
    expect(await findEntity('/', 'WebSite')).toMatchObject({ url: `${origin}/`, inLanguage: 'en' });
  });

  test('of the products: each with the shown price, and no offer without a price', async () => {
    const html = await read('/products');
    const list = (await findEntity('/products', 'ItemList')).itemListElement as {
      item: { name: string; offers?: { price: string } };
    }[];
    const shown = inGroups(products).flatMap((group) => group.products);
    expect(list.map(({ item }) => item.name)).toEqual(shown.map(({ name }) => name));
    const headings = headingsOf(html).flatMap(({ level, text }) => (level === 3 ? [text] : []));
    expect(headings).toEqual(shown.map(({ name }) => name));
    for (const [index, { item }] of list.entries()) {
      const price = shown[index]?.price ?? shown[index]?.subscriptionPrice;
      if (price == null) expect(item.offers).toBeUndefined();
      else {
        expect(item.offers).toMatchObject({
          price: price.toFixed(2),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
        });
        expect(html).toContain(
          new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(price),
        );
        const period = shown[index]?.subscriptionPeriod;
        expect(item.offers).toEqual(
          period == null
            ? expect.not.objectContaining({ priceSpecification: expect.anything() })
            : expect.objectContaining({
                priceSpecification: expect.objectContaining({ price: price.toFixed(2), billingDuration: 1 }),
              }),
        );
      }
    }
  });

  test.each(products.map(({ id }) => id))(
    'of the page of %s: the content of the page, and no offer without a price',
    async (id) => {
      const path = `/products/${id}`;
      const html = await read(path);
      const text = textOf(html);
      const sold = products.find((product) => product.id === id);
      const price = sold?.price ?? sold?.subscriptionPrice ?? null;
      const { offers, ...said } = (await findEntity(path, 'Product')) as {
        name: string;
        description: string;
        image: string;
        url: string;
        offers?: Record<string, string>;
      };
      expect([said.name, said.url]).toEqual([sold?.name, origin + path]);
      expect(headingsOf(html).flatMap(({ level, text: heading }) => (level === 1 ? [heading] : []))).toEqual([
        said.name,
      ]);
      expect(text).toContain(said.description);
      expect(said.description.length).toBeGreaterThanOrEqual(60);
      expect(html).toContain(`src="${said.image.slice(origin.length)}"`);
      if (price === null) expect(offers).toBeUndefined();
      else {
        expect(offers).toMatchObject({ price: price.toFixed(2), priceCurrency: 'USD', url: origin + path });
        expect(text).toContain(
          new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(price),
        );
        expect(offers?.priceSpecification !== undefined).toBe(sold?.subscriptionPeriod !== null);
      }
      const { itemListElement } = (await findEntity(path, 'BreadcrumbList')) as {
        itemListElement: { name: string }[];
      };
      expect(itemListElement.map(({ name }) => name)).toEqual(['Home', 'Products', said.name]);
      expect(only(html, /<link rel="canonical" href="([^"]*)"/g)).toBe(origin + path);
      expect(only(html, /<meta property="og:image" content="([^"]*)"/g)).toBe(`${origin}/cards${path}.png`);
      expect((await ask(`/cards${path}.png`)).status).toBe(200);
      expect((await ask(path)).headers.get('cache-control')).toContain('s-maxage');
    },
  );

  test('escapes content that would end its script element', async () => {
    const html = await read('/products');
    expect(html).toContain('EIN </\\u0073cript><b>filing');
    expect(html).not.toContain('EIN </script>');
  });

  test('of the questions: word for word as shown', async () => {
    const { mainEntity } = (await findEntity('/faq', 'FAQPage')) as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[];
    };
    expect(mainEntity).toHaveLength(7);
    // Links and non-breaking spans inside a text do not change its words.
    const shown = (await read('/faq')).replace(/<script[\s\S]*?<\/script>|<\/?(?:span|a)\b[^>]*>/g, '');
    for (const { name, acceptedAnswer } of mainEntity)
      for (const text of [name, ...acceptedAnswer.text.split('\n\n')])
        expect(shown).toContain(
          text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;'),
        );
  });

  test('of every other page: its breadcrumbs', async () => {
    const { itemListElement } = (await findEntity('/terms', 'BreadcrumbList')) as {
      itemListElement: { name: string; item: string }[];
    };
    expect(itemListElement.map(({ name, item }) => [name, item])).toEqual([
      ['Home', `${origin}/`],
      ['Terms and Conditions', `${origin}/terms`],
    ]);
  });

  test('of a post: titled as on the page, not as in search results', async () => {
    const path = `/blogs/${post.slug}`;
    const { itemListElement } = (await findEntity(path, 'BreadcrumbList')) as {
      itemListElement: { name: string }[];
    };
    expect(itemListElement.map(({ name }) => name)).toEqual(['Home', 'Blogs', post.title]);
    expect(post.title).not.toBe(post.metaTitle);
  });
});

test('private, payment, and thank-you pages are noindex in header and head, without a canonical link', async () => {
  for (const path of ['/checkout', '/payment-successful', '/register-success', '/reset-password']) {
    const answer = await ask(path);
    const html = await answer.text();
    expect([path, answer.headers.get('x-robots-tag')]).toEqual([path, 'noindex']);
    expect([path, html.match(/<meta name="robots" content="noindex"/g)?.length]).toEqual([path, 1]);
    expect(html).not.toContain('canonical');
  }
});

test('robots.txt allows the site, disallows private pages, and names the sitemap', async () => {
  const answer = await ask('/robots.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  for (const line of [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /checkout',
    'Disallow: /es/checkout',
    'Disallow: /profile',
    `Sitemap: ${origin}/sitemap.xml`,
  ])
    expect(text.split('\n')).toContain(line);
});

test('sitemap.xml lists every public page, product, and post, with true dates', async () => {
  const answer = await ask('/sitemap.xml');
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const text = await answer.text();
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual(
    [...publicPaths, ...products.map(({ id }) => `/products/${id}`), `/blogs/${post.slug}`]
      .flatMap((path) => translationsOf(path))
      .map(({ path }) => origin + path),
  );
  expect(text).toContain(`<loc>${origin}/blogs/${post.slug}</loc><lastmod>${post.updatedAt}</lastmod>`);
  for (const path of ['/terms', '/privacy-policy', '/refund-policy'])
    expect(text).toContain(`<loc>${origin}${path}</loc></url>`);
  expect(text).toContain(`<loc>${origin}/about-us</loc></url>`);
});

test('llms.txt has a heading, links, and catalog prices', async () => {
  const text = await read('/llms.txt');
  expect(text).toMatch(/^# Stateside\n\n> /);
  expect(text).toContain(`](${origin}/products)`);
  expect(text).toContain(`[Wyoming LLC formation](${origin}/products/wyoming-llc): $349.00`);
  expect(text).toContain(`[${post.title}](${origin}/blogs/${post.slug})`);
});

test('each page has a card of 1200 by 630 under 300 kB, and an unknown page has none', async () => {
  const answer = await ask('/cards/products.png');
  const picture = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
  expect(picture.length).toBeLessThan(300_000);
  const revalidated = await pages.fetch(
    new Request(`${origin}/cards/products.png`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    }),
  );
  expect(revalidated.status).toBe(304);
  for (const path of [
    '/cards/checkout.png',
    '/cards/no-such.png',
    '/cards/../products.png',
    '/cards/products.jpg',
    '/cards/blogs/none.png',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test('an unknown page is compressed, and so are an unknown post and an unknown product', async () => {
  for (const path of ['/no/such/page', '/blogs/none', '/products/none']) {
    const answer = await pages.fetch(new Request(origin + path, { headers: { 'accept-encoding': 'br' } }));
    expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 404, 'br']);
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toContain('Oops!');
  }
});

test('every public page has its own card', async () => {
  const paths = [...publicPaths, `/blogs/${post.slug}`];
  const pictures: string[] = [];
  for (const path of paths) {
    const [, address = ''] =
      /<meta property="og:image" content="https?:\/\/[^/]*([^"]*)"/.exec(await read(path)) ?? [];
    const answer = await ask(address);
    expect([path, answer.status]).toEqual([path, 200]);
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(picture.length).toBeLessThan(300_000);
    pictures.push(picture.toString('base64'));
  }
  expect(new Set(pictures).size).toBe(paths.length);
});

test('the head names every icon and the manifest, and each is served', async () => {
  const html = await read('/');
  for (const [, address = ''] of html.matchAll(
    /<link [^>]*rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g,
  ))
    expect([address, (await ask(address)).status]).toEqual([address, 200]);
  const answer = await ask('/site.webmanifest');
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    name: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest.name).toBe(site.name);
  for (const { src, sizes } of manifest.icons) {
    const icon = await ask(src);
    expect([src, icon.status]).toEqual([src, 200]);
    const picture = Buffer.from(await icon.arrayBuffer());
    if (src.endsWith('.png'))
      expect([src, sizes]).toEqual([src, `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`]);
  }
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual(
    expect.arrayContaining([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]),
  );
});
