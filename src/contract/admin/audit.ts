/**
 * The audit log for readers: who did what to what and when, the values before and after, and whether the
 * entry is unaltered.
 */
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
    /** An email address, the id of a person, or `terminal`: the actor, or the person it was done for. */
    who: typed(254),
    /** The name of an action, or its beginning: "staff invited" and `staff_invited` are the same. */
    act: typed(80),
    /** The id of the object it was done to. */
    record: typed(120),
    /** The range of days, both included. */
    from: Day.optional(),
    to: Day.optional(),
  },
};

/** The actor. Null instead of this object: the shop itself, or a person who was not identified yet. */
const Who = z.object({
  id: z.string(),
  /** The name, or the address when there is none. */
  name: z.string(),
  role: z.enum(['customer', 'terminal', 'deleted', ...staffRoles]),
});

export const AuditRow = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Such as `staff_invited`. */
  act: z.string(),
  who: Who.nullable(),
  /** The person it was done for, when that is not the actor. */
  forWhom: Who.nullable(),
  /** The id of the object it was done to. */
  record: z.string(),
  /** The name of that object, for a person, an order, or a product that still exists. */
  recordName: z.string().nullable(),
  /** The console's page for it, below `/admin`; null when there is none. */
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
  /** The network address of the request; empty when unknown. */
  from: z.string(),
  route: z.string(),
  /** Further facts of the entry. */
  detail: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What is still stored of the change, field by field, masked. */
  change: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** Whether the stored change matches its hashes; null when nothing is stored. */
  isProven: z.boolean().nullable(),
  /** Position in the chain, counted from 1; null until it is chained, for about a second. */
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
  /** The last chained entry; null before the first. */
  chained: z.object({ position: z.number().int(), at: z.iso.datetime(), hash: z.string() }).nullable(),
  /** Number of entries that are not chained yet, and the time of the oldest. */
  waiting: z.number().int(),
  waitingSince: z.iso.datetime().nullable(),
  /** The last check; null before the first. */
  checked: z
    .object({
      at: z.iso.datetime(),
      by: z.string().nullable(),
      entries: z.number().int(),
      /**
       * True: all entries were checked. False: those since the last check, and some of the older ones in
       * rotation.
       */
      isWhole: z.boolean(),
      hash: z.string(),
      /** The problems found, as sentences; empty when every entry is unaltered. */
      violations: z.array(z.string()),
    })
    .nullable(),
  /** A requested check is running. */
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
