/** Where in the list a visitor is, as the address says it: `/blogs?page=2`. The usual values are left out, so each place has one address. */

export type ListPlace = { page: number; limit: number };

export const usualLimit = 15;
const largestLimit = 100;
const largestPage = 100_000;

/** Null for an address that names no page: a number that is none, zero, or one that no list is long enough for. */
export function readPlace(search: URLSearchParams): ListPlace | null {
  const page = readWhole(search.get('page') ?? '1', largestPage);
  const limit = readWhole(search.get('limit') ?? String(usualLimit), largestLimit);
  return page === null || limit === null ? null : { page, limit };
}

function readWhole(text: string, largest: number): number | null {
  const number = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN;
  return number <= largest ? number : null;
}

export function addressOf({ page, limit }: ListPlace): string {
  const search = new URLSearchParams();
  if (limit !== usualLimit) search.set('limit', String(limit));
  if (page !== 1) search.set('page', String(page));
  return search.size === 0 ? '/blogs' : `/blogs?${search}`;
}
