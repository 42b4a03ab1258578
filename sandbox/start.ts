/**
 * Starts the sandbox: Stripe's stand-in and the mailbox, as one process with one origin. Nothing of it is part of a
 * production start. With `dataDir` null all state is in memory.
 */
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { indexPage } from './index-page.ts';
import { startMailbox } from './mailbox/start.ts';
import { onlyOwnHost } from './own-host.ts';
import { pageHeaders } from './page.ts';
import { stripeApp } from './stripe/app.ts';
import { openWorld } from './stripe/build-world.ts';
import { timedWork } from './stripe/timed-work.ts';
import { type Observe, tap } from './stripe/schema/tap.ts';
import type { Timings } from './stripe/world.ts';

export type SandboxOptions = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  smtpPort: number;
  dataDir: string | null;
  timings?: Partial<Timings>;
  /** Sees every finished REST exchange; tests hang the proof of shape on it (`stripe/schema/watch.ts`). */
  observe?: Observe;
};

export type Sandbox = {
  origin: string;
  secretKey: string;
  publishableKey: string;
  smtpUrl: string;
  stop: () => Promise<void>;
};

export async function startSandbox({ host, port, smtpPort, dataDir, timings, observe }: SandboxOptions): Promise<Sandbox> {
  const world = openWorld(dataDir, timedWork, timings);
  const mailbox = await startMailbox({ host, smtpPort, dataDir: dataDir === null ? null : join(dataDir, 'mailbox') }).catch(
    (error: unknown) => {
      world.stop();
      throw error;
    },
  );
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(onlyOwnHost(host));
  if (observe !== undefined) app.use('/v1/*', tap(observe));
  app.get('/', (context) => context.html(indexPage(), 200, pageHeaders));
  app.route('/', stripeApp(world));
  app.route('/', mailbox.app);
  const server = await listen(app, host, port).catch(async (error: unknown) => {
    await mailbox.stop();
    world.stop();
    throw error;
  });
  const { port: chosen } = server.address() as AddressInfo;
  world.origin = `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`;
  return {
    origin: world.origin,
    secretKey: world.keys.secretKey,
    publishableKey: world.keys.publishableKey,
    smtpUrl: mailbox.smtpUrl,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await Promise.all([closed, mailbox.stop()]);
      world.stop();
    },
  };
}

const keepAliveMs = 65_000;

function listen(app: Hono<{ Bindings: HttpBindings }>, hostname: string, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port }, () => resolve(server));
    // Longer than any client keeps a connection in reserve, so that none writes into one that we have just closed.
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = keepAliveMs;
    server.once('error', reject);
  });
}
