/**
 * Passes every finished REST exchange to an observer and changes nothing. It has no rules, so a sandbox
 * without an observer does not load them.
 */
import type { MiddlewareHandler } from 'hono';
import type { Exchange } from './shapes.ts';

export type Observe = (exchange: Exchange) => void;

export const tap =
  (observe: Observe): MiddlewareHandler =>
  async (context, next) => {
    const { method, path, url } = context.req;
    const sent = method === 'POST' ? await context.req.raw.clone().text() : new URL(url).search.slice(1);
    await next();
    if (method === 'OPTIONS' || context.res.status === 499) return;
    const isBrowser =
      /^Bearer pk_/.test(context.req.header('authorization') ?? '') || /(?:^|&)key=pk_/.test(sent);
    observe({
      method,
      path,
      sent,
      isBrowser,
      status: context.res.status,
      answer: await context.res.clone().text(),
    });
  };
