/**
 * The place in the post list, as in the address: `/blogs?tag=Taxes&page=2`. Defaults are omitted, so each
 * place has one address. Empty values are ignored.
 */

export type ListPlace = { tag: string; search: string; page: number; limit: number };

export const defaultLimit = 15;
const largestLimit = 100;
const largestPage = 100_000;
const longestTag = 60;
export const longestSearch = 100;

/** Null for an invalid page number: not a number, zero, or too large for any list. */
export function readPlace(query: URLSearchParams): ListPlace | null {
  const page = readInteger(query.get('page') ?? '1', largestPage);
  const limit = readInteger(query.get('limit') ?? String(defaultLimit), largestLimit);
  if (page === null || limit === null) return null;
  return {
    tag: readText(query.get('tag'), longestTag),
    search: readText(query.get('search'), longestSearch),
    page,
    limit,
  };
}

const readText = (text: string | null, longest: number): string =>
  (text ?? '').replaceAll('\0', '').trim().slice(0, longest);

function readInteger(text: string, largest: number): number | null {
  const number = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN;
  return number <= largest ? number : null;
}

export function addressOf({ tag, search, page, limit }: ListPlace): string {
  const query = new URLSearchParams();
  if (tag !== '') query.set('tag', tag);
  if (search !== '') query.set('search', search);
  if (limit !== defaultLimit) query.set('limit', String(limit));
  if (page !== 1) query.set('page', String(page));
  return query.size === 0 ? '/blogs' : `/blogs?${query}`;
}

/** The first page of all posts with a tag. */
export const addressOfTag = (tag: string): string =>
  addressOf({ tag, search: '', page: 1, limit: defaultLimit });
