/**
 * The contract between the server and the pages: how a page is rendered, and which pages may reach the card
 * processor. A content security policy belongs to a document, so a payment page must be loaded as a new
 * document.
 */
import type { Texts } from '#kernel/language.ts';
import { plainPath } from '#kernel/page-languages.ts';
import type { ShopSettings } from '#content/shop-settings.ts';

/** Sent with a page that is not in English: its texts, and those it may show later, such as form errors. */
export type PageLanguage = { code: string; texts: Texts };

export type PageSettings = {
  /** Calls our own API in process. */
  apiFetch: typeof fetch;
  /**
   * The nonce of our own scripts. The response's policy repeats it, or it is removed from a shared page.
   * Null: no nonce.
   */
  nonce: string | null;
  /** The operator's settings as of this rendering. */
  shopSettings: ShopSettings;
  /** Omitted: English. */
  language?: PageLanguage | null;
  /** Translates English texts from the database, such as a product's. */
  moreTexts?: (english: readonly string[]) => Texts;
  /** Called for bugs only: neither an expected error nor a disconnected visitor counts as one. */
  reportError: (error: unknown) => void;
};

export type RenderedPage = { status: number; headers: Headers; body: Uint8Array };

/**
 * Renders one page, or the data of one page. Never rejects for a page that fails, because an error page is
 * rendered instead.
 */
export type RenderPage = (request: Request, settings: PageSettings) => Promise<RenderedPage>;

/** Factiiv redirects to it with a key in the address, in the window that one of our pages has opened. */
export const factiivReturnPath = '/connect/factiiv';

const paymentPaths = ['/checkout', '/booster-checkout', '/profile', '/subscription-card'];
const privatePaths = [
  '/admin',
  '/profile',
  factiivReturnPath,
  '/subscription-card',
  '/payment-successful',
  '/payment/success',
  '/credit-purchase-successful',
  '/booster-successful',
  '/contact-submit-successful',
  '/reset-password',
  '/set-password',
  '/complete-registration',
  '/change-email',
  '/unsubscribe',
];

/**
 * The id alone grants access to an invoice or a credit note, and the console's addresses have ids too. Ids
 * are case-sensitive.
 */
const documentPath = /^\/(invoices|credit-notes|admin)\/(.+)$/i;

/**
 * Pages that are the same for all visitors, with the query parameters that change them. Only these are cached
 * and shared.
 */
const sharedPaths: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/about-us': [],
  '/products': [],
  '/quiz': [],
  '/net-30-vendor': [],
  '/faq': [],
  '/blogs': ['page'],
  '/contact-us': [],
  '/privacy-policy': [],
  '/terms': [],
  '/refund-policy': [],
  '/guarantees': [],
  '/inside-an-order': [],
};
/**
 * Parameters that make a page not worth caching or indexing: other slices of a list, or one visitor's
 * answers.
 */
const ownParams: Readonly<Record<string, readonly string[]>> = {
  '/blogs': ['limit', 'tag', 'search'],
  '/net-30-vendor': ['total', 'formed'],
  '/quiz': ['live', 'sell', 'partners', 'visa', 'when', 'change'],
};
const postPath = /^\/blogs\/[a-z0-9-]{1,120}$/;
const productPath = /^\/products\/[a-z0-9-]{1,60}$/;

/** The shared pages that are neither posts nor products, for the sitemap. */
export const publicPaths: readonly string[] = Object.keys(sharedPaths);

/**
 * True for a page that is the same for all visitors: it may be cached, shared, and indexed by search engines.
 */
export function isSharedPath(path: string): boolean {
  const plain = plainPath(path);
  return Object.hasOwn(sharedPaths, plain) || postPath.test(plain) || productPath.test(plain);
}

/**
 * The canonical address of a shared page: known parameters only, in one order, and without defaults. Null for
 * a page that is not shared, and for a query that none of our links has.
 */
export function sharedAddress(path: string, query: URLSearchParams): string | null {
  const plain = plainPath(path);
  if (!isSharedPath(path) || ownParams[plain]?.some((word) => query.has(word))) return null;
  const stored: string[] = [];
  for (const word of sharedPaths[plain] ?? []) {
    const values = query.getAll(word);
    if (values.length === 0) continue;
    if (values.length > 1 || !/^[1-9]\d{0,3}$/.test(values[0] ?? '')) return null;
    if (word !== 'page' || values[0] !== '1') stored.push(`${word}=${values[0]}`);
  }
  return stored.length === 0 ? path : `${path}?${stored.join('&')}`;
}

/** True where the processor's script may run: only these pages have the wider policy. */
export const isPaymentPath = (path: string): boolean => paymentPaths.includes(plainPath(canonicalPath(path)));

/**
 * True for pages that belong to one person or have a token in their address: never stored, and sent without a
 * referrer.
 */
export function isPrivatePath(path: string): boolean {
  const canonical = plainPath(canonicalPath(path));
  return (
    privatePaths.includes(canonical) || canonical.startsWith('/profile/') || documentPath.test(canonical)
  );
}

/** Pages at the end of a process, of no use without it. */
const lastPages = ['/contact-submit-successful', '/register-success', '/forgot-password-email'];

/**
 * True for the page whose opener must detect its return: browsers cut the connection to the opener unless
 * this page allows it.
 */
export const isReturnToOpener = (path: string): boolean => canonicalPath(path) === factiivReturnPath;

/** True for the operators' console, which has its own frame and styles. */
export const isConsolePath = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/** True for pages that search engines should not show. */
export const isHiddenPath = (path: string): boolean =>
  isPrivatePath(path) || isPaymentPath(path) || lastPages.includes(plainPath(canonicalPath(path)));

/** Percent-encoded letters, digits, and `-._~`, which mean the same encoded and decoded. */
const disguised = /%(3\d|[46][1-9a-f]|[57][\da]|2[de]|5f|7e)/gi;

/** Decodes every letter, digit, and `-._~` in the path. */
export const withoutDisguise = (path: string): string =>
  path.replace(disguised, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * The canonical path of a page: nothing encoded unnecessarily, lowercase outside of ids, single slashes, and
 * none at the end.
 */
export function canonicalPath(path: string): string {
  const plain = withoutDisguise(path)
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');
  const [, folder, id] = documentPath.exec(plain) ?? [];
  return folder === undefined || id === undefined ? plain.toLowerCase() : `/${folder.toLowerCase()}/${id}`;
}
