/** What a change of page within the list needs beyond a change of address: a sign that it is under way, and the focus at its beginning. */
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/** Sooner, and a quick answer would make the page flicker. */
const showAfterMs = 200;

/** True once another page of the list has been on its way for a moment. */
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

/** The links of the pagination stay where they are, far below the posts that have just changed; a tag that was chosen is another list. */
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
