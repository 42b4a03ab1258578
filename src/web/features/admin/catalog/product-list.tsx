/** The list of products, in the order of the catalog. */
import { fromDollars } from '#kernel/money.ts';
import { ImportLink } from '#web/features/admin/import/import-link.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type ProductRow, useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { useStaffProductQuery } from './calls.ts';
import { MakeNew, PublishedMark, publishedViews, unpublishing } from './list-parts.tsx';

const Price = ({ price, subscriptionPrice, subscriptionPeriod }: ProductRow) => {
  if (price === null && subscriptionPrice === null) return <span className="text-muted">By quote</span>;
  return (
    <>
      {price !== null && <Money amount={fromDollars(price)} />}
      {subscriptionPrice !== null && (
        <span className={price === null ? '' : 'block text-xs text-muted'}>
          {price !== null && 'then '}
          <Money amount={fromDollars(subscriptionPrice)} /> a {subscriptionPeriod}
        </span>
      )}
    </>
  );
};

const Actions = () => (
  <MakeNew one="product">
    <ImportLink to="/admin/catalog/import-products" permission="catalog.write" />
    <ButtonLink size="small" variant="secondary" to="/admin/catalog/order">
      Change order
    </ButtonLink>
  </MakeNew>
);

const definition: ListDefinition<ProductRow> = {
  area: 'catalog/products',
  exportPath: '/api/admin/products/export',
  exportPermission: 'catalog.export',
  title: 'Catalog',
  one: 'product',
  many: 'products',
  views: publishedViews,
  filters: [],
  columns: [
    { id: 'name', title: 'Product', cell: ({ name }) => name },
    { id: 'state', title: 'State', cell: ({ published }) => <PublishedMark published={published} /> },
    { id: 'sold', title: 'Sold', align: 'end', from: 'md', cell: ({ sold }) => sold },
    {
      id: 'subscribers',
      title: 'Subscribers',
      align: 'end',
      from: 'lg',
      cell: ({ type, subscribers }) => (type === 'subscription' ? subscribers : ''),
    },
    { id: 'price', title: 'Price', align: 'end', cell: (row) => <Price {...row} /> },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  card: (row) => ({ end: <Price {...row} />, second: <PublishedMark published={row.published} /> }),
  useRows: useStaffProductsQuery,
  usePrefetchRow: useStaffProductQuery.usePrefetch,
  empty: (view) =>
    view === 'drafts'
      ? {
          title: 'No drafts',
          body: 'New products are drafts. Customers cannot see them until you publish them.',
        }
      : { title: 'No products yet', body: 'Products appear here in the order customers see them.' },
  actions: <Actions />,
  bulk: [unpublishing('unpublish_products', 'product', 'products')],
};

export const ProductList = () => <ListPage definition={definition} />;
