/** The calls about orders. An act answers the order's facts anew; the story and the lists are read again. */
import {
  type Moment,
  type OrderRow as OrderRowSchema,
  staffListOrders,
  staffReadOrder,
  staffReadOrderStory,
} from '#contract/admin/orders.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type OrderRow = z.input<typeof OrderRowSchema>;
export type OrderFacts = Answer<typeof staffReadOrder>;
export type OrderMoment = z.input<typeof Moment>;

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
  }),
});

export const { useStaffOrdersQuery, useStaffOrderQuery, useStaffOrderStoryQuery, usePrefetch: useOrdersPrefetch } = ordersApi;
