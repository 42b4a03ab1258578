/**
 * Head tags for search engines and link previews, built from the title, description, and data that every page
 * has. They exist only in the server-rendered document; browsers do not load this module.
 */
import { createContext, use } from 'react';
import { useMatches } from 'react-router';
import { plainPath, translationsOf } from '#kernel/page-languages.ts';
import { isHiddenPath, isSharedPath, sharedAddress } from '#contract/pages.ts';
import { locale } from '#kernel/locale.ts';
import { defaultShown, type ShownSettings } from '#content/shop-settings.ts';
import { site } from '#content/site.ts';
import { useLanguage } from '#web/language.tsx';
import { earlyPageScript } from '#web/early-page.ts';
import { settingsId, useSettings } from '#web/use-settings.ts';
import { documentTitle, usePageHead } from './page-head.tsx';
import { structuredData } from './structured-data.ts';

/** Document data that only the server has. */
export type ServerDocument = { url: URL; status: number; nonce: string | undefined };

export const ServerDocumentContext = /* @__PURE__ */ createContext<ServerDocument | null>(null);

/** Scripts and tags that the server adds to the head. */
export function ServerHead() {
  const page = use(ServerDocumentContext);
  const settings = useSettings();
  if (page === null) return null;
  const path = page.url.pathname;
  const changed = changedSettings(settings);
  return (
    <>
      {page.status === 200 &&
        (isHiddenPath(path) ? <meta name="robots" content="noindex" /> : <HeadForOthers {...page} />)}
      {changed !== null && (
        <script type="application/json" id={settingsId}>
          {changed}
        </script>
      )}
      <script nonce={page.nonce}>{earlyPageScript}</script>
    </>
  );
}

const unchanged = /* @__PURE__ */ JSON.stringify(defaultShown);

/** The settings as JSON for the browser. Null without changes: the browser then uses its bundled defaults. */
function changedSettings(settings: ShownSettings): string | null {
  const text = JSON.stringify(settings);
  return text === unchanged ? null : text.replaceAll('<', '\\u003c');
}

/** The image size that the large social networks require. */
const cardPixels = { width: '1200', height: '630' };

/** The locale codes that the large social networks use for our languages. */
const cardLocales: Record<string, string> = { es: 'es_LA', ar: 'ar_AR' };

/**
 * `hreflang` links to every language of this page, including its own. The default for all other languages is
 * English.
 */
function Translations({ origin, path }: { origin: string; path: string }) {
  const all = translationsOf(path);
  if (all.length === 1) return null;
  return [...all, { code: 'x-default', path: plainPath(path) }].map(({ code, path: address }) => (
    <link key={code} rel="alternate" hrefLang={code} href={origin + address} />
  ));
}

function HeadForOthers({ url: { origin, pathname: path, searchParams } }: ServerDocument) {
  const head = usePageHead();
  const language = useLanguage();
  const { company } = useSettings();
  const { code, translate } = language;
  const data = Object.fromEntries(
    useMatches().map(({ id, loaderData }) => [id.replace(/^\w+\/(?=routes\/)/, ''), loaderData]),
  );
  const shared = sharedAddress(path, searchParams);
  const address = origin + (shared ?? path);
  const title = documentTitle(head);
  const post = (
    data['routes/blog-post'] as { post: { bannerImage: string; imageAlt: string } | null } | undefined
  )?.post;
  const product = (data['routes/product'] as { product: { image: string } | null } | undefined)?.product;
  const card: Record<string, string> = {
    'og:title': title,
    'og:description': head.description ?? translate(site.tagline),
    'og:type': path.startsWith('/blogs/') ? 'article' : 'website',
    'og:url': address,
    'og:site_name': site.name,
    'og:locale': cardLocales[code] ?? locale.replace('-', '_'),
    'og:image':
      origin +
      (post ? post.bannerImage.replace(/svg$/, 'png') : cardAddress(plainPath(path), product?.image)),
    'og:image:width': cardPixels.width,
    'og:image:height': cardPixels.height,
    'og:image:alt': post?.imageAlt ?? (isSharedPath(path) ? title : site.name),
  };
  return (
    <>
      {/* A filtered list is not indexed; the full list is. */}
      {isSharedPath(path) && shared === null && <meta name="robots" content="noindex, follow" />}
      <link rel="canonical" href={address} />
      {(shared !== null || !isSharedPath(path)) && <Translations origin={origin} path={shared ?? path} />}
      {Object.entries(card).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {structuredData({ origin, path, title: head.title, data, language, company }).map((entity) => (
        <script key={String(entity['@type'])} type="application/ld+json">
          {JSON.stringify(entity)}
        </script>
      ))}
    </>
  );
}

/**
 * The preview image of a page (tools/cards.ts). A post uses its cover. A page without a card, such as the
 * login page, uses the home page's card. A product with an uploaded image uses the card of the product list.
 */
const cardAddress = (path: string, productImage: string | undefined): string => {
  if (productImage !== undefined)
    return `/cards${/^\/products\/[a-z0-9-]+(?=\.svg$)/.exec(productImage)?.[0] ?? '/products'}.png`;
  return `/cards${path === '/' || !isSharedPath(path) ? '/home' : path}.png`;
};
