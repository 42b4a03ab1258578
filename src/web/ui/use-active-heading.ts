/** Which chapter is being read: the last heading that has passed under the head of the page. */
import { useEffect, useState } from 'react';

/** A little more than the room that a jump leaves above the place, for what is sticky at the top of the page. */
const readingLinePx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;

/** All that lies below the line counts as seen, so that a heading is told of even when a jump carries it past the whole screen. */
const anyDepthPx = 1_000_000;

const jumpEnds = ['scrollend', 'hashchange'] as const;

/**
 * Null before the first chapter. The browser tells when a heading crosses the line, so nothing is measured while scrolling. A jump may
 * leave a heading above the line without carrying any across it: then the end of the scrolling tells.
 */
export function useActiveHeading(headings: readonly { id: string }[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    const line = readingLinePx();
    const check = (): void => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top <= line);
      setActive(passed.at(-1)?.id ?? null);
    };
    const observer = new IntersectionObserver(check, { rootMargin: `-${line}px 0px ${anyDepthPx}px 0px`, threshold: [0, 1] });
    for (const element of elements) observer.observe(element);
    // Some browsers have no `scrollend`; there the address, which changes with every jump, still tells.
    for (const event of jumpEnds) window.addEventListener(event, check);
    return () => {
      observer.disconnect();
      for (const event of jumpEnds) window.removeEventListener(event, check);
    };
  }, [headings]);
  return active;
}
