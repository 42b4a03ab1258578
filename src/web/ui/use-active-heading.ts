/** The current chapter: the last heading that scrolled past the page header. */
import { useEffect, useState } from 'react';

/** A little more than the scroll padding that keeps jump targets clear of the sticky header. */
const readingLinePx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;

/**
 * Everything below the line counts as visible, so a jump past the whole screen still fires for each heading.
 */
const anyDepthPx = 1_000_000;

const jumpEnds = ['scrollend', 'hashchange'] as const;

/**
 * Null before the first chapter. An `IntersectionObserver` fires when a heading crosses the line, so
 * scrolling needs no measuring. A jump may skip the line without a crossing; `scrollend` covers that case.
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
    const observer = new IntersectionObserver(check, {
      rootMargin: `-${line}px 0px ${anyDepthPx}px 0px`,
      threshold: [0, 1],
    });
    for (const element of elements) observer.observe(element);
    // Some browsers have no `scrollend`; `hashchange` covers jumps there.
    for (const event of jumpEnds) window.addEventListener(event, check);
    return () => {
      observer.disconnect();
      for (const event of jumpEnds) window.removeEventListener(event, check);
    };
  }, [headings]);
  return active;
}
