/** Calls for saved views, and for exports that are emailed. */
import {
  type exportedLists,
  staffEmailAuditLog,
  staffEmailCouponList,
  staffEmailCreditList,
  staffEmailList,
  staffReadListFile,
} from '#contract/admin/exports.ts';
import {
  staffChangeView,
  staffDeleteView,
  staffListViews,
  staffSaveView,
  staffShareView,
} from '#contract/admin/views.ts';
import type { Answer } from '#contract/endpoint.ts';
import { callOf, staffCall, staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';

export type SavedView = Answer<typeof staffSaveView>;
export type EmailedList = (typeof exportedLists)[number];
export type ListFile = Answer<typeof staffReadListFile>;

const tags = ['StaffViews'] as const;

export const useStaffViewsQuery = staffQuery(staffListViews, tags, {
  pick: ({ views }) => views,
  keepUnusedDataFor: 300,
});
export const useStaffViewSavingMutation = staffMutation(staffSaveView, tags);
export const useStaffViewChangeMutation = staffMutation(staffChangeView, tags);
export const useStaffViewDeletionMutation = staffMutation(staffDeleteView, tags);
export const useStaffViewSharingMutation = staffMutation(staffShareView, tags);

function endpointOf(list: EmailedList) {
  if (list === 'audit') return staffEmailAuditLog;
  if (list === 'coupons') return staffEmailCouponList;
  return list.startsWith('credit-') ? staffEmailCreditList : staffEmailList;
}

type EmailedExport = { list: EmailedList; query: Record<string, string> };

export const useStaffListByEmailMutation = staffCall<ListFile, EmailedExport>('list by email', (body) =>
  callOf(endpointOf(body.list), { body }),
);
export const useStaffListFileQuery = staffQuery(staffReadListFile, []);
