/**
 * Starts and stops the shop: database, jobs, API and pages in one process on one port.
 * `node src/server/main.ts` is the production start; `tools/start.ts` calls `startShop` after it has prepared the demo world.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { checkoutJobs } from '#modules/checkout/jobs.ts';
import { mailJobs } from '#modules/mail/jobs.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { assertDurable } from '#platform/durability.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createJobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import { systemClock } from '#ports/clock.ts';
import { sql } from 'kysely';
import { createApi } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createPages } from './pages.ts';

export type Shop = { origin: string; deps: Deps; stop(): Promise<void> };

/** How long a stop waits for requests that were already accepted. */
const drainAtMostMs = 10_000;
const readinessTimeoutMs = 500;

/** Resolves when the shop can take orders. Rejects with a sentence for the operator, and leaves nothing running. */
export async function startShop(config: Config): Promise<Shop> {
  const log = createLogger(config.logLevel);
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    while (undo.length > 0) await undo.pop()?.().catch((error: unknown) => log.error({ err: error }, 'while stopping'));
  };
  try {
    const door = await openDoor(config);
    // Twice on the list: first when something fails on the way, and again at the end, because a stop begins at the door.
    undo.push(() => closeDoor(door.server));
    const databaseUrl = config.databaseUrl ?? (await startOwnPostgres(config, undo));
    await migrate(databaseUrl);
    const db = createDatabase(databaseUrl, {
      max: config.databasePool,
      onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
    });
    undo.push(() => db.destroy());
    await assertDurable(db);
    const jobs = await createJobs({ databaseUrl, log });
    undo.push(() => jobs.stop({ timeoutMs: drainAtMostMs }));
    const deps = assemble(config, { db, jobs, log, publicOrigin: config.publicOrigin ?? door.origin });
    checkoutJobs(deps, config.sweeps);
    mailJobs(deps);
    await jobs.start();
    const draining = { now: false };
    const { handle, stopPages } = await createHandler(config, deps, draining);
    undo.push(stopPages);
    undo.push(() => closeDoor(door.server));
    door.serve(handle);
    return { origin: door.origin, deps, stop: () => { draining.now = true; return stop(); } };
  } catch (error) {
    await stop();
    throw error;
  }
}

const assemble = (config: Config, parts: Pick<Deps, 'db' | 'jobs' | 'log' | 'publicOrigin'>): Deps => ({
  ...parts,
  gateway: createStripeGateway({ ...config.stripe }),
  mailer: createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
  clock: systemClock,
});

async function startOwnPostgres(config: Config, undo: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'shop' });
  undo.push(() => postgres.stop());
  // Without its database the shop can keep no promise. It says why and ends, so that whoever watches over it starts it again.
  void postgres.diedAlone.then((logFile) => {
    process.stderr.write(`PostgreSQL ended by itself. Its log is ${logFile}\n`);
    process.exit(1);
  });
  return postgres.url;
}

type Handle = (request: Request) => Response | Promise<Response>;

async function createHandler(config: Config, deps: Deps, draining: { now: boolean }): Promise<{ handle: Handle; stopPages(): Promise<void> }> {
  const { publishableKey, scriptUrl, apiBase } = config.stripe;
  const api = createApi({
    deps,
    runtime: { stripePublishableKey: publishableKey, stripeScriptUrl: scriptUrl },
    notReady: async () => (draining.now ? 'stopping' : databaseTrouble(deps.db)),
  });
  const apiFetch: typeof fetch = async (input, init) => api.fetch(new Request(input, init));
  const pages = await createPages({
    mode: config.mode === 'development' ? 'development' : 'production',
    apiFetch,
    sandboxOrigin: apiBase,
    reportError: (error) => deps.log.error({ err: error }, 'a page could not be rendered'),
  });
  api.all('*', (context) => pages.fetch(context.req.raw));
  return { handle: (request) => api.fetch(request), stopPages: pages.stop };
}

async function databaseTrouble(db: Database): Promise<string | null> {
  const late = AbortSignal.timeout(readinessTimeoutMs);
  const timeout = new Promise<string>((resolve) => late.addEventListener('abort', () => resolve('the database is slow to answer'), { once: true }));
  const answer = sql`select 1`.execute(db).then(() => null, () => 'the database does not answer');
  return Promise.race([answer, timeout]);
}

type Door = { server: Server; origin: string; serve(handle: Handle): void };

/** Listens at once, so that a taken port is said before anything else starts; answers 503 until there is something to serve. */
async function openDoor({ host, port }: Config): Promise<Door> {
  let listener: ReturnType<typeof getRequestListener> | null = null;
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (request, response) => {
    if (listener !== null) return void listener(request, response);
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' }).end('Starting');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenTrouble(error, host, port))));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    server,
    origin: `http://${name}:${actual}`,
    serve: (handle) => { listener = getRequestListener(handle); },
  };
}

function listenTrouble(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `PORT: ${port} on ${host} is already in use. Stop what listens there, or set PORT to another number.`;
  if (error.code === 'EACCES') return `PORT: this user may not listen on ${port}. Set PORT to a number above 1023.`;
  return `HOST, PORT: cannot listen on ${host}:${port} (${error.message})`;
}

async function closeDoor(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), drainAtMostMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/** Ctrl-C and SIGTERM stop everything once; a second signal does not wait. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(() => process.exit(0), () => process.exit(1));
    });
  }
}

/** Why the shop did not start, in words for the person at the terminal. */
export function explainStart(error: unknown): string {
  if (error instanceof ConfigError) return `The settings are not right:\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const shop = await startShop(readConfig(process.env));
    stopOnSignals(() => shop.stop());
    process.stdout.write(`ready ${shop.origin}\n`);
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exitCode = 1;
  }
}
