/** The page that is open, in the other languages. */
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { languageNames, type PageCode, plainPath, sameIn, translationsOf } from '#kernel/page-languages.ts';
import { isSharedPath } from '#kernel/pages.ts';

/** What of a query is ours to hand on: not the token of an email's link, nor what a bank has added on the way back. */
function ownQuery(search: string): string {
  const given = new URLSearchParams(search);
  const own = new URLSearchParams(['orderId', 'cartId', 'returnTo'].flatMap((name) => given.getAll(name).map((value) => [name, value])));
  return own.size === 0 ? '' : `?${own}`;
}

type SamePage = { code: PageCode; name: string; to: string };

/**
 * Of a page in the middle of something, such as the checkout, only those that it is in: it keeps its query, and no language leads away from it.
 * Of any other page each language, with its first page where this one has not been translated.
 */
export function useSamePage(): SamePage[] {
  const { pathname, search } = useLocation();
  const translations = translationsOf(pathname);
  const isOnTheWay = translations.length > 1 && !isSharedPath(pathname);
  return languageNames
    .filter(({ code }) => !isOnTheWay || translations.some((one) => one.code === code))
    .map(({ code, name }) => ({ code, name, to: sameIn(code, pathname) + (isOnTheWay ? ownQuery(search) : '') }));
}

/** The address of the English page that this one is the translation of, with its query where that is a part of it. */
export function useEnglishPage(): string {
  const { pathname, search } = useLocation();
  return sameIn('en', pathname) + (plainPath(pathname) !== pathname && !isSharedPath(pathname) ? ownQuery(search) : '');
}

/** The token of a link from an email has left the address, and comes along to the page in the other language. */
export function takeTokenAlong(event: MouseEvent<HTMLAnchorElement>): void {
  const { linkTokens } = (window.history.state ?? {}) as { linkTokens?: Record<string, string> };
  if (linkTokens === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(event.currentTarget.href);
  // Any other page has no use for it, and is stored by whoever stands in between.
  if (plainPath(url.pathname) !== plainPath(window.location.pathname)) return;
  event.preventDefault();
  for (const [name, token] of Object.entries(linkTokens)) url.searchParams.set(name, token);
  window.location.assign(url);
}
