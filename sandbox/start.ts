/**
 * Starts the sandbox in one process: Stripe and the mailbox on one origin, and Factiiv on another when
 * requested. Production never starts it. With `dataDir` null all state is in memory.
 */
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { openAuthenticator } from './authenticator/app.ts';
import { type Factiiv, startFactiiv } from './factiiv/start.ts';
import { indexPage } from './index-page.ts';
import { type Listening, listen } from './listen.ts';
import { startMailbox } from './mailbox/start.ts';
import { onlyOwnHost } from './own-host.ts';
import { pageHeaders } from './page.ts';
import { stripeApp } from './stripe/app.ts';
import { openWorld, type RunningWorld } from './stripe/build-world.ts';
import { timedWork } from './stripe/timed-work.ts';
import { moveClock } from './stripe/timers.ts';
import { type Observe, tap } from './stripe/schema/tap.ts';
import type { Timings } from './stripe/world.ts';

export type SandboxOptions = {
  host: string;
  /** 0 picks any free port. */
  port: number;
  smtpPort: number;
  /** Null or omitted: Factiiv is not started. */
  factiivPort?: number | null;
  dataDir: string | null;
  timings?: Partial<Timings>;
  /** Receives every finished REST exchange. Tests use it to check shapes (`stripe/schema/watch.ts`). */
  observe?: Observe;
};

export type Sandbox = {
  origin: string;
  secretKey: string;
  publishableKey: string;
  smtpUrl: string;
  /** Null when Factiiv was not started. */
  factiivOrigin: string | null;
  stop: () => Promise<void>;
};

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host, port, smtpPort, dataDir, observe } = options;
  const started: { stop: () => unknown }[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).reverse()) await part.stop();
  };
  try {
    const world = openWorld(dataDir, timedWork, options.timings);
    started.push(world);
    const mailbox = await startMailbox({
      host,
      smtpPort,
      dataDir: dataDir === null ? null : join(dataDir, 'mailbox'),
    });
    started.push(mailbox);
    const factiiv = await factiivBeside(world, options);
    if (factiiv !== null) started.push(factiiv);
    const authenticator = openAuthenticator(dataDir);
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.use(onlyOwnHost(host));
    if (observe !== undefined) app.use('/v1/*', tap(observe));
    app.get('/', (context) =>
      context.html(indexPage(factiiv?.origin ?? null, authenticator.codes()), 200, pageHeaders),
    );
    app.route('/', stripeApp(world));
    app.route('/', mailbox.app);
    app.route('/', authenticator.app);
    if (factiiv !== null) app.route('/', factiiv.control);
    const listening: Listening = await listen(app, host, port);
    started.push(listening);
    world.origin = listening.origin;
    return {
      origin: world.origin,
      secretKey: world.keys.secretKey,
      publishableKey: world.keys.publishableKey,
      smtpUrl: mailbox.smtpUrl,
      factiivOrigin: factiiv?.origin ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts Factiiv on the shared clock: moving either clock also triggers what falls due in the other service.
 */
async function factiivBeside(
  world: RunningWorld,
  { host, factiivPort = null, dataDir }: SandboxOptions,
): Promise<Factiiv | null> {
  if (factiivPort === null) return null;
  const time = {
    nowMs: () => world.clock.nowMs(),
    moveTo: (atMs: number) => void moveClock(world, timedWork, atMs),
    get aheadMs() {
      return world.clock.aheadMs;
    },
  };
  return startFactiiv({ host, port: factiivPort, dataDir, time });
}
