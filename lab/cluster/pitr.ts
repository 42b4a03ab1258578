/**
 * `npm run lab -- pitr`: the cluster sells and archives, and both nodes lose their data, twice. It is
 * restored from the archive, first to the newest state, then to a point in time during the sales. It then
 * adopts the missing payments from the processor and compares each payment. Exits with 1 on any difference.
 * `--rate 3` sets customers per second, `--seconds 40` the selling time before each loss.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createDatabase, type Database } from '#platform/database.ts';
import { until } from '#test/until.ts';
import { compare } from '#lab/drill/differences.ts';
import { control } from '#tools/sandbox-control.ts';
import { command } from '#lab/upgrade/programs.ts';
import { anArchive, archiveTimeoutSeconds, type Target } from './archive.ts';
import { compareBooks } from './books.ts';
import type { Buyers, Sale } from './buyers.ts';
import { type Machine, ofACluster } from './machine.ts';
import { superuserPassword } from './postgres.ts';
import { type Cleanups, onAMachine, print, type Started, startWorld } from './world.ts';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '3' }, seconds: { type: 'string', default: '40' } },
});
const [perSecond, sellingMs] = [Number(values.rate), Number(values.seconds) * 1_000];
const sellsWithinMs = 300_000;
const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** One moment on two clocks: the database's and the simulated customers'. */
type Moment = { date: Date; at: number };
const now = (): Moment => ({ date: new Date(), at: performance.now() });

type Round = {
  name: string;
  /** From the newest restored row to the loss. */
  lostMs: number;
  lostOrders: number;
  lostPaid: number;
  /** From the loss to a primary that accepts writes, and to the first sale. */
  restoredMs: number;
  untilSaleMs: number;
  differencesBefore: number;
  differencesAfter: number;
  adoptedMs: number;
  payments: number;
  problems: string[];
};

async function run(machine: Machine, cleanups: Cleanups): Promise<boolean> {
  const archive = anArchive(machine, superuserPassword);
  const world = await startWorld(machine, cleanups, archive);
  const rounds: Round[] = [];
  const first = world.sendBuyers(perSecond);
  await until('the shop sells', () => first.sales.length > 0, sellsWithinMs);
  for (const type of ['full', 'incr'] as const) {
    await pause(sellingMs / 4);
    const { tookMs } = await timed(async () => archive.backUp(await world.cluster.primary(), type));
    print(`backup ${type}: ${inSeconds(tookMs)} while the shop sells`);
  }
  await pause(sellingMs / 2);
  await growUnarchivedLog(world);
  rounds.push(await loseAndRestore(world, first, 'newest'));
  const second = world.sendBuyers(perSecond);
  await pause(sellingMs / 2);
  const middle = now();
  await pause(sellingMs / 4);
  const archivedTo = await withDatabase(world, currentSegment);
  await pause(sellingMs / 4);
  // Segment names of one timeline sort in order.
  await withDatabase(world, (db) =>
    until('the moment is archived', async () => (await lastArchived(db)) >= archivedTo),
  );
  rounds.push(await loseAndRestore(world, second, middle));
  report(rounds);
  return rounds.every(({ problems }) => problems.length === 0);
}

async function loseAndRestore(world: Started, buyers: Buyers, moment: Moment | 'newest'): Promise<Round> {
  const { cluster, fleet } = world;
  const lost = now();
  const [placed, sold] = [[...buyers.placed], [...buyers.sales]];
  await cluster.destroy();
  await fleet.lose();
  const salesBefore = buyers.sales.length;
  print(
    `lost: both nodes with their data, and the processes; ${placed.length} orders acknowledged, ${sold.length} paid`,
  );
  const target: Target = moment === 'newest' ? moment : moment.date;
  await cluster.restore(target);
  await until('the pooler leads to it', () => reaches(world.environment.DATABASE_URL ?? ''), sellsWithinMs);
  const restoredMs = performance.now() - lost.at;
  print(`restored after ${inSeconds(restoredMs)}`);
  const found = await withDatabase(world, readOrders);
  const problems = moment === 'newest' ? [] : differencesAfterRestore(found, { placed, sold, moment });
  const since = moment === 'newest' ? found.newest : moment.date;
  problems.push(...(await reportRestored(world, since)));
  const firstSale = until('the shop sells again', () => buyers.sales[salesBefore], sellsWithinMs);
  await Promise.all([fleet.startAll(world.version), firstSale]);
  const untilSaleMs = (await firstSale).at - lost.at;
  print(`sells again after ${inSeconds(untilSaleMs)}`);
  await buyers.stop();
  const adopted = await adopt(world);
  problems.push(...adopted.problems);
  const lostPaid = sold.filter(({ orderId }) => !found.paid.has(orderId)).length;
  if (adopted.differencesBefore < lostPaid)
    problems.push(`${lostPaid} paid orders were lost, and ${adopted.differencesBefore} differences seen`);
  const unexpected = buyers.lost.filter((loss) => !forgotten.test(loss));
  problems.push(...unexpected.map((loss) => `a customer was lost: ${loss}`));
  print(
    `${buyers.lost.length - unexpected.length} customers were told that their cart or order is unknown, ${buyers.gaveUp} gave up`,
  );
  await until('the cluster is whole again', cluster.isWhole, sellsWithinMs);
  const books = await compareBooks({ ...buyers, lost: [] }, world);
  return {
    name: moment === 'newest' ? 'the newest moment' : `${inSeconds(lost.at - moment.at)} before the loss`,
    lostMs: lost.date.getTime() - found.newest.getTime(),
    lostOrders: placed.filter(({ orderId }) => !found.orders.has(orderId)).length,
    ...{ lostPaid, restoredMs, untilSaleMs, ...adopted },
    problems: [...problems, ...books.problems],
  };
}

