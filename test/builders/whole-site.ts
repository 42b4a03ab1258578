/**
 * Every page as the shop serves it, with all services and posts, read without a browser. The pages must be
 * built first.
 */
import { services } from '#db/seeds/services.ts';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { publish } from '#modules/content/service.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { createPages, type Pages } from '#server/pages/pages.ts';
import { aShop, type Shop } from './shop.ts';

export type WholeSite = {
  shop: Shop;
  pages: Pages;
  /** The addresses of all posts. */
  posts: string[];
  /** The addresses of all products. */
  products: string[];
  /** Fetches a page or an API response as a visitor. Redirects are not followed. */
  ask(address: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
};

const origin = 'https://stateside.example';

export async function aWholeSite(): Promise<WholeSite> {
  const shop = await aShop({ runJobs: false });
  const { added } = await publish(shop.deps, await readSeedPosts(), { replace: true });
  const apiFetch: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    return fetch(shop.origin + pathname + search, init);
  };
  const pages = await createPages({
    mode: 'production',
    apiFetch,
    sandboxOrigin: null,
    publicOrigin: origin,
    languages: await readLanguages(spokenLanguages),
    shopSettings: shop.deps.settings.current,
    contentVersion: shop.deps.settings.refresh,
  });
  return {
    shop,
    pages,
    posts: added.map((slug) => `/blogs/${slug}`),
    products: services.map(({ id }) => `/products/${id}`),
    ask: (address, headers = {}) =>
      /^\/api\/|^\/blogs\/feed\.xml$/.test(address)
        ? fetch(shop.origin + address, { headers })
        : pages.fetch(new Request(origin + address, { redirect: 'manual', headers })),
    async stop() {
      await pages.stop();
      await shop.stop();
    },
  };
}
