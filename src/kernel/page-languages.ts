/**
 * Page addresses by language: English ones have no prefix, others have one, such as `/es/products`. The pages
 * available in each language are listed only here, for routes, links, page heads, and the sitemap. Decision
 * 0046. Path of a translated page: this file, `server/pages/pages.ts`, `platform/languages`,
 * `web/load-language.ts`.
 */

/** Pages that search engines may index. */
const firstPages = '/|/products(?:/[a-z0-9-]{1,60})?';
/**
 * Pages for buying in that language: the checkout, the pages after it, and the pages to log in or register.
 */
const purchasePages =
  '/checkout|/payment-successful|/payment/success|/credit-purchase-successful|/login|/register|/register-success|/forgot-password-email|/reset-password|/set-password|/complete-registration';

export const pageLanguages = [
  { code: 'es', name: 'Español', pages: new RegExp(`^(?:${firstPages}|${purchasePages})$`) },
  { code: 'ar', name: 'العربية', pages: new RegExp(`^(?:${firstPages})$`) },
] as const;

export type PageCode = 'en' | (typeof pageLanguages)[number]['code'];

/** By their native names. */
export const languageNames: readonly { code: PageCode; name: string }[] = [
  { code: 'en', name: 'English' },
  ...pageLanguages,
];

const prefixed = /^\/(es|ar)(?=\/|$)/;

/** The language of an address, also of one without a page. */
export const codeOfPath = (path: string): PageCode => (prefixed.exec(path)?.[1] ?? 'en') as PageCode;

const withoutPrefix = (path: string): string => path.replace(prefixed, '') || '/';

const hasPage = (code: PageCode, path: string): boolean =>
  pageLanguages.some((language) => language.code === code && language.pages.test(path));

/** The English page's address for a translated page; any other address is returned unchanged. */
export function plainPath(path: string): string {
  const plain = withoutPrefix(path);
  return hasPage(codeOfPath(path), plain) ? plain : path;
}

/**
 * The address of an English page in another language, with its query and anchor unchanged. Null when the page
 * is not translated.
 */
export function addressIn(code: string, address: string): string | null {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
  if (!hasPage(code as PageCode, path)) return null;
  return `/${code}${path === '/' ? '' : path}${rest}`;
}

/** The address of a page for a reader of a language; the English page when it is not translated. */
export const addressFor = (code: string, address: string): string => addressIn(code, address) ?? address;

/**
 * Every language of a page, with its address in each, from the address in any of them. English comes first.
 */
export function translationsOf(path: string): { code: PageCode; path: string }[] {
  const english = plainPath(path);
  const others = pageLanguages.flatMap(({ code }) => {
    const address = addressIn(code, english);
    return address === null ? [] : [{ code, path: address }];
  });
  return [{ code: 'en', path: english }, ...others];
}

/** The home page of a language. */
export const homePathOf = (code: PageCode): string => (code === 'en' ? '/' : `/${code}`);

/** The same page in another language, or that language's home page when the page is not translated. */
export function samePageIn(code: PageCode, path: string): string {
  const english = withoutPrefix(path);
  if (code === 'en') return codeOfPath(path) === 'en' || hasPage(codeOfPath(path), english) ? english : '/';
  return addressIn(code, english) ?? homePathOf(code);
}
