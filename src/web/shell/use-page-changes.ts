/**
 * What a browser does by itself when a document loads, done again for a change of page without one: the focus moves to
 * the new heading, which a screen reader then reads. Scrolling and titles are the router's.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isPaymentPath } from '#kernel/pages.ts';

export function usePageChanges(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const previous = shown.current;
    if (previous === pathname) return;
    shown.current = pathname;
    // Links load a new document here; this catches code that navigates. The old document's policy would block the card form.
    if (isPaymentPath(pathname) && !isPaymentPath(previous)) return window.location.reload();
    tellAddress(pathname);
    if (hash !== '') return;
    focusPage();
  }, [pathname, hash]);
}

export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** Browsers share the address that the document says is its own. The server has said it for the first page, and its other languages with it. */
function tellAddress(pathname: string): void {
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', window.location.origin + pathname);
  for (const other of document.querySelectorAll('link[hreflang]')) other.remove();
}
