/** Products and discount codes as files for spreadsheets. */
import type * as catalogue from '#contract/admin/catalogue.ts';
import type * as contract from '#contract/admin/coupons.ts';
import type { Received } from '#contract/endpoint.ts';
import { type Cents, toDollars } from '#kernel/money.ts';
import { type Columns, type Export, exportBatches, exportList } from '#modules/admin/lists/export.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { couponListOf, couponRowsOf } from './coupons.ts';
import { listProducts } from './products.ts';

type Product = Awaited<ReturnType<typeof listProducts>>['rows'][number];
type Coupon = Awaited<ReturnType<typeof couponRowsOf>>[number];

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount));

const productColumns: Columns<Product> = [
  { name: 'Address', cell: ({ id }) => id },
  { name: 'Product', cell: ({ name }) => name },
  { name: 'Type', cell: ({ type }) => type },
  { name: 'State', cell: ({ published }) => (published ? 'published' : 'draft') },
  { name: 'Price (USD)', cell: ({ price }) => dollars(price) },
  { name: 'Each renewal (USD)', cell: ({ subscriptionPrice }) => dollars(subscriptionPrice) },
  { name: 'Renews every', cell: ({ subscriptionPeriod }) => subscriptionPeriod },
  { name: 'Sold', cell: ({ sold }) => sold },
  { name: 'Subscribers', cell: ({ subscribers }) => subscribers },
];

const couponColumns: Columns<Coupon> = [
  { name: 'Code', cell: ({ code }) => code },
  { name: 'State', cell: ({ state }) => state },
  { name: 'Takes off', cell: ({ discountType }) => (discountType === 'percentage' ? 'per cent' : 'US dollars') },
  { name: 'Amount', cell: ({ amount }) => amount },
  { name: 'Used', cell: ({ usedCount }) => usedCount },
  { name: 'Usage limit', cell: ({ usageLimit }) => usageLimit },
  { name: 'Starts (UTC)', cell: ({ startDate }) => startDate?.slice(0, 19).replace('T', ' ') ?? null },
  { name: 'Ends (UTC)', cell: ({ expiryDate }) => expiryDate.slice(0, 19).replace('T', ' ') },
  { name: 'Minimum spend (USD)', cell: ({ minimumSpend }) => dollars(minimumSpend) },
];

type ProductQuery = Received<typeof catalogue.staffExportProducts>['query'];
type CouponQuery = Received<typeof contract.staffExportCoupons>['query'];

export function exportProducts(deps: Deps, caller: Person, { view, sort }: ProductQuery): Promise<CsvFile> {
  async function* batches(): AsyncGenerator<Product[]> {
    yield (await listProducts(deps, view)).rows;
  }
  return exportBatches(deps, caller, { name: 'products', filter: { view }, sort, columns: productColumns, batches: batches() });
}

export function couponsAsFile({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: CouponQuery): Export<Coupon> {
  const now = clock.now();
  return { list: couponListOf(query, now), columns: couponColumns, rowsOf: (codes) => couponRowsOf(db, codes, now) };
}

export const exportCoupons = (deps: Deps, caller: Person, query: CouponQuery): Promise<CsvFile> =>
  exportList(deps, caller, couponsAsFile(deps, query));
