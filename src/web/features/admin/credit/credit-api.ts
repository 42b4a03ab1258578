/**
 * Calls for credit. An action returns the updated record; lists, the aging report, and customers are
 * refetched.
 */
import {
  type AccountRow as AccountRowSchema,
  type ApplicationRow as ApplicationRowSchema,
  staffChangeLimit,
  staffDecideApplication,
  staffFreezeCredit,
  staffListApplications,
  staffListCreditAccounts,
  staffListCreditMovements,
  staffReadAging,
  staffReadApplication,
  staffReadCreditAccount,
  staffUnfreezeCredit,
  staffWriteOffCredit,
} from '#contract/admin/credit.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type ApplicationRow = z.input<typeof ApplicationRowSchema>;
export type Application = Answer<typeof staffReadApplication>;
export type Decision = Sent<typeof staffDecideApplication>['body'];
export type AccountRow = z.input<typeof AccountRowSchema>;
export type Account = Answer<typeof staffReadCreditAccount>;
export type Aging = Answer<typeof staffReadAging>;
export type Book = Answer<typeof staffListCreditMovements>;

const changed = ['StaffCredit', 'StaffCustomers', 'StaffHome'] as const;

const creditApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffApplications: build.query<Answer<typeof staffListApplications>, ListQuery>({
      query: (query) =>
        ask(staffListApplications, { query: query as Sent<typeof staffListApplications>['query'] }),
      providesTags: ['StaffCredit'],
      keepUnusedDataFor: 300,
    }),
    staffApplication: build.query<Application, string>({
      query: (id) => ask(staffReadApplication, { params: { id } }),
      providesTags: ['StaffCredit'],
    }),
    staffDecision: build.mutation<Application, { id: string; decision: Decision }>({
      query: ({ id, decision }) => ask(staffDecideApplication, { params: { id }, body: decision }),
      invalidatesTags: changed,
    }),
    staffCreditAccounts: build.query<Answer<typeof staffListCreditAccounts>, ListQuery>({
      query: (query) =>
        ask(staffListCreditAccounts, { query: query as Sent<typeof staffListCreditAccounts>['query'] }),
      providesTags: ['StaffCredit'],
      keepUnusedDataFor: 300,
    }),
    staffAging: build.query<Aging, void>({ query: () => ask(staffReadAging), providesTags: ['StaffCredit'] }),
    staffCreditAccount: build.query<Account, string>({
      query: (id) => ask(staffReadCreditAccount, { params: { id } }),
      providesTags: ['StaffCredit'],
    }),
    staffCreditBook: build.query<Book, { id: string; cursor?: string }>({
      query: ({ id, cursor }) =>
        ask(staffListCreditMovements, { params: { id }, query: cursor === undefined ? {} : { cursor } }),
      providesTags: ['StaffCredit'],
    }),
    staffLimit: build.mutation<Account, { id: string } & Sent<typeof staffChangeLimit>['body']>({
      query: ({ id, ...body }) => ask(staffChangeLimit, { params: { id }, body }),
      invalidatesTags: changed,
    }),
    staffFreeze: build.mutation<Account, { id: string; reason: string }>({
      query: ({ id, reason }) => ask(staffFreezeCredit, { params: { id }, body: { reason } }),
      invalidatesTags: changed,
    }),
    staffUnfreeze: build.mutation<Account, string>({
      query: (id) => ask(staffUnfreezeCredit, { params: { id } }),
      invalidatesTags: changed,
    }),
    staffWriteOff: build.mutation<Account, { id: string; body: Sent<typeof staffWriteOffCredit>['body'] }>({
      query: ({ id, body }) => ask(staffWriteOffCredit, { params: { id }, body }),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useStaffApplicationsQuery,
  useStaffApplicationQuery,
  useStaffDecisionMutation,
  useStaffCreditAccountsQuery,
  useStaffAgingQuery,
  useStaffCreditAccountQuery,
  useStaffCreditBookQuery,
  useStaffLimitMutation,
  useStaffFreezeMutation,
  useStaffUnfreezeMutation,
  useStaffWriteOffMutation,
  usePrefetch: useCreditPrefetch,
} = creditApi;
