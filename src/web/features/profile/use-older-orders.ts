/** Orders beyond the newest that come with the person: a page at each press. */
import { useState } from 'react';
import { type Order, type OrderPage, useLazyOlderOrdersQuery } from './profile-api.ts';

export type OlderOrders = {
  orders: Order[];
  hasMore: boolean;
  isLoading: boolean;
  /** Why the last press brought nothing. */
  error: unknown;
  /** Answers the first order that was added; null when none was. */
  showMore: () => Promise<Order | null>;
};

/** `cursor`: where the newest end; null: there are no others. */
export function useOlderOrders(cursor: string | null): OlderOrders {
  const [read, { isFetching, error }] = useLazyOlderOrdersQuery();
  const [pages, setPages] = useState<OrderPage[]>([]);
  const last = pages.at(-1);
  const next = last === undefined ? cursor : last.nextCursor;
  const showMore = async (): Promise<Order | null> => {
    if (next === null) return null;
    // A page that was read before is there at once, for somebody who comes back from one of its orders.
    const page = await read(next, true)
      .unwrap()
      .catch(() => null);
    if (page === null) return null;
    setPages([...pages, page]);
    return page.data[0] ?? null;
  };
  return { orders: pages.flatMap(({ data }) => data), hasMore: next !== null, isLoading: isFetching, error, showMore };
}
