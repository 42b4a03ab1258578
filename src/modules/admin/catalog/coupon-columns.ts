/** Columns of the discount code file, shared by export and import. */
import * as contract from '#contract/admin/coupons.ts';
import { definitionOf, discountTypesInConsole } from '#kernel/discount-types.ts';
import { type Cents, toDollars } from '#kernel/money.ts';
import * as cells from '#modules/admin/imports/cells.ts';
import type { ReadFile } from '#modules/admin/imports/kind.ts';
import { type FileColumns, readTable } from '#modules/admin/imports/table.ts';
import { parseTask } from '#platform/parsing.ts';
import type { z } from 'zod';
import type { couponRowsOf } from './coupons.ts';

type Row = Awaited<ReturnType<typeof couponRowsOf>>[number];
export type CouponDraft = z.output<typeof contract.CouponDraft>;

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount));

const typesByUnit = Object.fromEntries(
  discountTypesInConsole.map((type) => [definitionOf(type).fileUnit, type]),
);

export const couponColumns: FileColumns<Row, CouponDraft> = [
  { name: 'Code', cell: ({ code }) => code, field: 'code', read: cells.readText },
  { name: 'State', cell: ({ state }) => state },
  {
    name: 'Discount type',
    former: { name: 'Takes off', words: { 'per cent': 'percent' } },
    cell: ({ discountType }) => definitionOf(discountType).fileUnit,
    field: 'discountType',
    read: cells.readWord(typesByUnit),
  },
  {
    name: 'Amount',
    cell: ({ amount }) => amount,
    field: 'amount',
    read: cells.needed(cells.readAmount, 'Enter an amount'),
  },
  { name: 'Used', cell: ({ usedCount }) => usedCount },
  {
    name: 'Usage limit',
    cell: ({ usageLimit }) => usageLimit,
    field: 'usageLimit',
    read: cells.needed(cells.readInteger, 'Enter the number of uses'),
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
    read: cells.needed(cells.readMoment, 'Enter the end, for example 2026-12-31 23:59'),
  },
  {
    name: 'Minimum spend (USD)',
    cell: ({ minimumSpend }) => dollars(minimumSpend),
    field: 'minimumSpend',
    read: cells.readAmount,
  },
  {
    name: 'Uses per customer',
    cell: ({ usesPerCustomer }) => usesPerCustomer,
    field: 'usesPerCustomer',
    read: cells.readInteger,
  },
  {
    name: 'First order only',
    cell: ({ firstOrderOnly }) => (firstOrderOnly ? 'yes' : 'no'),
    field: 'firstOrderOnly',
    read: cells.readWord(cells.yesOrNo),
  },
  {
    name: 'Products',
    cell: ({ productIds }) => cells.addressesCell(productIds),
    field: 'productIds',
    read: cells.readAddresses,
  },
  {
    name: 'Subscription periods',
    cell: ({ subscriptionPeriods }) => subscriptionPeriods,
    field: 'subscriptionPeriods',
    read: cells.readWord({ first: 'first', every: 'every' }),
  },
];

export const readCoupons = (content: Uint8Array): Promise<ReadFile<CouponDraft>> =>
  readTable(content, { columns: couponColumns, schema: contract.CouponDraft, key: 'code', name: 'code' });

export const readingCoupons = parseTask<typeof readCoupons>(new URL(import.meta.url), 'readCoupons', 'file');
