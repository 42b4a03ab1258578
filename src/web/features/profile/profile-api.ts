/** The profile's API calls. Data that a change affects is refetched automatically. */
import {
  listSessions,
  endOtherSessions,
  endSession,
  updatePassword,
  updateUser,
} from '#contract/accounts.ts';
import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts';
import { askEmailChange, cancelEmailChange, readEmailChange } from '#contract/email-change.ts';
import { deleteAccount, readArchive } from '#contract/personal-data.ts';
import { listOrders, readOrder } from '#contract/orders.ts';
import { api, ask, toRejection } from '#web/session/api.ts';
import { callForTokens } from '#web/session/call.ts';

type Body<E extends Endpoint> = Sent<E> extends { body: infer B } ? B : never;
type Nothing = Record<string, never>;

export type OrderPage = Answer<typeof listOrders>;
export type Order = OrderPage['data'][number];
export type OpenSession = Answer<typeof listSessions>[number];
export type OwnSession = Extract<OpenSession, { kind: 'own' }>;
export type Support = Extract<OpenSession, { kind: 'support' }>;

export type PendingEmail = NonNullable<Answer<typeof readEmailChange>['pending']>;

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateUser: build.mutation<Nothing, Body<typeof updateUser>>({
      query: (body) => ask(updateUser, { body }),
      invalidatesTags: ['Me'],
    }),
    updatePassword: build.mutation<Nothing, Body<typeof updatePassword>>({
      queryFn: (body) =>
        callForTokens((call) => call(updatePassword, { body })).then(
          () => ({ data: {} }),
          (error: unknown) => ({ error: toRejection(error) }),
        ),
      invalidatesTags: ['Sessions'],
    }),
    olderOrders: build.query<OrderPage, string>({
      query: (cursor) => ask(listOrders, { query: { cursor } }),
      providesTags: ['Me'],
    }),
    order: build.query<Answer<typeof readOrder>, string>({
      query: (id) => ask(readOrder, { params: { id } }),
      providesTags: ['Me'],
    }),
    emailChange: build.query<Answer<typeof readEmailChange>, void>({
      query: () => ask(readEmailChange),
      providesTags: ['EmailChange'],
    }),
    askEmailChange: build.mutation<Nothing, Body<typeof askEmailChange>>({
      query: (body) => ask(askEmailChange, { body }),
      invalidatesTags: ['EmailChange'],
    }),
    cancelEmailChange: build.mutation<Nothing, void>({
      query: () => ask(cancelEmailChange),
      invalidatesTags: ['EmailChange'],
    }),
    archive: build.mutation<Answer<typeof readArchive>, void>({ query: () => ask(readArchive) }),
    deleteAccount: build.mutation<Nothing, Body<typeof deleteAccount>>({
      query: (body) => ask(deleteAccount, { body }),
    }),
    sessions: build.query<OpenSession[], void>({
      query: () => ask(listSessions),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<Nothing, string>({
      query: (id) => ask(endSession, { params: { id } }),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<Nothing, void>({
      query: () => ask(endOtherSessions),
      invalidatesTags: ['Sessions'],
    }),
  }),
});

export const {
  useUpdateUserMutation,
  useUpdatePasswordMutation,
  useLazyOlderOrdersQuery,
  useOrderQuery,
  useEmailChangeQuery,
  useAskEmailChangeMutation,
  useCancelEmailChangeMutation,
  useArchiveMutation,
  useDeleteAccountMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = profileApi;
