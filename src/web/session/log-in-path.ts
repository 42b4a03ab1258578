/** The way to the log-in and back. From a checkout or the console it comes back to it; from anywhere else it goes on to the products. */
import { plainPath } from '#kernel/page-languages.ts';

type Place = { pathname: string; search: string };

/** The place stands in the address, because the log-in begins and ends in a new document. */
export const logInPath = ({ pathname, search }: Place): string =>
  /^\/((booster-)?checkout$|admin(\/|$))/.test(plainPath(pathname)) ? `/login?returnTo=${encodeURIComponent(pathname + search)}` : '/login';

/** The English address. An address is anybody's to write, so it leads to a checkout, into the console or nowhere else. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('returnTo') ?? '';
  return /^\/((es\/|booster-)?checkout|admin(\/[\w-]+)*)(\?[\w=&%,-]*)?$/.test(wanted) ? withoutLanguage(wanted) : '/products';
}

function withoutLanguage(address: string): string {
  const [path = '', search] = address.split('?');
  return plainPath(path) + (search === undefined ? '' : `?${search}`);
}
