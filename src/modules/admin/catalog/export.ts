/** Exports products and discount codes as spreadsheet files, with the columns that the import reads. */
import type * as catalog from '#contract/admin/catalog.ts';
import type * as contract from '#contract/admin/coupons.ts';
import type { Received } from '#contract/endpoint.ts';
import { type Export, exportBatches, exportList } from '#modules/admin/lists/export.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { couponColumns } from './coupon-columns.ts';
import { couponListOf, couponRowsOf } from './coupons.ts';
import { productColumns } from './product-columns.ts';
import { listForFile } from './products.ts';

type ProductQuery = Received<typeof catalog.staffExportProducts>['query'];
type CouponQuery = Received<typeof contract.staffExportCoupons>['query'];

export function exportProducts(deps: Deps, caller: Person, { view, sort }: ProductQuery): Promise<CsvFile> {
  async function* batches() {
    yield await listForFile(deps, view);
  }
  return exportBatches(deps, caller, {
    name: 'products',
    filter: { view },
    sort,
    columns: productColumns,
    batches: batches(),
  });
}

export function couponsAsFile({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: CouponQuery): Export<Row> {
  const now = clock.now();
  return {
    list: couponListOf(query, now),
    columns: couponColumns,
    rowsOf: (codes) => couponRowsOf(db, codes, now),
  };
}

type Row = Awaited<ReturnType<typeof couponRowsOf>>[number];

export const exportCoupons = (deps: Deps, caller: Person, query: CouponQuery): Promise<CsvFile> =>
  exportList(deps, caller, couponsAsFile, query);
