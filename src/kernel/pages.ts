/**
 * What the server and the pages must agree on: how a page is rendered, and which pages may talk to the card processor.
 * A content security policy belongs to a document, so a payment page must be loaded as a document of its own.
 */
import type { Texts } from './language.ts';
import { plainPath } from './page-languages.ts';

/** What travels with a page that is not in English: the texts that it says, and those that it may say later, such as what is wrong in a form. */
export type PageLanguage = { code: string; texts: Texts };

export type PageSettings = {
  /** Calls our own API in process. */
  apiFetch: typeof fetch;
  /** Carried by our own scripts: repeated in the policy of the answer, or taken out again from a page that many share. Null: by none. */
  nonce: string | null;
  /** Left out: English. */
  language?: PageLanguage | null;
  /** What that language says in the place of English texts that stand in the database, such as a product's. */
  moreTexts?: (english: readonly string[]) => Texts;
  /** Told of bugs only: a refusal is an answer, and a visitor who left is no failure. */
  reportError: (error: unknown) => void;
};

export type RenderedPage = { status: number; headers: Headers; body: Uint8Array };

/** Renders one page, or the data of one page. Never rejects for a page that fails: that is a page too. */
export type RenderPage = (request: Request, settings: PageSettings) => Promise<RenderedPage>;

/** Factiiv leads back to it with a key in the address, in the window that one of our pages has opened. */
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
 * Its id is all that opens an invoice or a credit note, and the console's addresses carry ids too. Ids are written with small and capital
 * letters, which differ.
 */
const documentPath = /^\/(invoices|credit-notes|admin)\/(.+)$/i;

/** Pages that are the same for everybody, with the words of their query that change them. Only these are kept and shared. */
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
/** Words that change a page into one that is not worth keeping or finding: another cut of the same list, somebody's own answers. */
const ownCuts: Readonly<Record<string, readonly string[]>> = {
  '/blogs': ['limit', 'tag', 'search'],
  '/net-30-vendor': ['total', 'formed'],
  '/quiz': ['live', 'sell', 'partners', 'visa', 'when', 'change'],
};
const postPath = /^\/blogs\/[a-z0-9-]{1,120}$/;
const productPath = /^\/products\/[a-z0-9-]{1,60}$/;

/** The shared pages that are neither posts nor products, for the map of the site. */
export const publicPaths: readonly string[] = Object.keys(sharedPaths);

/** True for a page that is the same for everybody: it may be kept, shared and found by search engines. */
export function isSharedPath(path: string): boolean {
  const plain = plainPath(path);
  return Object.hasOwn(sharedPaths, plain) || postPath.test(plain) || productPath.test(plain);
}

/**
 * The one address of a shared page: known words only, in one order, and none that says what is said anyway. Null for a page that
 * is not shared, and for a query that no link of ours has.
 */
export function sharedAddress(path: string, query: URLSearchParams): string | null {
  const plain = plainPath(path);
  if (!isSharedPath(path) || ownCuts[plain]?.some((word) => query.has(word))) return null;
  const stored: string[] = [];
  for (const word of sharedPaths[plain] ?? []) {
    const values = query.getAll(word);
    if (values.length === 0) continue;
    if (values.length > 1 || !/^[1-9]\d{0,3}$/.test(values[0] ?? '')) return null;
    if (word !== 'page' || values[0] !== '1') stored.push(`${word}=${values[0]}`);
  }
  return stored.length === 0 ? path : `${path}?${stored.join('&')}`;
}

/** True where the processor's script may run: only these pages carry the wider policy. */
export const isPaymentPath = (path: string): boolean => paymentPaths.includes(plainPath(canonicalPath(path)));

/** True for pages that belong to one person or carry a token in their address: never stored, no address passed on. */
export function isPrivatePath(path: string): boolean {
  const canonical = plainPath(canonicalPath(path));
  return privatePaths.includes(canonical) || canonical.startsWith('/profile/') || documentPath.test(canonical);
}

/** Pages that end a journey: they say nothing to somebody who has not made it. */
const lastPages = ['/contact-submit-successful', '/register-success', '/forgot-password-email'];

/** True for the page whose opener must be able to read that it is back: a browser cuts the tie unless this page allows it. */
export const isReturnToOpener = (path: string): boolean => canonicalPath(path) === factiivReturnPath;

/** True for the console of the shop's operators, which has a frame and styles of its own. */
export const isConsolePath = (path: string): boolean => /^\/admin(\/|$)/i.test(path);

/** True for pages that no search engine should show. */
export const isHiddenPath = (path: string): boolean =>
  isPrivatePath(path) || isPaymentPath(path) || lastPages.includes(plainPath(canonicalPath(path)));

/** Letters, digits and `-._~` in disguise: with or without it they mean the same to everybody who reads an address. */
const disguised = /%(3\d|[46][1-9a-f]|[57][\da]|2[de]|5f|7e)/gi;

/** The path with every letter, digit and `-._~` written as itself. */
export const withoutDisguise = (path: string): string =>
  path.replace(disguised, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** One address for one page: nothing encoded that need not be, small letters outside of ids, single slashes, none at the end. */
export function canonicalPath(path: string): string {
  const plain = withoutDisguise(path)
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');
  const [, folder, id] = documentPath.exec(plain) ?? [];
  return folder === undefined || id === undefined ? plain.toLowerCase() : `/${folder.toLowerCase()}/${id}`;
}
