/** The current page in the other languages. */
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import {
  languageNames,
  type PageCode,
  plainPath,
  samePageIn,
  translationsOf,
} from '#kernel/page-languages.ts';
import { isSharedPath } from '#contract/pages.ts';

/** The query parameters to pass on: not the token of an email link or the parameters of a bank's redirect. */
function ownQuery(search: string): string {
  const params = new URLSearchParams(search);
  const lasting = new URLSearchParams(
    ['orderId', 'cartId', 'returnTo'].flatMap((name) => params.getAll(name).map((value) => [name, value])),
  );
  return lasting.size === 0 ? '' : `?${lasting}`;
}

type SamePage = { code: PageCode; name: string; to: string };

/**
 * Links to this page's translations. A page in the middle of a task, such as checkout, links only to its
 * existing translations and keeps its query. Any other page links to every language, and to its home page if
 * the page is not translated.
 */
export function useSamePage(): SamePage[] {
  const { pathname, search } = useLocation();
  const translations = translationsOf(pathname);
  const isOnTheWay = translations.length > 1 && !isSharedPath(pathname);
  return languageNames
    .filter(({ code }) => !isOnTheWay || translations.some((translation) => translation.code === code))
    .map(({ code, name }) => ({
      code,
      name,
      to: samePageIn(code, pathname) + (isOnTheWay ? ownQuery(search) : ''),
    }));
}

/** The address of the English version of this page, with the query if it is part of a task. */
export function useEnglishPage(): string {
  const { pathname, search } = useLocation();
  return (
    samePageIn('en', pathname) +
    (plainPath(pathname) !== pathname && !isSharedPath(pathname) ? ownQuery(search) : '')
  );
}

/**
 * Passes the token of an email link, which was removed from the address, to the same page in another
 * language.
 */
export function passLinkToken(event: MouseEvent<HTMLAnchorElement>): void {
  const { linkTokens } = (window.history.state ?? {}) as { linkTokens?: Record<string, string> };
  if (linkTokens === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const url = new URL(event.currentTarget.href);
  // Other pages do not need the token, and proxies on the way would log it.
  if (plainPath(url.pathname) !== plainPath(window.location.pathname)) return;
  event.preventDefault();
  for (const [name, token] of Object.entries(linkTokens)) url.searchParams.set(name, token);
  window.location.assign(url);
}
