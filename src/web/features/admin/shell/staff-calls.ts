/**
 * Derives the console's hooks from contract endpoints: `staffQuery` and `staffList` for reads, `staffMutation`
 * for writes. A hook takes path parameters by name, and `query`, `body`, and `key` (the idempotency key)
 * beside them: `edit({ id, body })`. An endpoint that needs one path parameter and nothing else takes its
 * value: `useStaffOrderQuery(id)`.
 */
import type {
  TagDescription,
  TypedUseLazyQuery,
  TypedUseMutation,
  TypedUseQuery,
} from '@reduxjs/toolkit/query/react';
import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts';
import type { ApiQuery, Call } from '#web/session/api.ts';
import { staffApi, type StaffTag } from './staff-api.ts';

type PathOf<E extends Endpoint> = Sent<E> extends { params: infer P } ? P : unknown;
type KeyOf<E extends Endpoint> =
  Sent<E> extends { headers: { 'idempotency-key': string } } ? { key: string } : unknown;
type IsOne<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? true : false) : never;

type NamedParts<E extends Endpoint> = PathOf<E> & Omit<Sent<E>, 'params' | 'headers'> & KeyOf<E>;
type PathOnly<E extends Endpoint> =
  IsOne<keyof PathOf<E>> extends true ? PathOf<E>[keyof PathOf<E>] : PathOf<E>;

/** The argument of a hook. */
export type StaffArgument<E extends Endpoint> = keyof Sent<E> extends never
  ? // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query's type for a hook that is called without an argument.
    void
  : keyof Sent<E> extends 'params'
    ? PathOnly<E>
    : NamedParts<E>;

/** The state of a list as query parameters. The server validates it. */
type ListQuery = Record<string, string>;

type Tagged = TagDescription<StaffTag>;
type Tags<Argument> =
  | readonly Tagged[]
  | ((result: unknown, error: unknown, argument: Argument) => readonly Tagged[]);

type QueryOptions<E extends Endpoint, Result> = {
  /** Selects the part of the response that the screens use. */
  pick?: (answer: Answer<E>) => Result;
  /** Seconds in the cache after the last use; default 60. */
  keepUnusedDataFor?: number;
};

export type StaffQuery<Result, Argument> = TypedUseQuery<Result, Argument, ApiQuery> & {
  useLazy: TypedUseLazyQuery<Result, Argument, ApiQuery>;
  /** Returns a function that fetches into the cache. */
  usePrefetch: () => (argument: Argument) => void;
};

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The request of a hook's argument. The client reads only the parameters that the path names. */
export function callOf(endpoint: Endpoint, argument: unknown): Call {
  if (argument === undefined) return { endpoint, sent: undefined };
  if (typeof argument === 'string') {
    const [, name = ''] = /\{(\w+)\}/.exec(endpoint.path) ?? [];
    return { endpoint, sent: { params: { [name]: argument } } };
  }
  const { body, query, key } = argument as Record<string, unknown>;
  const headers = key === undefined ? undefined : { 'idempotency-key': key };
  return { endpoint, sent: { params: argument, body, query, headers } };
}

function queryHook<E extends Endpoint, Result, Argument>(
  endpoint: E,
  toCall: (argument: Argument) => Call,
  tags: Tags<Argument>,
  { pick, ...kept }: QueryOptions<E, Result>,
): StaffQuery<Result, Argument> {
  const name = nameOf(endpoint);
  const { endpoints } = staffApi.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Result, Argument>({
        query: toCall,
        providesTags: tags,
        ...(pick && { transformResponse: (answer: unknown) => pick(answer as Answer<E>) }),
        ...kept,
      }),
    }),
  });
  const { useQuery, useLazyQuery } = endpoints[name] as unknown as {
    useQuery: TypedUseQuery<Result, Argument, ApiQuery>;
    useLazyQuery: TypedUseLazyQuery<Result, Argument, ApiQuery>;
  };
  return Object.assign(useQuery, {
    useLazy: useLazyQuery,
    usePrefetch: () => staffApi.usePrefetch(name as never) as (argument: Argument) => void,
  });
}

export const staffQuery = <E extends Endpoint, Result = Answer<E>>(
  endpoint: E,
  tags: Tags<StaffArgument<E>>,
  options: QueryOptions<E, Result> = {},
): StaffQuery<Result, StaffArgument<E>> =>
  queryHook<E, Result, StaffArgument<E>>(endpoint, (argument) => callOf(endpoint, argument), tags, options);

/** A page of a list. Takes the list's query parameters. Cached for 5 minutes by default. */
export const staffList = <E extends Endpoint>(
  endpoint: E,
  tags: readonly Tagged[],
  keepUnusedDataFor = 300,
): StaffQuery<Answer<E>, ListQuery> =>
  queryHook<E, Answer<E>, ListQuery>(endpoint, (query) => ({ endpoint, sent: { query } }), tags, {
    keepUnusedDataFor,
  });

/** For a write whose endpoint depends on the argument. `name` is unique. */
export function staffCall<Result, Argument>(
  name: string,
  toCall: (argument: Argument) => Call,
  tags: Tags<Argument> = [],
): TypedUseMutation<Result, Argument, ApiQuery> {
  const { endpoints } = staffApi.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.mutation<Result, Argument>({ query: toCall, invalidatesTags: tags }),
    }),
  });
  return (endpoints[name] as unknown as { useMutation: TypedUseMutation<Result, Argument, ApiQuery> })
    .useMutation;
}

export const staffMutation = <E extends Endpoint>(
  endpoint: E,
  tags: Tags<StaffArgument<E>> = [],
): TypedUseMutation<Answer<E>, StaffArgument<E>, ApiQuery> =>
  staffCall<Answer<E>, StaffArgument<E>>(nameOf(endpoint), (argument) => callOf(endpoint, argument), tags);
