/**
 * `npm run lab -- test:upgrade`: two processes of the previous release on one database, under constant load.
 * They are replaced by this version with three more migrations, process by process, then rolled back, then
 * rolled forward again for a contract migration. Every request must be answered. A git reference after the
 * name replaces the newest tag, or without tags the last commit before the baseline.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { startSandbox } from '#sandbox/start.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { buildIfStale } from '#tools/build.ts';
import { registerWebhook } from '#tools/sandbox-control.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { backUpBefore, baselineName, compareCatalogs, crossesBaseline } from './baseline.ts';
import { type Load, startLoad } from './load.ts';
import { command, endAll, type Environment, type Running, startShop } from './programs.ts';
import { addMigration, copyWorkingTree, nameOf, releaseBefore, unpackRelease } from './versions.ts';

const customers = 3;
const processes = 2;
const phaseMs = 10_000;
const webhookSecret = 'whsec_of_an_upgrade';
const migrations = {
  '9001_upgrade_columns.sql':
    "-- compatible\n-- What the next version writes.\nalter table shop_order add column upgrade_note text not null default 'none', add column upgrade_length integer;\nalter table payment add column upgrade_note text;\nalter table cart add column upgrade_note text;",
  '9002_upgrade_index.sql':
    '-- compatible, concurrently\n-- What the next version looks for.\ncreate index concurrently if not exists shop_order_by_upgrade_note on shop_order (upgrade_note, id);',
  '9003_upgrade_lengths.sql':
    '-- compatible, in batches\n-- What the next version reads.\nupdate shop_order set upgrade_length = length(id) where id in (select id from shop_order where upgrade_length is null limit 1000);',
};
const contract =
  '-- contract after 9001\n-- No longer read.\nalter table shop_order drop column upgrade_note;';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'stateside-upgrade-'));
const versions = { before: join(folder, 'before'), next: join(folder, 'next') };
const cleanups: (() => unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
];
const problems: string[] = [];
const requireThat = (what: string, holds: boolean, output = ''): void => {
  if (!holds) problems.push(`${what}\n${output}`);
};

async function prepare(): Promise<void> {
  const ref = process.argv[2] ?? releaseBefore();
  print(`previous release     ${nameOf(ref)}`);
  unpackRelease(ref, versions.before);
  const built = await command(versions.before, ['tools/build.ts'], {});
  if (built.code !== 0) throw new Error(`the previous release could not be built:\n${built.said}`);
  await buildIfStale(print);
  copyWorkingTree(versions.next);
  for (const [name, text] of Object.entries(migrations)) addMigration(versions.next, name, text);
}

async function startWorld(): Promise<{
  environment: Environment;
  balancer: Balancer;
  sandboxOrigin: string;
}> {
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  const balancer = await startBalancer();
  cleanups.push(postgres.stop, sandbox.stop, balancer.stop);
  await registerWebhook({ sandbox: sandbox.origin, shop: balancer.origin, secret: webhookSecret });
  const environment = {
    ...{
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'error',
      DRAIN_WAIT_SECONDS: '5',
      PUBLIC_ORIGIN: balancer.origin,
    },
    ...{
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      SESSION_SECRET: testSessionSecret,
      SMTP_URL: sandbox.smtpUrl,
    },
    ...{
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRETS: webhookSecret,
    },
    ...{ STRIPE_API_BASE: sandbox.origin, STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js` },
    // One client sends all requests, so limits per client are off.
    ...{
      REQUESTS_PER_MINUTE: '0',
      PURCHASES_PER_MINUTE: '0',
      COUPON_LOOKUPS_PER_MINUTE: '0',
      IN_FLIGHT_AT_MOST: '1024',
    },
  };
  return { environment, balancer, sandboxOrigin: sandbox.origin };
}

type Fleet = { processes: Running[]; rollTo(version: string): Promise<void> };

/** A new process starts before an old one stops. */
function aFleet(environment: Environment, balancer: Balancer): Fleet {
  const fleet: Fleet = {
    processes: [],
    rollTo: async (version) => {
      for (let count = 0; count < processes; count += 1) {
        const next = await startShop(version, environment);
        await balancer.add(next.origin);
        const old = fleet.processes.length === processes ? fleet.processes.shift() : undefined;
        fleet.processes.push(next);
        await old?.stop();
        if (old) balancer.remove(old.origin);
      }
    },
  };
  return fleet;
}

