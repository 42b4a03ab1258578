/**
 * Does on client-side navigation what browsers do on page load: the focus moves to the new heading, which
 * screen readers then read. The router handles scrolling and titles.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isPaymentPath } from '#contract/pages.ts';

export function usePageChanges(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const previous = shown.current;
    if (previous === pathname) return;
    shown.current = pathname;
    // Links load a new document here; this catches navigation by code. The old document's content security
    // policy would block the card form.
    if (isPaymentPath(pathname) && !isPaymentPath(previous)) return window.location.reload();
    announceAddress(pathname);
    if (hash !== '') return;
    focusPage();
  }, [pathname, hash]);
}

export function focusPage(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/**
 * Updates the canonical address, which browsers use for sharing, and removes the language links. The server
 * set both for the first page.
 */
function announceAddress(pathname: string): void {
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', window.location.origin + pathname);
  for (const other of document.querySelectorAll('link[hreflang]')) other.remove();
}
