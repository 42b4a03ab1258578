/** Calls for money. A running comparison is polled until it ends. */
import {
  type DisputeRow as DisputeRowSchema,
  type RefundRow as RefundRowSchema,
  staffListDisputes,
  staffListRefunds,
  staffReadComparisons,
  staffReadDispute,
  staffRunComparisons,
} from '#contract/admin/money.ts';
import { staffReadMonth } from '#contract/admin/month.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type RefundRow = z.input<typeof RefundRowSchema>;
export type DisputeRow = z.input<typeof DisputeRowSchema>;
export type Dispute = Answer<typeof staffReadDispute>;
export type Comparisons = Answer<typeof staffReadComparisons>;
export type MonthFigures = Answer<typeof staffReadMonth>;
export type Comparison = Comparisons['comparisons'][number];

const moneyApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffComparisons: build.query<Comparisons, void>({
      query: () => ask(staffReadComparisons),
      providesTags: ['StaffMoney'],
    }),
    staffCompare: build.mutation<Comparisons, void>({
      query: () => ask(staffRunComparisons),
      invalidatesTags: ['StaffMoney', 'StaffHome'],
    }),
    staffRefunds: build.query<Answer<typeof staffListRefunds>, ListQuery>({
      query: (query) => ask(staffListRefunds, { query: query as Sent<typeof staffListRefunds>['query'] }),
      providesTags: ['StaffMoney'],
      keepUnusedDataFor: 300,
    }),
    staffDisputes: build.query<Answer<typeof staffListDisputes>, ListQuery>({
      query: (query) => ask(staffListDisputes, { query: query as Sent<typeof staffListDisputes>['query'] }),
      providesTags: ['StaffMoney'],
      keepUnusedDataFor: 300,
    }),
    staffMonth: build.query<MonthFigures, string>({
      query: (month) => ask(staffReadMonth, { query: { month } }),
      providesTags: ['StaffMoney'],
      keepUnusedDataFor: 300,
    }),
    staffDispute: build.query<Dispute, string>({
      query: (id) => ask(staffReadDispute, { params: { id } }),
      providesTags: ['StaffMoney'],
    }),
  }),
});

export const {
  useStaffComparisonsQuery,
  useStaffCompareMutation,
  useStaffRefundsQuery,
  useStaffDisputesQuery,
  useStaffDisputeQuery,
  useStaffMonthQuery,
  usePrefetch: useMoneyPrefetch,
} = moneyApi;
