/** Which pages a pagination names. With five pages or fewer it names all. */

/** `gap` stands for the pages that are left out between its neighbours. */
export type PageNumber = number | 'gap';

const allUpTo = 5;
const eitherSide = 2;

/** With more than five: the first, the last, and two on either side of the current page, with gaps where numbers are missing. */
export function pageNumbers(current: number, last: number): PageNumber[] {
  const named = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => last <= allUpTo || page === 1 || page === last || Math.abs(page - current) <= eitherSide,
  );
  return named.flatMap((page, index): PageNumber[] => (index > 0 && page - (named[index - 1] ?? 0) > 1 ? ['gap', page] : [page]));
}
