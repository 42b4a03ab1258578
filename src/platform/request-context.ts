/**
 * What is known of the request that is being worked on, carried along every `await` by Node itself.
 * Log lines find their request id here, so nobody has to hand it around. Outside of a request there is none.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '#ports/tracing.ts';

export type RequestContext = {
  /** The trace id of W3C Trace Context: the caller's when there is one, else our own. */
  id: string;
  /** The template of the address, never the address itself: that may hold a token or the id of a cart. */
  route: string;
  /** Who asks, for limits. Null for calls of our own pages. */
  client: string | null;
  /** What the client calls itself, cut short. For people to recognise their own devices; never for a decision. */
  userAgent: string;
  /** For whom it is done, once that is known, and the administrator who does it for them. */
  user?: string;
  actor?: string;
  /** Aborted when the client disconnects before its answer is complete. Left out where there is no client. */
  signal?: AbortSignal;
  /** Where traces are collected. */
  span?: Span | null;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** A name for requests that no route has taken. */
export const unknownRoute = '(none)';

export const currentRequest = (): RequestContext | undefined => storage.getStore();

export const inRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, () => (context.span ? context.span.within(work) : work()));

/** For a call that a page makes on behalf of its visitor: same request, but it neither renames it nor counts as another of the visitor's. */
export const inOwnCall = <T>(work: () => T): T => {
  const context = storage.getStore();
  return context === undefined ? work() : storage.run({ ...context, client: null }, work);
};

/** For work whose result other requests wait for too: it goes on when the client of this one disconnects. */
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

/** Only a well-formed trace id is taken over, so nothing that a caller writes can break a log line. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  (typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined) ?? randomUUID().replaceAll('-', '');
