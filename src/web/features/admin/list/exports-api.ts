/** Calls for exports that are emailed. */
import {
  type exportedLists,
  staffEmailAuditLog,
  staffEmailCouponList,
  staffEmailCreditList,
  staffEmailList,
  staffReadListFile,
} from '#contract/admin/exports.ts';
import type { Answer } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask, type Call } from '#web/session/api.ts';

export type EmailedList = (typeof exportedLists)[number];
export type ListFile = Answer<typeof staffReadListFile>;

function endpointOf(list: EmailedList) {
  if (list === 'audit') return staffEmailAuditLog;
  if (list === 'coupons') return staffEmailCouponList;
  return list.startsWith('credit-') ? staffEmailCreditList : staffEmailList;
}

const exportsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffListByEmail: build.mutation<ListFile, { list: EmailedList; query: Record<string, string> }>({
      query: (body): Call => ({ endpoint: endpointOf(body.list), sent: { body } }),
    }),
    staffListFile: build.query<ListFile, string>({
      query: (id) => ask(staffReadListFile, { params: { id } }),
    }),
  }),
});

export const { useStaffListByEmailMutation, useStaffListFileQuery } = exportsApi;
