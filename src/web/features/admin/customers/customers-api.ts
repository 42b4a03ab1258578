/** Calls for customers. An action returns the updated customer; lists and sections are refetched. */
import {
  type CustomerRow as CustomerRowSchema,
  staffDisableCustomer,
  staffEditCustomer,
  staffEnableCustomer,
  staffEndCustomerSessions,
  staffListCustomerEmails,
  staffListCustomerNotes,
  staffListCustomers,
  staffNoteOnCustomer,
  staffReadCustomer,
  staffReadCustomerCredit,
  staffResetCustomerFactor,
} from '#contract/admin/customers.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import type { ListQuery } from '#web/features/admin/list/list-state.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';

export type CustomerRow = z.input<typeof CustomerRowSchema>;
export type Customer = Answer<typeof staffReadCustomer>;

export const accountActs = {
  disable: staffDisableCustomer,
  enable: staffEnableCustomer,
  endSessions: staffEndCustomerSessions,
  resetSecondFactor: staffResetCustomerFactor,
} as const;
export type AccountAct = keyof typeof accountActs;

const tags = ['StaffCustomers'] as const;

const customersApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffCustomers: build.query<Answer<typeof staffListCustomers>, ListQuery>({
      query: (query) => ask(staffListCustomers, { query: query as Sent<typeof staffListCustomers>['query'] }),
      // A separate tag: lists can be refetched without refetching a deleted customer.
      providesTags: [{ type: 'StaffCustomers', id: 'lists' }],
      keepUnusedDataFor: 300,
    }),
    staffCustomer: build.query<Customer, string>({
      query: (id) => ask(staffReadCustomer, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerEmails: build.query<Answer<typeof staffListCustomerEmails>, string>({
      query: (id) => ask(staffListCustomerEmails, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerNotes: build.query<Answer<typeof staffListCustomerNotes>, string>({
      query: (id) => ask(staffListCustomerNotes, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerCredit: build.query<Answer<typeof staffReadCustomerCredit>, string>({
      query: (id) => ask(staffReadCustomerCredit, { params: { id } }),
      providesTags: ['StaffCustomers', 'StaffCredit'],
    }),
    staffCustomerNote: build.mutation<Answer<typeof staffNoteOnCustomer>, { id: string; text: string }>({
      query: ({ id, text }) => ask(staffNoteOnCustomer, { params: { id }, body: { text } }),
      invalidatesTags: tags,
    }),
    staffCustomerEdit: build.mutation<Customer, { id: string; body: Sent<typeof staffEditCustomer>['body'] }>(
      {
        query: ({ id, body }) => ask(staffEditCustomer, { params: { id }, body }),
        invalidatesTags: tags,
      },
    ),
    staffAccountAct: build.mutation<Customer, { id: string; act: AccountAct }>({
      query: ({ id, act }) => ask(accountActs[act], { params: { id } }),
      invalidatesTags: tags,
    }),
  }),
});

export const {
  useStaffCustomersQuery,
  useStaffCustomerQuery,
  useLazyStaffCustomerQuery,
  useStaffCustomerEmailsQuery,
  useStaffCustomerNotesQuery,
  useStaffCustomerCreditQuery,
  useStaffCustomerNoteMutation,
  useStaffCustomerEditMutation,
  useStaffAccountActMutation,
  usePrefetch: useCustomersPrefetch,
} = customersApi;
