/** Calls for orders. An action returns the order's updated details; the history and lists are refetched. */
import {
  type Moment,
  type OrderRow as OrderRowSchema,
  staffListOrders,
  staffReadOrder,
  staffReadOrderStory,
} from '#contract/admin/orders.ts';
import {
  staffCancelOrder,
  staffCancelSale,
  staffCompleteOrder,
  staffCreateOrder,
  staffNoteOnOrder,
  staffRefundOrder,
  staffSendOrderLink,
} from '#contract/admin/order-acts.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type OrderRow = z.input<typeof OrderRowSchema>;
export type OrderFacts = Answer<typeof staffReadOrder>;
export type OrderMoment = z.input<typeof Moment>;

export type NewOrder = Sent<typeof staffCreateOrder>['body'];
export type SaleCancellation = { id: string; key: string } & Sent<typeof staffCancelSale>['body'];
type Refund = { id: string; key: string } & Sent<typeof staffRefundOrder>['body'];

/** Refetched after an action. The order's details come from the response. */
const changes = ['StaffOrders', 'StaffHome', 'StaffCustomers', 'StaffCredit', 'StaffMoney'] as const;

const ordersApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffOrders: build.query<Answer<typeof staffListOrders>, ListQuery>({
      query: (query) => ask(staffListOrders, { query: query as Sent<typeof staffListOrders>['query'] }),
      providesTags: ['StaffOrders'],
      keepUnusedDataFor: 300,
    }),
    staffOrder: build.query<OrderFacts, string>({
      query: (id) => ask(staffReadOrder, { params: { id } }),
      providesTags: ['StaffOrders'],
    }),
    staffOrderStory: build.query<OrderMoment[], string>({
      query: (id) => ask(staffReadOrderStory, { params: { id } }),
      transformResponse: ({ moments }: Answer<typeof staffReadOrderStory>) => moments,
      providesTags: ['StaffOrders'],
    }),
    staffCompleteOrder: build.mutation<OrderFacts, string>({
      query: (id) => ask(staffCompleteOrder, { params: { id } }),
      invalidatesTags: changes,
    }),
    staffCancelOrder: build.mutation<OrderFacts, string>({
      query: (id) => ask(staffCancelOrder, { params: { id } }),
      invalidatesTags: changes,
    }),
    staffCancelSale: build.mutation<OrderFacts, SaleCancellation>({
      query: ({ id, key, ...body }) =>
        ask(staffCancelSale, { params: { id }, headers: { 'idempotency-key': key }, body }),
      invalidatesTags: changes,
    }),
    staffRefundOrder: build.mutation<OrderFacts, Refund>({
      query: ({ id, key, ...body }) =>
        ask(staffRefundOrder, { params: { id }, headers: { 'idempotency-key': key }, body }),
      invalidatesTags: changes,
    }),
    staffOrderCreation: build.mutation<OrderFacts, { body: NewOrder; key: string }>({
      query: ({ body, key }) => ask(staffCreateOrder, { headers: { 'idempotency-key': key }, body }),
      invalidatesTags: changes,
    }),
    staffSendOrderLink: build.mutation<OrderFacts, string>({
      query: (id) => ask(staffSendOrderLink, { params: { id } }),
      invalidatesTags: ['StaffOrders'],
    }),
    staffNoteOnOrder: build.mutation<Answer<typeof staffNoteOnOrder>, { id: string; text: string }>({
      query: ({ id, text }) => ask(staffNoteOnOrder, { params: { id }, body: { text } }),
      invalidatesTags: ['StaffOrders'],
    }),
  }),
});

export const {
  useStaffOrdersQuery,
  useStaffOrderQuery,
  useStaffOrderStoryQuery,
  useStaffCompleteOrderMutation,
  useStaffCancelOrderMutation,
  useStaffCancelSaleMutation,
  useStaffRefundOrderMutation,
  useStaffOrderCreationMutation,
  useStaffSendOrderLinkMutation,
  useStaffNoteOnOrderMutation,
  usePrefetch: useOrdersPrefetch,
} = ordersApi;
