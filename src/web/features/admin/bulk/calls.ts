/** Calls for bulk actions and for actions with an undo period. */
import {
  type bulkKinds,
  staffCompleteOrders,
  staffDisableCustomers,
  staffEmailOrdersAgain,
  staffEndCoupons,
  staffListBulkActs,
  staffReadBulkAct,
  staffRetryBulkAct,
  staffSendEmailAgain,
  staffStopBulkAct,
  staffUnpublishBoosters,
  staffUnpublishPosts,
  staffUnpublishProducts,
} from '#contract/admin/bulk.ts';
import type { Answer } from '#contract/endpoint.ts';
import { callOf, staffCall, staffMutation, staffQuery } from '#web/features/admin/shell/staff-calls.ts';

export type BulkKind = (typeof bulkKinds)[number];
/** Kinds that a list offers; the others act on one record. */
export type ListBulkKind = Exclude<BulkKind, 'send_email_again' | 'send_answer'>;
export type BulkProgress = Answer<typeof staffStopBulkAct>;
export type BulkResults = Answer<typeof staffReadBulkAct>;
/** The selected rows, or the filter of their list. */
export type Chosen = { ids: string[] } | { filter: Record<string, string> };
type Press = { kind: ListBulkKind; chosen: Chosen; key: string };

const endpoints = {
  complete_orders: staffCompleteOrders,
  email_orders_again: staffEmailOrdersAgain,
  end_coupons: staffEndCoupons,
  unpublish_products: staffUnpublishProducts,
  unpublish_boosters: staffUnpublishBoosters,
  disable_customers: staffDisableCustomers,
  unpublish_posts: staffUnpublishPosts,
};

const tags = ['StaffBulk'] as const;

export const useStaffBulkActsQuery = staffQuery(staffListBulkActs, tags, { pick: ({ acts }) => acts });
export const useStaffBulkActQuery = staffQuery(staffReadBulkAct, tags);
export const useStaffBulkStartMutation = staffCall<BulkProgress, Press>(
  'bulk start',
  ({ kind, chosen, key }) => callOf(endpoints[kind], { body: chosen, key }),
  tags,
);
export const useStaffEmailSendingMutation = staffMutation(staffSendEmailAgain, tags);
export const useStaffBulkStopMutation = staffMutation(staffStopBulkAct, tags);
export const useStaffBulkRetryMutation = staffMutation(staffRetryBulkAct, tags);
