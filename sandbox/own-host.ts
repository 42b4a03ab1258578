/**
 * Serves only requests whose host is this machine. A foreign page can resolve its domain to 127.0.0.1 (DNS
 * rebinding). Browsers then treat its requests as same-origin, but they carry that domain. The port is not
 * compared, because ports may be forwarded.
 */
import type { MiddlewareHandler } from 'hono';

/** `host` is the address that the sandbox listens on, as in its settings. */
export function onlyOwnHost(host: string): MiddlewareHandler {
  const own = new Set([
    host.includes(':') ? `[${host}]` : host.toLowerCase(),
    'localhost',
    '127.0.0.1',
    '[::1]',
  ]);
  return async (context, next) => {
    const name = context.req.header('host')?.toLowerCase().replace(/:\d+$/, '');
    if (name === undefined || !own.has(name))
      return context.text('The sandbox answers only under its own address.', 421);
    return next();
  };
}
