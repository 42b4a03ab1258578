/**
 * The context of the current request, carried through every `await` by Node's AsyncLocalStorage. Log lines
 * read their request id here, so it is not passed around. Undefined outside a request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '#ports/tracing.ts';

export type RequestContext = {
  /** The trace id of W3C Trace Context: the caller's when there is one, else our own. */
  id: string;
  /** The route template, never the address itself: that may have a token or the id of a cart. */
  route: string;
  /** The client for rate limits. Null for calls of our own pages. */
  client: string | null;
  /**
   * The client's user agent, truncated. It helps people recognize their own devices; decisions never use it.
   */
  userAgent: string;
  /** The user it is done for, once known, and the administrator who acts for them. */
  user?: string;
  actor?: string;
  /**
   * Aborted when the client disconnects before the response is complete. Omitted where there is no client.
   */
  signal?: AbortSignal;
  /** Set when traces are collected. */
  span?: Span | null;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** The route of requests that no endpoint matches. */
export const unknownRoute = '(none)';

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export const inRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, () => (context.span ? context.span.within(work) : work()));

/**
 * For calls that a page makes for its visitor: same request, but without renaming it or counting it as
 * another request of the visitor.
 */
export const withOwnContext = <T>(work: () => T): T => {
  const context = storage.getStore();
  return context === undefined ? work() : storage.run({ ...context, client: null }, work);
};

/**
 * For work whose result other requests also wait for: it continues when this request's client disconnects.
 */
export function inSharedWork<T>(work: () => T): T {
  const context = storage.getStore();
  if (context === undefined) return work();
  const { signal: _, ...shared } = context;
  return storage.run(shared, work);
}

export function nameRoute(route: string): void {
  const context = storage.getStore();
  if (context !== undefined) context.route = route;
}

export function nameUser(userId: string, actorId: string | null): void {
  const context = storage.getStore();
  if (context === undefined) return;
  context.user = userId;
  if (actorId !== null) context.actor = actorId;
}

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Only a well-formed trace id is accepted, so a caller's input cannot break a log line. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  (typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined) ??
  randomUUID().replaceAll('-', '');
