/** Which chapter is being read: the last heading that has passed under the head of the page. */
import { useEffect, useState } from 'react';

/** A little more than the sticky head of the page and the room that a jump leaves below it. */
const readingLinePx = 120;

/** Null before the first chapter. The browser tells when a heading crosses the line, so nothing is measured while scrolling. */
export function useActiveHeading(headings: { id: string }[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    const look = (): void => {
      const passed = elements.filter((element) => element.getBoundingClientRect().top <= readingLinePx);
      setActive(passed.at(-1)?.id ?? null);
    };
    const observer = new IntersectionObserver(look, { rootMargin: `-${readingLinePx}px 0px 0px 0px`, threshold: [0, 1] });
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [headings]);
  return active;
}
