/**
 * `npm run cluster`: two PostgreSQL nodes under Patroni, PgBouncer, HAProxy and three processes of the shop, with customers who never stop, while
 * one part after the other is killed, switched over, restarted and upgraded. Each fault comes when the one before it has healed.
 * `--times 2` strikes each kind twice in place of ten times, `--only primary-kill` one kind, `--rate 10` sends so many customers a second.
 */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '#sandbox/start.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { buildIfStale } from '#tools/build.ts';
import { command, endAll, type Environment } from '#tools/upgrade/programs.ts';
import { addMigration, copyThisVersion } from '#tools/upgrade/versions.ts';
import { compareBooks } from './books.ts';
import { type Buyers, sendBuyers } from './buyers.ts';
import { type Fault, faults, type World } from './faults.ts';
import { startFront } from './front.ts';
import { aMachine, findPrograms, freePorts, MissingPackages, type Machine } from './machine.ts';
import { startCluster } from './postgres.ts';
import { report, type Window } from './report.ts';
import { aFleet, type Fleet, slots } from './shops.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, only: { type: 'string' }, rate: { type: 'string', default: '20' } },
});
const [times, perSecond] = [Number(values.times), Number(values.rate)];
const webhookSecret = 'whsec_of_a_cluster';
const healsWithinMs = 180_000;
/** Between two faults, so that each has a quiet time before it. */
const quietMs = 3_000;
const warmUpMs = 5_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cleanups: (() => unknown)[] = [];

type All = World & { environment: Environment; buyers: Buyers };

async function startWorld(machine: Machine): Promise<All> {
  const [database = 0, replica = 0, pooler = 0, shop = 0, ...others] = await freePorts(10 + slots);
  const cluster = await startCluster(machine, others.slice(slots), cleanups);
  const processPorts = others.slice(0, slots);
  const front = await startFront(machine, cluster, { database, replica, pooler, shop, processes: processPorts });
  cleanups.push(front.stop);
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  cleanups.push(sandbox.stop);
  const registered = await fetch(`${sandbox.origin}/control/webhook-endpoint`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${front.origin}/api/webhooks/stripe`, secret: webhookSecret }),
  });
  if (!registered.ok) throw new Error(`the sandbox did not take the webhook address (${registered.status})`);
  const environment = {
    ...{ METRICS_PORT: 'off', LOG_LEVEL: 'error', DRAIN_WAIT_SECONDS: '2', MIGRATE_AT_START: 'off', PUBLIC_ORIGIN: front.origin },
    ...{ DATABASE_URL: cluster.urlAt(pooler), DATABASE_DIRECT_URL: cluster.urlAt(database), DATA_DIR: join(machine.folder, 'data') },
    ...{
      DATABASE_REPLICA_URL: cluster.urlAt(replica),
      SESSION_SECRET: testSessionSecret,
      SMTP_URL: sandbox.smtpUrl,
      TRUST_PROXY: '1',
      STRIPE_WEBHOOK_SECRETS: webhookSecret,
    },
    ...{ STRIPE_SECRET_KEY: sandbox.secretKey, STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey },
    ...{ STRIPE_API_BASE: sandbox.origin, STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js` },
    // One client asks for everybody.
    ...{ REQUESTS_PER_MINUTE: '0', PURCHASES_PER_MINUTE: '0', COUPON_LOOKUPS_PER_MINUTE: '0' },
  };
  const version = join(machine.folder, 'this');
  await migrate(version, environment);
  const fleet = aFleet(environment, processPorts);
  await fleet.startAll(version);
  const buyers = sendBuyers({ origin: front.origin, sandboxOrigin: sandbox.origin, perSecond });
  // Nobody comes any more however the run ends; those who are there leave by themselves within two minutes.
  cleanups.push(() => void buyers.stop());
  return { cluster, front, fleet, upgrade: anUpgrade(machine, fleet, environment), environment, buyers };
}

async function migrate(version: string, environment: Environment): Promise<void> {
  const { code, said } = await command(version, ['tools/admin.ts', 'migrate'], environment);
  if (code !== 0) throw new Error(`the migrations were not applied:\n${said}`);
}

function anUpgrade(machine: Machine, fleet: Fleet, environment: Environment): World['upgrade'] {
  const next = join(machine.folder, 'next');
  return {
    forward: async (count) => {
      const name = `9${String(count).padStart(3, '0')}_cluster_note.sql`;
      addMigration(
        next,
        name,
        `-- compatible\n-- What the next version writes.\nalter table shop_order add column cluster_note_${count} text;`,
      );
      await migrate(next, environment);
      await fleet.rollTo(next);
    },
    back: () => fleet.rollTo(join(machine.folder, 'this')),
  };
}

async function heal({ cluster, fleet, buyers }: All): Promise<void> {
  await until('the cluster is whole again', async () => (await cluster.isWhole()) && (await fleet.isReady()), healsWithinMs);
  const sold = buyers.sales.length;
  await until('the shop sells again', () => buyers.sales.length > sold, healsWithinMs);
}

async function strike(fault: Fault, count: number, world: All): Promise<Window> {
  await heal(world);
  await pause(quietMs);
  const from = performance.now();
  await fault.strike(world, count);
  await heal(world);
  const window = { name: fault.name, from, to: performance.now() };
  say(`${fault.name} ${count}: healed after ${((window.to - from) / 1_000).toFixed(1)} s`);
  return window;
}

async function run(machine: Machine): Promise<boolean> {
  const chosen = faults.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) throw new Error(`--only takes one of ${faults.map(({ name }) => name).join(', ')}`);
  await buildIfStale(say);
  for (const version of ['this', 'next']) copyThisVersion(join(machine.folder, version));
  say('starting the cluster …');
  const world = await startWorld(machine);
  await pause(warmUpMs);
  const windows: Window[] = [];
  const quiet = { name: 'no fault', from: performance.now(), to: 0 };
  await pause(2 * warmUpMs);
  windows.push({ ...quiet, to: performance.now() });
  for (const fault of chosen)
    for (let count = 1; count <= times * (fault.each ?? 1); count += 1) windows.push(await strike(fault, count, world));
  await world.buyers.stop();
  const { problems, orders } = await compareBooks(world.buyers, {
    version: join(machine.folder, 'this'),
    environment: world.environment,
  });
  await world.fleet.stop();
  return report(world.buyers, { windows, problems, orders, say });
}

/** Nothing is left running, and nothing is left behind. */
async function leave(): Promise<void> {
  endAll();
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
    try {
      await cleanup();
    } catch (error) {
      say(`while ending: ${String(error)}`);
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void leave().finally(() => process.exit(1)));
try {
  const machine = aMachine(findPrograms());
  cleanups.push(machine.leave);
  process.exitCode = (await run(machine)) ? 0 : 1;
} catch (error) {
  say(error instanceof MissingPackages ? error.message : String(error instanceof Error ? (error.stack ?? error) : error));
  process.exitCode = 1;
} finally {
  await leave();
}
