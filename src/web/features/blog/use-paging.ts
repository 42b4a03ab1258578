/** Shows a pending state and moves the focus when the page of the list changes. */
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/** Responses within this time show no pending state, to avoid flicker. */
const showAfterMs = 200;

/** True while another page of the list has been loading for more than 200 ms. */
export function useIsPaging(): boolean {
  const { state, location } = useNavigation();
  const isPaging = state === 'loading' && location.pathname === '/blogs';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPaging) return setLate(false);
    const timer = setTimeout(() => setLate(true), showAfterMs);
    return () => clearTimeout(timer);
  }, [isPaging]);
  return isPaging && isLate;
}

/**
 * Moves the focus to the heading. The pagination links stay far below the posts that changed, and a tag opens
 * another list.
 */
export function useFocusOnNewPage(address: string): void {
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [address]);
}
