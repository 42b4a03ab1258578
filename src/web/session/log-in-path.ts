/**
 * The path to login and back. Login from checkout or the console returns there; from any other page it
 * continues to the products page.
 */
import { plainPath } from '#kernel/page-languages.ts';

type Place = { pathname: string; search: string };

/** The return path is in the address, because login begins and ends in a new document. */
export const logInPath = ({ pathname, search }: Place): string =>
  /^\/((booster-)?checkout$|admin(\/|$))/.test(plainPath(pathname))
    ? `/login?returnTo=${encodeURIComponent(pathname + search)}`
    : '/login';

/** The English return path. Addresses can be forged, so only checkout and console paths are accepted. */
export function returnPath(search: string): string {
  const returnTo = new URLSearchParams(search).get('returnTo') ?? '';
  return /^\/((es\/|booster-)?checkout|admin(\/[\w-]+)*)(\?[\w=&%,-]*)?$/.test(returnTo)
    ? withoutLanguage(returnTo)
    : '/products';
}

function withoutLanguage(address: string): string {
  const [path = '', search] = address.split('?');
  return plainPath(path) + (search === undefined ? '' : `?${search}`);
}
