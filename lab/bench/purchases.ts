/**
 * `npm run lab -- bench:purchases`: guest purchases per second, from the first request to "paid". The shop,
 * its database, the sandbox, and the buyers share the cores. All invariants are checked at the end, so lost
 * orders fail the benchmark.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { createDatabase } from '#platform/database.ts';
import { until } from '#test/until.ts';
import { type Bought, sendBuyers, users } from './buyers.ts';
import { describeMachine, median, oneDecimal, percentile, print, sayTable, verdict } from './figures.ts';
import { residentMegabytes, startWorld } from './processes.ts';

const aimPerSecond = 100;
const aimP99Ms = 250;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    buyers: { type: 'string', default: '8' },
    processes: { type: 'string', default: '1' },
    profile: { type: 'string' },
    'profile-sandbox': { type: 'string' },
  },
});
const [buyers, processes] = [Number(values.buyers), Number(values.processes)];
const profiled = (folder: string | undefined): string[] =>
  folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
const world = await startWorld({
  processes,
  nodeOptions: profiled(values.profile),
  sandboxOptions: profiled(values['profile-sandbox']),
});
const db = createDatabase(world.databaseUrl, {
  max: 1,
  applicationName: 'bench',
  statementTimeoutMs: 60_000,
});
const rounds: Bought[] = [];
let afterwards = '';
try {
  await sendBuyers(world, { buyers, seconds: 5 });
  for (let round = 0; round < Number(values.rounds); round += 1)
    rounds.push(await sendBuyers(world, { buyers, seconds: Number(values.seconds) }));
  const finishedAt = performance.now();
  await until(
    'every email has left and every report is dealt with',
    async () => (await leftToDo()) === 0,
    120_000,
  );
  const violations = await checkInvariants(db);
  if (violations.length > 0)
    throw new Error(`invariants are broken: ${JSON.stringify(violations.slice(0, 3))}`);
  const { count } = await db
    .selectFrom('shop_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  afterwards = `${count} orders in all; emails and reports were done ${((performance.now() - finishedAt) / 1_000).toFixed(1)} s after the last purchase; every invariant holds. Memory of each process now: ${[world.shop, ...world.others].map(({ pid }) => `${Math.round(residentMegabytes(pid))} MB`).join(', ')}.`;
} finally {
  await db.destroy();
  await world.stop();
}

async function leftToDo(): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from mail where sent_at is null) + (select count(*) from webhook_inbox where done_at is null) as left`.execute(
    db,
  );
  return Number(rows[0]?.left);
}

const rate = median(rounds.map(({ purchases, tookSeconds }) => purchases / tookSeconds));
const worst = median(rounds.map(({ purchaseMs }) => percentile(purchaseMs, 99)));
print(
  `\nGuest purchases, ${processes} process${processes === 1 ? '' : 'es'} of the shop, ${buyers} buyers, ${rounds.length} rounds of ${values.seconds} s. ${describeMachine()}\n`,
);
sayTable(
  [
    'round',
    'per second',
    'purchase call p50 ms',
    'p99 ms',
    'click to paid p50 ms',
    'p99 ms',
    'looks per purchase',
    'shop CPU ms each',
  ],
  rounds.map((bought, round) => [
    String(round + 1),
    oneDecimal(bought.purchases / bought.tookSeconds),
    ...[
      percentile(bought.purchaseMs, 50),
      percentile(bought.purchaseMs, 99),
      percentile(bought.wholeMs, 50),
      percentile(bought.wholeMs, 99),
    ].map(oneDecimal),
    (bought.asks / bought.purchases).toFixed(2),
    oneDecimal(bought.cpuMsEach.shop),
  ]),
);
print('\nProcessor time of one purchase, all of it on the same cores:\n');
const cpuMs = users.map((user) => median(rounds.map(({ cpuMsEach }) => cpuMsEach[user])));
const cpuMsInAll = cpuMs.reduce((sum, ms) => sum + ms, 0);
sayTable(
  ['used by', 'ms, median of rounds'],
  [
    ...users.map((user, at) => [user, oneDecimal(cpuMs[at] ?? Number.NaN)]),
    ['in all', oneDecimal(cpuMsInAll)],
  ],
);
print(`\nTwo cores that do nothing else carry at most ${oneDecimal(2_000 / cpuMsInAll)} a second.`);
print(`\n${afterwards}`);
print(
  `Median ${oneDecimal(rate)} per second, aim at least ${aimPerSecond}: ${verdict(rate >= aimPerSecond)}`,
);
print(
  `Median p99 of the purchase call ${oneDecimal(worst)} ms, aim under ${aimP99Ms}: ${verdict(worst < aimP99Ms)}`,
);