async function upgrade(): Promise<Load> {
  const { environment, balancer, sandboxOrigin } = await startWorld();
  const migrateTo = (version: string) => command(version, ['tools/admin.ts', 'migrate'], environment);
  const first = await migrateTo(versions.before);
  if (first.code !== 0) throw new Error(first.said);
  const isAcrossBaseline = crossesBaseline(versions);
  if (isAcrossBaseline) await compareCatalogs(environment.DATABASE_URL ?? '', requireThat);
  const fleet = aFleet(environment, balancer);
  await fleet.rollTo(versions.before);
  const load = startLoad({ origin: balancer.origin, sandboxOrigin }, customers);
  const phase = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    load.enter(name);
    await work();
    await until(`${processes} processes are ready`, () => balancer.ready() === processes);
  };
  const rest = () => pause(phaseMs);
  await phase('previous release', rest);
  const backup = join(folder, 'before.backup');
  const checkRestore = isAcrossBaseline ? await backUpBefore(versions, environment, backup) : null;
  await phase('migrating', async () => {
    const { code, said } = await migrateTo(versions.next);
    const isApplied =
      said.includes('9003_upgrade_lengths.sql') && said.includes(baselineName) === isAcrossBaseline;
    if (code !== 0 || !isApplied) throw new Error(`the migrations were not applied:\n${said}`);
  });
  await phase('previous release, newer schema', rest);
  await phase('rolling to this version', () => fleet.rollTo(versions.next));
  await phase('this version', rest);
  await phase('rolling back', () => fleet.rollTo(versions.before));
  await phase('previous release again', rest);
  addMigration(versions.next, '9004_upgrade_contract.sql', contract);
  await phase('a contract, too early', async () => {
    const { code, said } = await migrateTo(versions.next);
    requireThat(
      'a contract was applied while the previous release was running',
      code === 2 && said.includes('9004_upgrade_contract.sql removes'),
      said,
    );
  });
  rmSync(join(versions.next, 'db/migrations/9004_upgrade_contract.sql'));
  await phase('rolling forward again', () => fleet.rollTo(versions.next));
  addMigration(versions.next, '9004_upgrade_contract.sql', contract);
  await phase('a contract, in time', async () => {
    const { code, said } = await migrateTo(versions.next);
    requireThat(
      'the contract was not applied',
      code === 0 && said.includes('9004_upgrade_contract.sql'),
      said,
    );
    await rest();
  });
  await load.stop();
  await checkRestore?.(requireThat);
  await compareBooks(load, environment);
  await Promise.all(fleet.processes.map((each) => each.stop()));
  return load;
}

/** Checks that the orders match what customers saw, and that the invariants hold. */
async function compareBooks(load: Load, environment: Environment): Promise<void> {
  const db = createDatabase(environment.DATABASE_URL ?? '', { max: 1, applicationName: 'upgrade test' });
  const { rows } = await sql<{ id: string }>`
    select id from shop_order where id = any (${load.paidOrders}) and accepted_at is not null`.execute(db);
  await db.destroy();
  requireThat(
    `${load.paidOrders.length} orders were acknowledged, and ${rows.length} are paid`,
    rows.length === load.paidOrders.length,
  );
  const { code, said } = await command(versions.next, ['tools/admin.ts', 'verify'], environment);
  requireThat('the invariants do not hold', code === 0, said);
}

function report({ phases }: Load): void {
  print(`\n${'phase'.padEnd(34)}seconds  requests  purchases  slowest ms  failed`);
  for (const { name, requests, purchases, failures, slowestMs, ms } of phases) {
    const columns = [
      (ms / 1_000).toFixed(1).padStart(7),
      String(requests).padStart(8),
      String(purchases).padStart(9),
    ];
    print(
      `${name.padEnd(34)}${[...columns, slowestMs.toFixed(0).padStart(10), String(failures.length).padStart(6)].join('  ')}`,
    );
    for (const failure of failures.slice(0, 5)) print(`    ${failure}`);
  }
  for (const problem of problems) print(problem);
  const failed = phases.reduce((sum, { failures }) => sum + failures.length, 0);
  const requests = phases.reduce((sum, phase) => sum + phase.requests, 0);
  const purchases = phases.reduce((sum, phase) => sum + phase.purchases, 0);
  print(
    `\n${requests} requests, ${purchases} purchases: ${failed} failed${problems.length > 0 ? `, ${problems.length} problems` : ''}`,
  );
  process.exitCode = failed + problems.length === 0 && purchases > 0 ? 0 : 1;
}

try {
  await prepare();
  report(await upgrade());
} finally {
  endAll();
  for (const cleanup of cleanups.reverse()) await cleanup();
}
