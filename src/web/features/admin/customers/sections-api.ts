/** Calls for the sections of a customer's page. */
import { type StaffCart, staffReadCart } from '#contract/admin/carts.ts';
import {
  staffDeleteCustomer,
  staffExportArchive,
  staffRevealEin,
  staffStopViewing,
  staffViewAs,
} from '#contract/admin/customer-acts.ts';
import {
  staffEndCustomerSession,
  staffListCustomerCards,
  staffListCustomerCarts,
  staffListCustomerConsents,
  staffListCustomerReports,
  staffListCustomerSessions,
  staffListCustomerSubscriptions,
} from '#contract/admin/customer-sections.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';
import type { z } from 'zod';
import type { Customer } from './customers-api.ts';

export type Cart = z.input<typeof StaffCart>;

const tags = ['StaffCustomers'] as const;

const sectionsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffCustomerCards: build.query<Answer<typeof staffListCustomerCards>, string>({
      query: (id) => ask(staffListCustomerCards, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerCarts: build.query<Answer<typeof staffListCustomerCarts>, string>({
      query: (id) => ask(staffListCustomerCarts, { params: { id } }),
      providesTags: tags,
    }),
    staffCart: build.query<Cart, string>({
      query: (id) => ask(staffReadCart, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerSessions: build.query<Answer<typeof staffListCustomerSessions>, string>({
      query: (id) => ask(staffListCustomerSessions, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerConsents: build.query<Answer<typeof staffListCustomerConsents>, string>({
      query: (id) => ask(staffListCustomerConsents, { params: { id } }),
      providesTags: tags,
    }),
    staffCustomerReports: build.query<Answer<typeof staffListCustomerReports>, string>({
      query: (id) => ask(staffListCustomerReports, { params: { id } }),
      providesTags: ['StaffCustomers', 'StaffCredit'],
    }),
    staffCustomerSubscriptions: build.query<Answer<typeof staffListCustomerSubscriptions>, string>({
      query: (id) => ask(staffListCustomerSubscriptions, { params: { id } }),
      providesTags: ['StaffCustomers', 'StaffOrders'],
    }),
    staffEndSession: build.mutation<Customer, { id: string; sessionId: string }>({
      query: ({ id, sessionId }) => ask(staffEndCustomerSession, { params: { id, sessionId } }),
      invalidatesTags: tags,
    }),
    staffRevealEin: build.mutation<Answer<typeof staffRevealEin>, string>({
      query: (id) => ask(staffRevealEin, { params: { id } }),
    }),
    staffArchive: build.mutation<
      Answer<typeof staffExportArchive>,
      { id: string; body: Sent<typeof staffExportArchive>['body'] }
    >({
      query: ({ id, body }) => ask(staffExportArchive, { params: { id }, body }),
      invalidatesTags: tags,
    }),
    // A deleted customer is not refetched: their page closes first.
    staffDeletion: build.mutation<
      Answer<typeof staffDeleteCustomer>,
      { id: string; body: Sent<typeof staffDeleteCustomer>['body'] }
    >({
      query: ({ id, body }) => ask(staffDeleteCustomer, { params: { id }, body }),
      invalidatesTags: [{ type: 'StaffCustomers', id: 'lists' }, 'StaffOrders', 'StaffCredit', 'StaffHome'],
    }),
    staffViewAs: build.mutation<Answer<typeof staffViewAs>, { id: string; reason: string }>({
      query: ({ id, reason }) => ask(staffViewAs, { params: { id }, body: { reason } }),
      invalidatesTags: tags,
    }),
    staffStopViewing: build.mutation<Answer<typeof staffStopViewing>, string>({
      query: (id) => ask(staffStopViewing, { params: { id } }),
      invalidatesTags: tags,
    }),
  }),
});

export const {
  useStaffCustomerCardsQuery,
  useStaffCustomerCartsQuery,
  useStaffCartQuery,
  useStaffCustomerSessionsQuery,
  useStaffCustomerConsentsQuery,
  useStaffCustomerReportsQuery,
  useStaffCustomerSubscriptionsQuery,
  useStaffEndSessionMutation,
  useStaffRevealEinMutation,
  useStaffArchiveMutation,
  useStaffDeletionMutation,
  useStaffViewAsMutation,
  useStaffStopViewingMutation,
} = sectionsApi;
