/**
 * Starts everything on one machine: the cluster, the proxies, the sandbox, and the shop processes. Also stops
 * it.
 */
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { buildIfStale } from '#tools/build.ts';
import { registerWebhook } from '#tools/sandbox-control.ts';
import { command, endAll, type Environment } from '#lab/upgrade/programs.ts';
import { copyWorkingTree } from '#lab/upgrade/versions.ts';
import type { Archive } from './archive.ts';
import { type Buyers, sendBuyers } from './buyers.ts';
import { type Front, startFront } from './front.ts';
import { freePorts } from '#test/free-ports.ts';
import { aMachine, findPrograms, MissingPackages, type Machine } from './machine.ts';
import { type Cluster, startCluster } from './postgres.ts';
import { aFleet, type Fleet, slots } from './shops.ts';

const webhookSecret = 'whsec_of_a_cluster';

export type Cleanups = (() => unknown)[];
export type Started = {
  cluster: Cluster;
  front: Front;
  fleet: Fleet;
  sandbox: Sandbox;
  environment: Environment;
  /** Leads to the current replica, whichever node that is. */
  replicaUrl: string;
  version: string;
  sendBuyers(perSecond: number): Buyers;
};

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function startWorld(
  machine: Machine,
  cleanups: Cleanups,
  archive: Archive | null = null,
): Promise<Started> {
  await buildIfStale(print);
  const version = join(machine.folder, 'this');
  copyWorkingTree(version);
  print('starting the cluster …');
  const [database = 0, replica = 0, pooler = 0, shop = 0, ...others] = await freePorts(10 + slots);
  const cluster = await startCluster(machine, others.slice(slots), { cleanups, archive });
  const processPorts = others.slice(0, slots);
  const front = await startFront(machine, cluster, {
    database,
    replica,
    pooler,
    shop,
    processes: processPorts,
  });
  cleanups.push(front.stop);
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  cleanups.push(sandbox.stop);
  await registerWebhook({ sandbox: sandbox.origin, shop: front.origin, secret: webhookSecret });
  const environment = {
    ...{
      METRICS_PORT: 'off',
      LOG_LEVEL: 'error',
      DRAIN_WAIT_SECONDS: '2',
      MIGRATE_AT_START: 'off',
      PUBLIC_ORIGIN: front.origin,
    },
    ...{
      DATABASE_URL: cluster.urlAt(pooler),
      DATABASE_DIRECT_URL: cluster.urlAt(database),
      DATA_DIR: join(machine.folder, 'data'),
    },
    ...{
      SESSION_SECRET: testSessionSecret,
      SMTP_URL: sandbox.smtpUrl,
      TRUST_PROXY: '1',
      STRIPE_WEBHOOK_SECRETS: webhookSecret,
    },
    ...{ STRIPE_SECRET_KEY: sandbox.secretKey, STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey },
    ...{ STRIPE_API_BASE: sandbox.origin, STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js` },
    // One client sends all requests, so limits per client are off.
    ...{
      REQUESTS_PER_MINUTE: '0',
      PURCHASES_PER_MINUTE: '0',
      COUPON_LOOKUPS_PER_MINUTE: '0',
      IN_FLIGHT_AT_MOST: '1024',
    },
  };
  await migrate(version, environment);
  const fleet = aFleet(environment, processPorts);
  await fleet.startAll(version);
  const send = (perSecond: number): Buyers => {
    const buyers = sendBuyers({ origin: front.origin, sandboxOrigin: sandbox.origin, perSecond });
    // However the run ends, no new customers arrive. Current ones finish within two minutes.
    cleanups.push(() => void buyers.stop());
    return buyers;
  };
  const replicaUrl = cluster.urlAt(replica);
  return { cluster, front, fleet, sandbox, environment, replicaUrl, version, sendBuyers: send };
}

export async function migrate(version: string, environment: Environment): Promise<void> {
  const { code, said } = await command(version, ['tools/admin.ts', 'migrate'], environment);
  if (code !== 0) throw new Error(`the migrations were not applied:\n${said}`);
}

/** Stops every process and deletes every file. */
async function leave(cleanups: Cleanups): Promise<void> {
  endAll();
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
    try {
      await cleanup();
    } catch (error) {
      print(`while ending: ${String(error)}`);
    }
  }
}

/** Exits with 0 when `run` returns that every check passed. */
export async function onAMachine(
  needed: Parameters<typeof findPrograms>[1],
  run: (machine: Machine, cleanups: Cleanups) => Promise<boolean>,
) {
  const cleanups: Cleanups = [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void leave(cleanups).finally(() => process.exit(1)));
  try {
    const machine = aMachine(findPrograms('/', needed));
    cleanups.push(machine.leave);
    process.exitCode = (await run(machine, cleanups)) ? 0 : 1;
  } catch (error) {
    print(
      error instanceof MissingPackages
        ? error.message
        : String(error instanceof Error ? (error.stack ?? error) : error),
    );
    process.exitCode = 1;
  } finally {
    await leave(cleanups);
  }
}
