/**
 * The languages that pages have addresses in: English ones as they always were, others below a prefix, such as `/es/products`. Which pages
 * there are in each is said here once, for routes, links, the head of a page and the map of the site. Decision 0046.
 */

/** What search engines may find. */
const firstPages = '/|/products(?:/[a-z0-9-]{1,60})?';
/** Where somebody buys in that language: the checkout, what follows it, and the ways into an account. */
const purchasePages =
  '/checkout|/payment-successful|/payment/success|/credit-purchase-successful|/login|/register|/register-success|/forgot-password-email|/reset-password|/set-password|/complete-registration';

export const pageLanguages = [
  { code: 'es', name: 'Español', pages: new RegExp(`^(?:${firstPages}|${purchasePages})$`) },
  { code: 'ar', name: 'العربية', pages: new RegExp(`^(?:${firstPages})$`) },
] as const;

export type PageCode = 'en' | (typeof pageLanguages)[number]['code'];

/** Each by the name that its readers call it. */
export const languageNames: readonly { code: PageCode; name: string }[] = [{ code: 'en', name: 'English' }, ...pageLanguages];

const prefixed = /^\/(es|ar)(?=\/|$)/;

/** The language of an address, also of one where no page is. */
export const codeOfPath = (path: string): PageCode => (prefixed.exec(path)?.[1] ?? 'en') as PageCode;

const withoutPrefix = (path: string): string => path.replace(prefixed, '') || '/';

const hasPage = (code: PageCode, path: string): boolean =>
  pageLanguages.some((language) => language.code === code && language.pages.test(path));

/** The address of the English page that a page is the translation of; of anything else its own. */
export function plainPath(path: string): string {
  const plain = withoutPrefix(path);
  return hasPage(codeOfPath(path), plain) ? plain : path;
}

/** The address of an English page in another language, with its query and its anchor as they were. Null where nobody has translated it. */
export function addressIn(code: string, address: string): string | null {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
  if (!hasPage(code as PageCode, path)) return null;
  return `/${code}${path === '/' ? '' : path}${rest}`;
}

/** The address of a page for a reader of a language: of the English page where nobody has translated it. */
export const addressFor = (code: string, address: string): string => addressIn(code, address) ?? address;

/** Every language that a page is in, with its address in each; by any of them. English comes first. */
export function translationsOf(path: string): { code: PageCode; path: string }[] {
  const english = plainPath(path);
  const others = pageLanguages.flatMap(({ code }) => {
    const address = addressIn(code, english);
    return address === null ? [] : [{ code, path: address }];
  });
  return [{ code: 'en', path: english }, ...others];
}

/** Where a reader of a language begins. */
export const homeIn = (code: PageCode): string => (code === 'en' ? '/' : `/${code}`);

/** The same page in another language; where there is none, the first page of that language. */
export function sameIn(code: PageCode, path: string): string {
  const english = withoutPrefix(path);
  if (code === 'en') return codeOfPath(path) === 'en' || hasPage(codeOfPath(path), english) ? english : '/';
  return addressIn(code, english) ?? homeIn(code);
}
