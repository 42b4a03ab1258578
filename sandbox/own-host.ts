/**
 * Answers only requests that name this machine. A page of a stranger can point a name of its own at 127.0.0.1 (DNS rebinding); its requests
 * then count as same-origin in the browser, but carry that name. The port is not compared: a forwarded port is no stranger.
 */
import type { MiddlewareHandler } from 'hono';

/** `host` is what the sandbox listens on, as in its settings. */
export function onlyOwnHost(host: string): MiddlewareHandler {
  const own = new Set([host.includes(':') ? `[${host}]` : host.toLowerCase(), 'localhost', '127.0.0.1', '[::1]']);
  return async (context, next) => {
    const name = context.req.header('host')?.toLowerCase().replace(/:\d+$/, '');
    if (name === undefined || !own.has(name)) return context.text('The sandbox answers only under its own address.', 421);
    return next();
  };
}
