/**
 * Endpoints as data: the handler, the browser's client, the access matrix, and `openapi.json` all use these
 * definitions.
 */
import type { Permission } from '#kernel/permissions.ts';
import { z } from 'zod';

/**
 * Who may call it. Server-rendered pages can reach only `public` endpoints; `staff` endpoints name the
 * permission they need.
 */
export type Access = 'public' | 'customer' | 'staff';
/** Calls that staff may not make while acting for a customer. Omitted: allowed. */
export type Impersonation = 'refused';
/** Rate limit per client; the rates are settings of the shop. */
export type EndpointLimit = 'purchase' | 'coupon_lookup' | 'pending_cart' | 'message';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Endpoint = {
  method: Method;
  path: `/api/${string}`;
  access: Access;
  impersonation?: Impersonation;
  limit?: EndpointLimit;
  /** For `staff` endpoints only. */
  permission?: Permission;
  /** Requires a code of the authenticator app in this session within the last minutes. */
  fresh?: true;
  /** A `customer` endpoint that staff may call before their second factor is on. */
  beforeFactor?: true;
  /** For an endpoint whose body is a file: it is read as bytes, at most this many, and not as JSON. */
  bytesAtMost?: number;
  /** For an endpoint that returns a file: a table written while it is read, or several files as one. */
  answers?: 'csv' | 'zip';
  summary: string;
  params: z.ZodType;
  query: z.ZodType;
  headers: z.ZodType;
  body: z.ZodType;
  response: z.ZodType;
};

const nothing = z.strictObject({});
type Nothing = typeof nothing;
/** Every request has headers that endpoints ignore. */
const anyHeaders = z.object({});

type EndpointOf<P, Q, H, B, R, A, M> = {
  method: M;
  path: `/api/${string}`;
  access: A;
  impersonation?: Impersonation;
  limit?: EndpointLimit;
  permission?: Permission;
  fresh?: true;
  beforeFactor?: true;
  bytesAtMost?: number;
  answers?: 'csv' | 'zip';
  summary: string;
  params: P;
  query: Q;
  headers: H;
  body: B;
  response: R;
};

/** A staff endpoint does not compile without a permission, and no other endpoint has one. */
type StaffPart<A extends Access> = A extends 'staff'
  ? { permission: Permission; fresh?: true }
  : { permission?: never; fresh?: never; beforeFactor?: true };

/** Declares an endpoint. Omitted parts are empty, and an empty part rejects all input. */
export const endpoint = <
  const A extends Access,
  const M extends Method,
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  H extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(
  definition: {
    method: M;
    path: `/api/${string}`;
    access: A;
    impersonation?: Impersonation;
    limit?: EndpointLimit;
    bytesAtMost?: number;
    answers?: 'csv' | 'zip';
    summary: string;
    response: R;
    params?: P;
    query?: Q;
    headers?: H;
    body?: B;
  } & StaffPart<A>,
): EndpointOf<P, Q, H, B, R, A, M> => ({
  ...definition,
  params: definition.params ?? (nothing as unknown as P),
  query: definition.query ?? (nothing as unknown as Q),
  headers: definition.headers ?? (anyHeaders as unknown as H),
  body: definition.body ?? (nothing as unknown as B),
});

type Parts = 'params' | 'query' | 'headers' | 'body';

/** What a handler receives: decoded (dollars have become cents). */
export type Received<E extends Endpoint> = { [K in Parts]: z.output<E[K]> };

type IsEmpty<Part> = Part extends Record<string, never> ? true : false;
type NothingNeeded = Record<never, never>;

/** What a caller sends. Empty parts are omitted; a query without required parameters is optional. */
export type Sent<E extends Endpoint> = {
  [K in Parts as IsEmpty<z.input<E[K]>> extends true
    ? never
    : K extends 'query'
      ? NeededQuery<E>
      : K]: z.input<E[K]>;
} & {
  [K in 'query' as IsEmpty<z.input<E[K]>> extends true ? never : Exclude<K, NeededQuery<E>>]?: z.input<E[K]>;
};
type NeededQuery<E extends Endpoint> = NothingNeeded extends z.input<E['query']> ? never : 'query';

/** The argument of a call: absent when there is nothing to send, optional when nothing is required. */
export type SentArgument<E extends Endpoint> = keyof Sent<E> extends never
  ? []
  : NothingNeeded extends Sent<E>
    ? [Sent<E>?]
    : [Sent<E>];

/** What a handler returns, in the shop's own units (cents). */
export type Handled<E extends Endpoint> = z.output<E['response']>;

/** What the caller receives, in the wire's units (dollars). */
export type Answer<E extends Endpoint> = z.input<E['response']>;

type EndpointsIn<Module> = Module extends object
  ? { [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] }
  : never;
type InAll<Modules> = (Modules extends unknown ? (taken: Modules) => void : never) extends (
  taken: infer All,
) => void
  ? { [Name in keyof All]: All[Name] }
  : never;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/**
 * The endpoints that the modules export, by their names.
 * @throws Error if two modules export an endpoint of the same name
 */
export function endpointsOf<Modules extends readonly object[]>(
  ...modules: Modules
): InAll<EndpointsIn<Modules[number]>> {
  const endpoints: Record<string, Endpoint> = {};
  // Builders order the exports of a module differently, so they are sorted.
  const exported = modules.flatMap((module) =>
    Object.entries<unknown>({ ...module }).toSorted(([name], [other]) => (name < other ? -1 : 1)),
  );
  for (const [name, value] of exported) {
    if (!isEndpoint(value)) continue;
    if (name in endpoints) throw new Error(`two endpoints are named ${name}`);
    endpoints[name] = value;
  }
  return endpoints as unknown as InAll<EndpointsIn<Modules[number]>>;
}
