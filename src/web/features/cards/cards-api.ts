/** API calls for the user's saved cards. A change refetches the list. */
import {
  addPaymentMethod,
  listPaymentMethods,
  makePaymentMethodDefault,
  removePaymentMethod,
} from '#contract/cards.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { api, ask } from '#web/session/api.ts';

type Nothing = Record<string, never>;

export type SavedCard = Answer<typeof listPaymentMethods>[number];

const cardsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cards: build.query<SavedCard[], void>({ query: () => ask(listPaymentMethods), providesTags: ['Cards'] }),
    addCard: build.mutation<
      Answer<typeof addPaymentMethod>,
      { attempt: string; holder: Sent<typeof addPaymentMethod>['body'] }
    >({
      query: ({ attempt, holder }) =>
        ask(addPaymentMethod, { headers: { 'idempotency-key': attempt }, body: holder }),
    }),
    removeCard: build.mutation<Nothing, string>({
      query: (id) => ask(removePaymentMethod, { params: { id } }),
      invalidatesTags: ['Cards'],
    }),
    makeDefault: build.mutation<Nothing, string>({
      query: (id) => ask(makePaymentMethodDefault, { params: { id } }),
      invalidatesTags: ['Cards'],
    }),
  }),
});

export const { useCardsQuery, useAddCardMutation, useRemoveCardMutation, useMakeDefaultMutation } = cardsApi;

/** Call after the cards changed outside these calls, such as in the processor's form. */
export const rereadCards = () => api.util.invalidateTags(['Cards']);
