/**
 * What the head of a page tells others: search engines, and sites that show a card for a link. It is made from the title, the description
 * and the data that the page has anyway, so no page can forget it. Only in the server's document: no browser loads it.
 */
import { createContext, use } from 'react';
import { useMatches } from 'react-router';
import { plainPath, translationsOf } from '#kernel/page-languages.ts';
import { isHiddenPath, isSharedPath, sharedAddress } from '#kernel/pages.ts';
import { locale } from '#kernel/locale.ts';
import { site } from '#kernel/site.ts';
import { useLanguage } from '#web/language.tsx';
import { earlyPageScript } from '#web/early-page.ts';
import { documentTitle, usePageHead } from './page-head.tsx';
import { structuredData } from './structured-data.ts';

/** What only the server knows of a document. */
export type ServerDocument = { url: URL; status: number; nonce: string | undefined };

export const ServerDocumentContext = /* @__PURE__ */ createContext<ServerDocument | null>(null);

/** The scripts and tags that the server adds to the head. */
export function ServerHead() {
  const page = use(ServerDocumentContext);
  if (page === null) return null;
  const path = page.url.pathname;
  const changed = changedSettings();
  return (
    <>
      {page.status === 200 && (isHiddenPath(path) ? <meta name="robots" content="noindex" /> : <HeadForOthers {...page} />)}
      {changed !== null && <script nonce={page.nonce}>{changed}</script>}
      <script nonce={page.nonce}>{earlyPageScript}</script>
    </>
  );
}

/**
 * What an operator has changed of what pages say, for the browser, which would otherwise go by the usual values of its own files. Nothing
 * where nothing was changed. The EIN of the company stands on no page.
 */
function changedSettings(): string | null {
  const { site: facts, credit } = globalThis.shopSettings ?? {};
  if (facts === undefined && credit === undefined) return null;
  const { tax: _, ...shown } = facts ?? {};
  const text = JSON.stringify({ ...(facts && { site: shown }), ...(credit && { credit }) });
  return `shopSettings=${text.replaceAll('<', '\\u003c')}`;
}

/** The size that the large sites ask for. */
const cardPixels = { width: '1200', height: '630' };

/** As the large sites know our languages. */
const cardLocales: Record<string, string> = { es: 'es_LA', ar: 'ar_AR' };

/** The same page in each language, its own too; whoever reads none of them is led to English. */
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
  const { code, known } = language;
  const data = Object.fromEntries(useMatches().map(({ id, loaderData }) => [id.replace(/^\w+\/(?=routes\/)/, ''), loaderData]));
  const shared = sharedAddress(path, searchParams);
  const address = origin + (shared ?? path);
  const title = documentTitle(head);
  const post = (data['routes/blog-post'] as { post: { bannerImage: string; imageAlt: string } | null } | undefined)?.post;
  const product = (data['routes/product'] as { product: { image: string } | null } | undefined)?.product;
  const card: Record<string, string> = {
    'og:title': title,
    'og:description': head.description ?? known(site.tagline),
    'og:type': path.startsWith('/blogs/') ? 'article' : 'website',
    'og:url': address,
    'og:site_name': site.name,
    'og:locale': cardLocales[code] ?? locale.replace('-', '_'),
    'og:image': origin + (post ? post.bannerImage.replace(/svg$/, 'png') : cardAddress(plainPath(path), product?.image)),
    'og:image:width': cardPixels.width,
    'og:image:height': cardPixels.height,
    'og:image:alt': post?.imageAlt ?? (isSharedPath(path) ? title : site.name),
  };
  return (
    <>
      {/* A cut of a list that only its reader asked for: the list itself is what should be found. */}
      {isSharedPath(path) && shared === null && <meta name="robots" content="noindex, follow" />}
      <link rel="canonical" href={address} />
      {(shared !== null || !isSharedPath(path)) && <Translations origin={origin} path={shared ?? path} />}
      {Object.entries(card).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {structuredData({ origin, path, title: head.title, data, language }).map((thing) => (
        <script key={String(thing['@type'])} type="application/ld+json">
          {JSON.stringify(thing)}
        </script>
      ))}
    </>
  );
}

/**
 * The picture that stands for a page on other sites (tools/cards.ts); for a post that is its cover. A page without a card of its own, such as
 * the log-in, is shown with the home page's, and a product with a picture that was uploaded with that of all products.
 */
const cardAddress = (path: string, productImage: string | undefined): string => {
  if (productImage !== undefined) return `/cards${/^\/products\/[a-z0-9-]+(?=\.svg$)/.exec(productImage)?.[0] ?? '/products'}.png`;
  return `/cards${path === '/' || !isSharedPath(path) ? '/home' : path}.png`;
};
