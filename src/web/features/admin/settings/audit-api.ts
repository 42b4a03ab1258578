/** Calls for the audit log. */
import {
  type AuditRow as AuditRowSchema,
  staffCheckAudit,
  staffListAudit,
  staffReadAuditChain,
  staffReadAuditEntry,
} from '#contract/admin/audit.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type AuditRow = z.input<typeof AuditRowSchema>;
export type AuditEntry = Answer<typeof staffReadAuditEntry>;
export type AuditChain = Answer<typeof staffReadAuditChain>;

const auditApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffAudit: build.query<Answer<typeof staffListAudit>, ListQuery>({
      query: (query) => ask(staffListAudit, { query: query as Sent<typeof staffListAudit>['query'] }),
      // Not cached: nearly every action adds an entry.
      keepUnusedDataFor: 0,
    }),
    staffAuditEntry: build.query<AuditEntry, string>({
      query: (id) => ask(staffReadAuditEntry, { params: { id } }),
    }),
    staffAuditChain: build.query<AuditChain, void>({
      query: () => ask(staffReadAuditChain),
      keepUnusedDataFor: 0,
    }),
    staffAuditCheck: build.mutation<AuditChain, void>({ query: () => ask(staffCheckAudit) }),
  }),
});

export const {
  useStaffAuditQuery,
  useStaffAuditEntryQuery,
  useStaffAuditChainQuery,
  useStaffAuditCheckMutation,
  usePrefetch: useAuditPrefetch,
} = auditApi;
