/** `/inside-an-order`: one sample order from payment to its last document. */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { catalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { InsideOrderPage, samplePriceIds } from '#web/features/sample-order/inside-order-page.tsx';
import { publicClient } from '#web/server-context.ts';

export const handle: PageHandle = {
  title: 'Inside an order',
  description:
    'One order from payment to EIN: what you do, what your profile shows and what you receive, day by day, with sample documents.',
};

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  prices: catalogPrices(await context.get(publicClient)(listProducts), samplePriceIds),
});

type InsideOrderData = Awaited<ReturnType<typeof loader>>;

export default function InsideAnOrder({ loaderData: { prices } }: { loaderData: InsideOrderData }) {
  return <InsideOrderPage prices={prices} />;
}
