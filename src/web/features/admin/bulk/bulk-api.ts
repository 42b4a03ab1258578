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
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask, type Call } from '#web/session/api.ts';

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

const headersOf = (key: string) => ({ 'idempotency-key': key });

const bulkApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffBulkActs: build.query<BulkProgress[], void>({
      query: () => ask(staffListBulkActs),
      transformResponse: ({ acts }: Answer<typeof staffListBulkActs>) => acts,
      providesTags: ['StaffBulk'],
    }),
    staffBulkAct: build.query<BulkResults, string>({
      query: (id) => ask(staffReadBulkAct, { params: { id } }),
      providesTags: ['StaffBulk'],
    }),
    staffBulkStart: build.mutation<BulkProgress, Press>({
      query: ({ kind, chosen, key }): Call => ({
        endpoint: endpoints[kind],
        sent: { headers: headersOf(key), body: chosen },
      }),
      invalidatesTags: ['StaffBulk'],
    }),
    staffEmailSending: build.mutation<BulkProgress, { id: string; key: string }>({
      query: ({ id, key }) => ask(staffSendEmailAgain, { params: { id }, headers: headersOf(key) }),
      invalidatesTags: ['StaffBulk'],
    }),
    staffBulkStop: build.mutation<BulkProgress, string>({
      query: (id) => ask(staffStopBulkAct, { params: { id } }),
      invalidatesTags: ['StaffBulk'],
    }),
    staffBulkRetry: build.mutation<BulkProgress, string>({
      query: (id) => ask(staffRetryBulkAct, { params: { id } }),
      invalidatesTags: ['StaffBulk'],
    }),
  }),
});

export const {
  useStaffBulkActsQuery,
  useStaffBulkActQuery,
  useStaffBulkStartMutation,
  useStaffEmailSendingMutation,
  useStaffBulkStopMutation,
  useStaffBulkRetryMutation,
} = bulkApi;
