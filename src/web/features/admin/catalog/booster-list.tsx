/** The list of boosters, in the order that customers see. */
import { fromDollars } from '#kernel/money.ts';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { Money } from '#web/ui/money.tsx';
import { MakeNew, PublishedMark, publishedViews, unpublishing } from './list-parts.tsx';
import { type Booster, useStaffBoostersQuery, useStaffBoosterQuery } from './calls.ts';

const definition: ListDefinition<Booster> = {
  area: 'catalog/boosters',
  title: 'Boosters',
  one: 'booster',
  many: 'boosters',
  views: publishedViews,
  filters: [],
  columns: [
    { id: 'title', title: 'Booster', cell: ({ title }) => title },
    { id: 'state', title: 'State', cell: ({ published }) => <PublishedMark published={published} /> },
    { id: 'sold', title: 'Sold', align: 'end', from: 'md', cell: ({ sold }) => sold },
    {
      id: 'rise',
      title: 'Limit increase',
      align: 'end',
      from: 'md',
      cell: ({ creditLimitIncrease }) => <Money amount={fromDollars(creditLimitIncrease)} />,
    },
    { id: 'price', title: 'Price', align: 'end', cell: ({ price }) => <Money amount={fromDollars(price)} /> },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  card: ({ price, published }) => ({
    end: <Money amount={fromDollars(price)} />,
    second: <PublishedMark published={published} />,
  }),
  useRows: useStaffBoostersQuery,
  usePrefetchRow: useStaffBoosterQuery.usePrefetch,
  empty: () => ({
    title: 'No boosters',
    body: 'Boosters raise the limit of a customer’s Net 30 account. They appear here.',
  }),
  actions: <MakeNew one="booster" />,
  bulk: [unpublishing('unpublish_boosters', 'booster', 'boosters')],
};

export const BoosterList = () => <ListPage definition={definition} />;
