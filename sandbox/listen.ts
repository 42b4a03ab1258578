/** Starts the HTTP servers of the sandbox. */
import type { AddressInfo } from 'node:net';
import { serve, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

const keepAliveMs = 65_000;

export type Listening = { origin: string; stop: () => Promise<void> };

/** Serves an app. `port` 0 picks any free port. Rejects when the port is taken. */
export async function listen<E extends { Bindings: HttpBindings }>(
  app: Hono<E>,
  host: string,
  port: number,
): Promise<Listening> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const starting = serve({ fetch: app.fetch, hostname: host, port }, () => resolve(starting));
    // Longer than any client keeps idle connections, so that no client writes to a connection that has just
    // closed.
    if ('keepAliveTimeout' in starting) starting.keepAliveTimeout = keepAliveMs;
    starting.once('error', reject);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
