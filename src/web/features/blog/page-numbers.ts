/** Page numbers that a pagination lists. Up to five pages are all listed. */

/** `gap` is a run of omitted pages. */
export type PageNumber = number | 'gap';

const allUpTo = 5;
const pagesPerSide = 2;

/**
 * With more than five pages: the first, the last, and two either side of the current page, with gaps between.
 */
export function pageNumbers(current: number, last: number): PageNumber[] {
  const named = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => last <= allUpTo || page === 1 || page === last || Math.abs(page - current) <= pagesPerSide,
  );
  return named.flatMap((page, index): PageNumber[] =>
    index > 0 && page - (named[index - 1] ?? 0) > 1 ? ['gap', page] : [page],
  );
}
