/** Loads orders beyond the newest ones that come with the user, one page per click. */
import { useState } from 'react';
import { type Order, type OrderPage, useLazyOlderOrdersQuery } from './profile-api.ts';

export type OlderOrders = {
  orders: Order[];
  hasMore: boolean;
  isLoading: boolean;
  /** The error of the last click. */
  error: unknown;
  /** Returns the first order that was added; null if none was. */
  showMore: () => Promise<Order | null>;
};

/** `cursor`: the end of the newest orders; null if there are no others. */
export function useOlderOrders(cursor: string | null): OlderOrders {
  const [read, { isFetching, error }] = useLazyOlderOrdersQuery();
  const [pages, setPages] = useState<OrderPage[]>([]);
  const last = pages.at(-1);
  const next = last === undefined ? cursor : last.nextCursor;
  const showMore = async (): Promise<Order | null> => {
    if (next === null) return null;
    // A page that was loaded before comes from the cache, so returning from one of its orders is instant.
    const page = await read(next, true)
      .unwrap()
      .catch(() => null);
    if (page === null) return null;
    setPages([...pages, page]);
    return page.data[0] ?? null;
  };
  return {
    orders: pages.flatMap(({ data }) => data),
    hasMore: next !== null,
    isLoading: isFetching,
    error,
    showMore,
  };
}
