/** Discount codes as a file for spreadsheets, and back from one. */
import * as contract from '#contract/admin/coupons.ts';
import { type Cents, toDollars } from '#kernel/money.ts';
import * as cells from '#modules/admin/imports/cells.ts';
import type { ImportKind } from '#modules/admin/imports/kind.ts';
import { problemsOf } from '#modules/admin/imports/problems.ts';
import { type FileColumns, importedColumns, readTable } from '#modules/admin/imports/table.ts';
import * as acts from '#modules/coupons/staff.ts';
import type { z } from 'zod';
import { couponRowsOf, fieldsOf } from './coupons.ts';

type Row = Awaited<ReturnType<typeof couponRowsOf>>[number];
type Draft = z.output<typeof contract.CouponDraft>;

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount));

export const couponColumns: FileColumns<Row, Draft> = [
  { name: 'Code', cell: ({ code }) => code, field: 'code', read: cells.readText },
  { name: 'State', cell: ({ state }) => state },
  {
    name: 'Takes off',
    cell: ({ discountType }) => (discountType === 'percentage' ? 'per cent' : 'US dollars'),
    field: 'discountType',
    read: cells.readWord({ 'per cent': 'percentage', 'US dollars': 'fixed_amount' }),
  },
  { name: 'Amount', cell: ({ amount }) => amount, field: 'amount', read: cells.needed(cells.readAmount, 'Enter an amount') },
  { name: 'Used', cell: ({ usedCount }) => usedCount },
  {
    name: 'Usage limit',
    cell: ({ usageLimit }) => usageLimit,
    field: 'usageLimit',
    read: cells.needed(cells.readWhole, 'Say how often it may be used'),
  },
  {
    name: 'Starts (UTC)',
    cell: ({ startDate }) => (startDate === null ? null : cells.momentCell(startDate)),
    field: 'startDate',
    read: cells.readMoment,
  },
  {
    name: 'Ends (UTC)',
    cell: ({ expiryDate }) => cells.momentCell(expiryDate),
    field: 'expiryDate',
    read: cells.needed(cells.readMoment, 'Say when it ends, such as 2026-12-31 23:59'),
  },
  { name: 'Minimum spend (USD)', cell: ({ minimumSpend }) => dollars(minimumSpend), field: 'minimumSpend', read: cells.readAmount },
  { name: 'Uses per customer', cell: ({ usesPerCustomer }) => usesPerCustomer, field: 'usesPerCustomer', read: cells.readWhole },
  {
    name: 'First order only',
    cell: ({ firstOrderOnly }) => (firstOrderOnly ? 'yes' : 'no'),
    field: 'firstOrderOnly',
    read: cells.readWord(cells.yesOrNo),
  },
  { name: 'Products', cell: ({ productIds }) => cells.addressesCell(productIds), field: 'productIds', read: cells.readAddresses },
  {
    name: 'Subscription periods',
    cell: ({ subscriptionPeriods }) => subscriptionPeriods,
    field: 'subscriptionPeriods',
    read: cells.readWord({ first: 'first', every: 'every' }),
  },
];

const fieldOf = { coupon_exists: 'Code', coupon_limit_below_uses: 'Usage limit', product_not_found: 'Products' };

export const couponImport: ImportKind<Draft> = {
  name: 'coupons',
  fields: importedColumns(couponColumns),
  read: (content) => readTable(content, { columns: couponColumns, schema: contract.CouponDraft, key: 'code', name: 'code' }),
  // Its state is told and not imported, so that any moment will do.
  find: async (db, codes) =>
    new Map((await couponRowsOf(db, codes, new Date(0))).map((coupon) => [coupon.code, { ...coupon, draft: coupon }])),
  save: async (tx, deps, caller, draft, stored) => {
    if (stored === null) await acts.createCouponIn(tx, deps, caller, { code: draft.code, ...fieldsOf(draft) });
    else await acts.editCouponIn(tx, deps, caller, { id: Number(stored.id), version: stored.version, ...fieldsOf(draft) });
  },
  problemsIn: async (db, { productIds }) => problemsOf([await acts.productsRefusal(db, (productIds ?? []) as string[])], fieldOf),
  fieldOf,
};