/**
 * Expected errors for customers during the restore: a cart was never charged, and an order exists again after
 * `adopt`.
 */
const forgotten = /create-and-purchase: 404 "Cart not found"|payment-status: 404/;

type Found = { orders: Set<string>; paid: Set<string>; newest: Date; rows: { id: string; lastAt: Date }[] };

async function readOrders(db: Database): Promise<Found> {
  const { rows } = await sql<{ id: string; isPaid: boolean; lastAt: Date }>`
    select id, accepted_at is not null as "isPaid", greatest(created_at, accepted_at) as "lastAt" from shop_order`.execute(
    db,
  );
  return {
    orders: new Set(rows.map(({ id }) => id)),
    paid: new Set(rows.filter(({ isPaid }) => isPaid).map(({ id }) => id)),
    newest: new Date(Math.max(0, ...rows.map(({ lastAt }) => lastAt.getTime()))),
    rows,
  };
}

/** Checks that everything customers saw before the moment exists, and nothing from after it. */
function differencesAfterRestore(
  { orders, paid, rows }: Found,
  { placed, sold, moment }: { placed: Sale[]; sold: Sale[]; moment: Moment },
): string[] {
  const before = ({ at }: Sale): boolean => at <= moment.at;
  print(
    `at that moment ${placed.filter(before).length} orders were acknowledged since the loss before, and ${sold.filter(before).length} paid`,
  );
  return [
    ...placed
      .filter((sale) => before(sale) && !orders.has(sale.orderId))
      .map(({ orderId }) => `${orderId} was placed before, and is not there`),
    ...sold
      .filter((sale) => before(sale) && !paid.has(sale.orderId))
      .map(({ orderId }) => `${orderId} was paid before, and is not`),
    ...rows
      .filter(({ lastAt }) => lastAt > moment.date)
      .map(({ id, lastAt }) => `${id} is there, of ${lastAt.toISOString()}`),
  ];
}

/** Runs before the shop starts, so that its sweeps expire no order that was paid since. */
async function reportRestored({ environment, version }: Started, to: Date): Promise<string[]> {
  const { code, said } = await command(
    version,
    ['tools/admin.ts', 'restored', '--to', to.toISOString()],
    environment,
  );
  return code === 0 ? [] : [`restored ended with ${code}:\n${said}`];
}

/** Runs next to the selling shop, as an operator would. */
async function adopt({ sandbox, environment, version }: Started) {
  await control(sandbox.origin, 'POST', 'settle', {});
  return withDatabase({ environment }, async (db) => {
    const before = await compare(sandbox, db);
    const words = ['tools/admin.ts', 'adopt', '--missing'];
    const { result, tookMs } = await timed(() => command(version, words, environment));
    print(/Payments since .*/.exec(result.said)?.[0] ?? result.said);
    const { payments, differences } = await compare(sandbox, db);
    return {
      ...{
        differencesBefore: before.differences.length,
        differencesAfter: differences.length,
        adoptedMs: tookMs,
        payments,
      },
      problems: [
        ...(result.code === 0 ? [] : [`adopt --missing ended with ${result.code}:\n${result.said}`]),
        ...differences,
      ],
    };
  });
}

const currentSegment = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(
    db,
  );
  return rows[0]?.name ?? '';
};

const lastArchived = async (db: Database): Promise<string> => {
  const { rows } = await sql<{
    last: string | null;
  }>`select last_archived_wal as last from pg_stat_archiver`.execute(db);
  return rows[0]?.last ?? '';
};

/** Waits until just before the next segment is archived, so that the loss is close to its maximum. */
async function growUnarchivedLog(world: Started): Promise<void> {
  await withDatabase(world, async (db) => {
    const last = await lastArchived(db);
    await until('the next segment is archived', async () => (await lastArchived(db)) !== last);
  });
  await pause(archiveTimeoutSeconds * 800);
}

/** The pooler rejects connections for a moment after it found no server. */
const reaches = async (url: string): Promise<boolean> => {
  const client = new Client(url);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
};

async function withDatabase<Result>(
  { environment }: Pick<Started, 'environment'>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = createDatabase(environment.DATABASE_DIRECT_URL ?? '', {
    max: 1,
    applicationName: 'stateside pitr',
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; tookMs: number }> {
  const startedAt = performance.now();
  return { result: await work(), tookMs: performance.now() - startedAt };
}

function report(rounds: Round[]): void {
  print(
    `\n${'restored to'.padEnd(24)}lost: time  orders  paid   primary  first sale   differences: before adopt  after   payments  adopt took`,
  );
  for (const round of rounds) {
    const columns = [
      inSeconds(round.lostMs).padStart(10),
      String(round.lostOrders).padStart(7),
      String(round.lostPaid).padStart(5),
      inSeconds(round.restoredMs).padStart(9),
      inSeconds(round.untilSaleMs).padStart(11),
      String(round.differencesBefore).padStart(26),
      String(round.differencesAfter).padStart(6),
      String(round.payments).padStart(10),
      inSeconds(round.adoptedMs).padStart(11),
    ];
    print(`${round.name.padEnd(24)}${columns.join(' ')}`);
  }
  for (const problem of rounds.flatMap(({ problems }) => problems).slice(0, 20)) print(problem);
  print(`${cpus().length} cores, of which ${loadavg()[1]?.toFixed(1)} were wanted in the last five minutes`);
}

await onAMachine([...ofACluster, 'pgbackrest'], run);
