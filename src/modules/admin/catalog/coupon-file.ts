/** Export and import of discount codes as spreadsheet files. */
import type { ImportKind } from '#modules/admin/imports/kind.ts';
import { problemsOf } from '#modules/admin/imports/problems.ts';
import { importedColumns } from '#modules/admin/imports/table.ts';
import * as acts from '#modules/coupons/staff.ts';
import { type CouponDraft as Draft, couponColumns, readingCoupons } from './coupon-columns.ts';
import { couponRowsOf, fieldsOf } from './coupons.ts';

const fieldOf = {
  coupon_exists: 'Code',
  coupon_limit_below_uses: 'Usage limit',
  product_not_found: 'Products',
};

export const couponImport: ImportKind<Draft> = {
  name: 'coupons',
  fields: importedColumns(couponColumns),
  read: ({ parsing }, content) => parsing.run(readingCoupons, content),
  // The state is exported but not imported, so the current time does not matter.
  find: async (db, codes) =>
    new Map(
      (await couponRowsOf(db, codes, new Date(0))).map((coupon) => [
        coupon.code,
        { ...coupon, draft: coupon },
      ]),
    ),
  save: async (tx, deps, caller, draft, stored) => {
    if (stored === null)
      await acts.createCouponIn(tx, deps, caller, { code: draft.code, ...fieldsOf(draft) });
    else
      await acts.editCouponIn(tx, deps, caller, {
        id: Number(stored.id),
        version: stored.version,
        ...fieldsOf(draft),
      });
  },
  problemsIn: async (db, { productIds }) =>
    problemsOf([await acts.productsRefusal(db, (productIds ?? []) as string[])], fieldOf),
  fieldOf,
};
