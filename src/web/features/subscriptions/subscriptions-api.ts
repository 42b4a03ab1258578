/**
 * API calls for the user's subscriptions. The response of a change is shown immediately, and the list is
 * refetched.
 */
import type { Answer } from '#contract/endpoint.ts';
import {
  cancelSubscription,
  changeSubscriptionCard,
  listSubscriptions,
  makeCardLink,
  undoCancelSubscription,
} from '#contract/subscriptions.ts';
import { api, ask } from '#web/session/api.ts';

export type Subscription = Answer<typeof listSubscriptions>[number];

const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscriptions: build.query<Subscription[], void>({
      query: () => ask(listSubscriptions),
      providesTags: ['Subscriptions'],
    }),
    cancel: build.mutation<Subscription, string>({
      query: (id) => ask(cancelSubscription, { params: { id } }),
      invalidatesTags: ['Subscriptions'],
    }),
    undoCancel: build.mutation<Subscription, string>({
      query: (id) => ask(undoCancelSubscription, { params: { id } }),
      invalidatesTags: ['Subscriptions'],
    }),
    changeCard: build.mutation<Subscription, { id: string; paymentMethodId: string }>({
      query: ({ id, paymentMethodId }) =>
        ask(changeSubscriptionCard, { params: { id }, body: { paymentMethodId } }),
      invalidatesTags: ['Subscriptions'],
    }),
    cardLink: build.mutation<Answer<typeof makeCardLink>, string>({
      query: (id) => ask(makeCardLink, { params: { id } }),
    }),
  }),
});

export const {
  useSubscriptionsQuery,
  useCancelMutation,
  useUndoCancelMutation,
  useChangeCardMutation,
  useCardLinkMutation,
} = subscriptionsApi;
