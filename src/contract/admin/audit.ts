/** The audit log as people read it: who did what to what, when, what was before and after, and whether it is as it was written. */
import { staffRoles } from '#kernel/permissions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';
import { Csv, Day, exportQuery, listQuery, pageOf } from './list.ts';

export const auditViews = ['all', 'staff', 'access', 'exports'] as const;

const typed = (max: number) => z.string().trim().min(1).max(max).optional();

export const auditList = {
  views: auditViews,
  sorts: ['newest', 'oldest'] as const,
  filters: {
    /** An email address, the id of a person, or `terminal`: who did it, or for whom it was done. */
    who: typed(254),
    /** What an act is called, or how its name begins: "staff invited" and `staff_invited` are one. */
    act: typed(80),
    /** The id of what it was done to. */
    record: typed(120),
    /** Days on which it was done, both included. */
    from: Day.optional(),
    to: Day.optional(),
  },
};

/** Who did it. Null in place of it: the shop itself, or somebody who was not known yet. */
const Who = z.object({
  id: z.string(),
  /** Name, or address where there is none. */
  name: z.string(),
  role: z.enum(['customer', 'terminal', 'deleted', ...staffRoles]),
});

export const AuditRow = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Such as `staff_invited`. */
  act: z.string(),
  who: Who.nullable(),
  /** For whom, where that is somebody else. */
  forWhom: Who.nullable(),
  /** The id of what it was done to. */
  record: z.string(),
  /** What is done to, where it is a person, an order or a product that is still there. */
  recordName: z.string().nullable(),
  /** Where the console shows it, below `/admin`; null where it does not. */
  address: z.string().nullable(),
  hasChange: z.boolean(),
});

export const staffListAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Lists audit log entries by view, filter, and sort, 50 per page',
  query: listQuery(auditList),
  response: pageOf(AuditRow),
});

export const staffExportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'staff',
  permission: 'settings.read',
  answers: 'csv',
  summary: 'Exports the matching audit entries as CSV and logs the export',
  query: exportQuery(auditList),
  response: Csv,
});

export const AuditEntry = AuditRow.extend({
  /** The network address that it came from; empty where none was seen. */
  from: z.string(),
  route: z.string(),
  /** What was noted beside it. */
  detail: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What is still kept of the change, field by field, masked. */
  change: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** What is kept of the change is what the log was told, by its hashes; null where nothing is kept. */
  isProven: z.boolean().nullable(),
  /** Its place in the chain, counted from 1; null while it waits for one, a second or so. */
  position: z.number().int().nullable(),
  hash: z.string().nullable(),
});

export const staffReadAuditEntry = endpoint({
  method: 'GET',
  path: '/api/admin/audit/{id}',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Returns an audit entry with its recorded changes',
  params: z.strictObject({ id: z.string().regex(/^[1-9]\d{0,15}$/, 'Entry not found') }),
  response: AuditEntry,
});

export const AuditChain = z.object({
  /** The last entry that has its place in the chain; null before the first. */
  chained: z.object({ position: z.number().int(), at: z.iso.datetime(), hash: z.string() }).nullable(),
  /** Entries without a place, and since when the oldest of them waits. */
  waiting: z.number().int(),
  waitingSince: z.iso.datetime().nullable(),
  /** The last check; null where there was none yet. */
  checked: z
    .object({
      at: z.iso.datetime(),
      by: z.string().nullable(),
      entries: z.number().int(),
      /** Every entry; false: those since the check before, and of the older ones a part in its turn. */
      isWhole: z.boolean(),
      hash: z.string(),
      /** What is wrong, in words; empty: everything is as it was written. */
      violations: z.array(z.string()),
    })
    .nullable(),
  /** Somebody has asked for another look, which is under way. */
  isChecking: z.boolean(),
});

export const staffReadAuditChain = endpoint({
  method: 'GET',
  path: '/api/admin/audit-chain',
  access: 'staff',
  permission: 'settings.read',
  summary: "Returns the audit log's chain status and its last check",
  response: AuditChain,
});

export const staffCheckAudit = endpoint({
  method: 'POST',
  path: '/api/admin/audit-chain/checks',
  access: 'staff',
  permission: 'settings.write',
  summary: 'Starts a check of the whole audit log in the background',
  response: AuditChain,
});
