/**
 * Exports of lists too long for a direct download. A job writes the file and emails a link to the requester.
 * Only the requester can open it, logged in, for seven days.
 */
import { idPattern } from '#kernel/ids.ts';
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';
import { auditList } from './audit.ts';
import { couponList } from './coupons.ts';
import { accountList, applicationList } from './credit.ts';
import { Csv, exportQuery } from './list.ts';
import { disputeList, refundList } from './money.ts';
import { orderList } from './orders.ts';

export const exportedLists = [
  'orders',
  'refunds',
  'disputes',
  'coupons',
  'credit-applications',
  'credit-accounts',
  'audit',
] as const;

/** `refused`: the requester no longer has permission. */
export const ListFile = z.object({
  id: z.string(),
  list: z.enum(exportedLists),
  state: z.enum(['waiting', 'ready', 'refused']),
  askedAt: z.iso.datetime(),
  /** Null until it is ready, like the others. */
  rows: z.number().int().nullable(),
  readyAt: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
});

const of = <const L extends (typeof exportedLists)[number], Q extends z.ZodType>(list: L, query: Q) =>
  z.strictObject({ list: z.literal(list), query });

const ask = { method: 'POST', access: 'staff', response: ListFile } as const;

export const staffEmailList = endpoint({
  ...ask,
  path: '/api/admin/exports',
  permission: 'exports.make',
  summary: 'Exports the filtered list to a file and emails its link',
  body: z.discriminatedUnion('list', [
    of('orders', exportQuery(orderList)),
    of('refunds', exportQuery(refundList)),
    of('disputes', exportQuery(disputeList)),
  ]),
});

export const staffEmailCouponList = endpoint({
  ...ask,
  path: '/api/admin/coupons/exports',
  permission: 'catalog.export',
  summary: 'Exports the filtered coupons to a file and emails its link',
  body: of('coupons', exportQuery(couponList)),
});

export const staffEmailCreditList = endpoint({
  ...ask,
  path: '/api/admin/credit/exports',
  permission: 'credit.export',
  summary: 'Exports a filtered credit list to a file and emails its link',
  body: z.discriminatedUnion('list', [
    of('credit-applications', exportQuery(applicationList)),
    of('credit-accounts', exportQuery(accountList)),
  ]),
});

export const staffEmailAuditLog = endpoint({
  ...ask,
  path: '/api/admin/audit/exports',
  permission: 'settings.read',
  summary: 'Exports the filtered audit log to a file and emails its link',
  body: of('audit', exportQuery(auditList)),
});

const byId = z.strictObject({ id: z.string().regex(idPattern('exp'), 'This file is no longer available') });

export const staffReadListFile = endpoint({
  method: 'GET',
  path: '/api/admin/exports/{id}',
  access: 'staff',
  permission: 'home.read',
  summary: "Returns the status of the caller's export",
  params: byId,
  response: ListFile,
});

export const staffTakeListFile = endpoint({
  method: 'GET',
  path: '/api/admin/exports/{id}/file',
  access: 'staff',
  permission: 'home.read',
  answers: 'csv',
  summary: "Returns the content of the caller's export",
  params: byId,
  response: Csv,
});
