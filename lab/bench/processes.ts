/**
 * The shop, the sandbox, and the limit as real processes, started as an operator would, all on loopback.
 * `stop` ends them. The database is the shop's embedded one with full durability, so a purchase includes the
 * cost of the disk.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { wantedEvents } from '#adapters/stripe/events.ts';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { seed } from '#db/seeds/seed.ts';
import { publishFirst } from '#modules/content/service.ts';
import { createDatabase } from '#platform/database.ts';
import { findRunningPostgres, findRunningPostgresPid } from '#platform/embedded-postgres/running.ts';
import { createLogger } from '#platform/logger.ts';
import { createParsing } from '#platform/parsing.ts';
import { systemClock } from '#ports/clock.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { registerWebhook } from '#tools/sandbox-control.ts';

export type Running = { origin: string; pid: number; stop(): Promise<void> };
export type Shop = Running & { startedInMs: number };
type SandboxReady = { origin: string; secretKey: string; publishableKey: string; smtpUrl: string };
export type World = {
  sandbox: Running;
  shop: Shop;
  /** Additional processes on the same database, if requested. */
  others: Shop[];
  databaseUrl: string;
  /** The main server process, parent of all other database processes. */
  databasePid: number;
  /** Stops the shop and restarts it on the same data. */
  restart(): Promise<Shop>;
  stop(): Promise<void>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));
/** As `npm start` sets them, to keep the heap small. */
const frugal = {
  options: [
    '--max-semi-space-size=4',
    '--heap-growing-percent=10',
    '--import',
    join(root, 'tools/stripped.js'),
  ],
  environment: { MALLOC_ARENA_MAX: '2' },
};
const webhookSecret = 'whsec_of_a_measured_shop';

/**
 * `nodeOptions` (for example `--cpu-prof`) and `extra` settings apply to the shop only, `sandboxOptions` to
 * the sandbox. Webhooks go to the first of `processes`.
 */
export async function startWorld({
  nodeOptions = [],
  sandboxOptions = [],
  extra = {},
  processes = 1,
}: {
  nodeOptions?: string[];
  sandboxOptions?: string[];
  extra?: Record<string, string>;
  processes?: number;
} = {}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stateside-bench-'));
  chmodSync(dataDir, 0o711);
  const sandbox = await startSandbox(sandboxOptions);
  const environment = { ...settingsFor(sandbox.ready), ...extra, DATA_DIR: dataDir };
  let shop = await startShop(environment, nodeOptions);
  const databaseUrl = findRunningPostgres(dataDir);
  const databasePid = findRunningPostgresPid(dataDir);
  if (databaseUrl === null || databasePid === null) throw new Error('the shop runs without its database');
  const db = createDatabase(databaseUrl, { max: 1, applicationName: 'bench' });
  await seed(db, new Date());
  await publishFirst(
    { db, clock: systemClock, parsing: createParsing({ log: createLogger('silent') }) },
    readSeedPosts,
  );
  await db.destroy();
  await registerWebhook({
    sandbox: sandbox.origin,
    shop: shop.origin,
    secret: webhookSecret,
    events: wantedEvents,
  });
  const others: Shop[] = [];
  while (others.length < processes - 1)
    others.push(
      await startShop({ ...environment, DATABASE_URL: databaseUrl, METRICS_PORT: 'off' }, nodeOptions),
    );
  const world: World = {
    sandbox,
    shop,
    others,
    databaseUrl,
    databasePid,
    restart: async () => {
      await shop.stop();
      shop = await startShop(environment, nodeOptions);
      world.shop = shop;
      world.databasePid = findRunningPostgresPid(dataDir) ?? 0;
      await registerWebhook({
        sandbox: sandbox.origin,
        shop: shop.origin,
        secret: webhookSecret,
        events: wantedEvents,
      });
      return shop;
    },
    stop: async () => {
      for (const other of others) await other.stop();
      await shop.stop();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
  return world;
}

const settingsFor = (sandbox: SandboxReady): Record<string, string> => ({
  NODE_ENV: 'production',
  PORT: '0',
  STRIPE_SECRET_KEY: sandbox.secretKey,
  STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
  STRIPE_WEBHOOK_SECRETS: webhookSecret,
  SESSION_SECRET: testSessionSecret,
  STRIPE_API_BASE: sandbox.origin,
  STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js`,
  SMTP_URL: sandbox.smtpUrl,
  // One client sends all requests, so per-client limits are off. Everything else has its default.
  REQUESTS_PER_MINUTE: '0',
  // All customers of a benchmark share one address, and one address may use a quarter of the slots.
  IN_FLIGHT_AT_MOST: '1024',
  COUPON_LOOKUPS_PER_MINUTE: '0',
  PURCHASES_PER_MINUTE: '0',
  CONTACT_MESSAGES_PER_HOUR: '0',
});

/** Measures from process start to the line that reports readiness for orders. */
async function startShop(settings: Record<string, string>, nodeOptions: string[]): Promise<Shop> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...frugal.options, ...nodeOptions, join(root, 'src/server/main.ts')],
    {
      cwd: root,
      env: { ...process.env, ...frugal.environment, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length)),
    );
    child.once('exit', () => reject(new Error('the shop did not start')));
  });
  return { origin, startedInMs: performance.now() - startedAt, ...handleOf(child) };
}

async function startSandbox(execArgv: string[]): Promise<Running & { ready: SandboxReady }> {
  const child = fork(join(root, 'sandbox/main.ts'), [], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DATA_DIR: '' },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [SandboxReady];
  return { origin: ready.origin, ready, ...handleOf(child) };
}

/** The limit to compare with: `lab/bench/limit.ts`. */
export async function startLimit(settings: { body: string; databaseUrl: string }): Promise<Running> {
  const child = fork(join(root, 'lab/bench/limit.ts'), [JSON.stringify(settings)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [origin] = (await once(child, 'message')) as [string];
  return { origin, ...handleOf(child) };
}

function handleOf(child: ChildProcess): Pick<Running, 'pid' | 'stop'> {
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Resident memory of one process, in megabytes of 1,000,000 bytes. Memory shared by several processes is
 * divided among them (PSS) where the system supports it.
 */
export function residentMegabytes(pid: number): number {
  const rollup = `/proc/${pid}/smaps_rollup`;
  const kilobytes = existsSync(rollup)
    ? /^Pss: +(\d+)/m.exec(readFileSync(rollup, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(kilobytes) * 1_024) / 1_000_000;
}
