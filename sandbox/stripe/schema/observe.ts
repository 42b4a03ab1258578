/**
 * The tap on the REST side: it hands every finished exchange to whoever wants to look, without changing it.
 * `watchShapes` is the one that tests use: it collects what is not Stripe-shaped.
 */
import type { MiddlewareHandler } from 'hono';
import { checkEvent, checkExchange, type Exchange } from '#sandbox/stripe/schema/shapes.ts';

export type Observe = (exchange: Exchange) => void;

export const observed = (observe: Observe): MiddlewareHandler => async (context, next) => {
  const { method, path, url } = context.req;
  const sent = method === 'POST' ? await context.req.text() : new URL(url).search.slice(1);
  await next();
  if (method === 'OPTIONS' || context.res.status === 499) return;
  const key = /^(?:Bearer )?(pk_\w+)$/.test(context.req.header('authorization') ?? '') || /(?:^|&)key=pk_/.test(sent);
  observe({ method, path, sent, isBrowser: key, status: context.res.status, answer: await context.res.clone().text() });
};

export type ShapeWatch = {
  observe: Observe;
  /** For the payload of a webhook, which travels the other way. */
  observeEvent(payload: unknown): void;
  /** What was wrong so far, one sentence each. */
  readonly complaints: readonly string[];
  /** How many exchanges were looked at, so that a test can show that the watch was awake. */
  readonly seen: number;
};

export function watchShapes(): ShapeWatch {
  const complaints: string[] = [];
  let seen = 0;
  return {
    observe: (exchange) => {
      seen += 1;
      complaints.push(...checkExchange(exchange));
    },
    observeEvent: (payload) => {
      seen += 1;
      complaints.push(...checkEvent(payload));
    },
    get complaints() {
      return complaints;
    },
    get seen() {
      return seen;
    },
  };
}
