/**
 * RTK Query cache of the signed-in user's API data. Loaded lazily and never on the server. Features add their
 * own calls with `api.injectEndpoints`, so a page loads only what it uses.
 */
import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { configureStore } from '@reduxjs/toolkit';
import { me } from '#contract/accounts.ts';
import { CallError, type Client, tryLater } from '#contract/client.ts';
import type { Answer, Endpoint, SentArgument } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { current, subscribe } from './session.ts';

/** The error of a failed call in the store: plain, serializable data. */
export type Rejection = { status: number; code: string; message: string; requestId: string };

export type Call = { endpoint: Endpoint; sent: unknown };

export type CurrentUser = Answer<typeof me>;

/** One type-checked call: `query: (body) => ask(updateUser, { body })`. */
export const ask = <E extends Endpoint>(endpoint: E, ...[sent]: SentArgument<E>): Call => ({
  endpoint,
  sent,
});

/** Errors other than the server's rejections have no status or message. */
export const toRejection = (error: unknown): Rejection =>
  error instanceof CallError
    ? { status: error.status, code: error.code, message: error.message, requestId: error.requestId }
    : { status: 500, code: 'unknown', message: tryLater, requestId: '' };

const send = call as (endpoint: Endpoint, sent: unknown) => ReturnType<Client>;

export type ApiQuery = BaseQueryFn<Call, unknown, Rejection>;

const baseQuery: ApiQuery = async ({ endpoint, sent }) => {
  try {
    return { data: await send(endpoint, sent) };
  } catch (error) {
    return { error: toRejection(error) };
  }
};

export const api = createApi({
  baseQuery,
  keepUnusedDataFor: 60,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  tagTypes: ['Me', 'Cards', 'Sessions', 'Subscriptions', 'EmailChange'],
  endpoints: (build) => ({
    me: build.query<CurrentUser, void>({ query: () => ask(me), providesTags: ['Me'] }),
  }),
});

export const apiStore = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (withDefaults) => withDefaults().concat(api.middleware),
  devTools: false,
});

const currentUserId = (): string | null => {
  const session = current();
  return session.kind === 'person' ? session.who : null;
};

if (typeof window !== 'undefined') {
  let who = currentUserId();
  subscribe(() => {
    if (who === currentUserId()) return;
    who = currentUserId();
    // Data of one user must not be shown to the next.
    apiStore.dispatch(api.util.resetApiState());
  });
}
