/**
 * `npm run lab -- bench:console`: waiting times of staff at three sizes of the shop. Covers the first and a
 * distant page of every order list, each kind of search, pending items, and 90 days of figures. In-process,
 * on the embedded PostgreSQL, without emails.
 */
import { parseArgs } from 'node:util';
import { storeTotals } from '#modules/admin/overview/totals.ts';
import { createDatabase } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { sql } from 'kysely';
import { fillConsole } from './console-rows.ts';
import { clock, consoleWorks, sums } from './console-works.ts';
import { describeMachine, median, oneDecimal, print, sayTable, verdict, integerText } from './figures.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,30000,300000' },
    rounds: { type: 'string', default: '15' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);
const aimMs = 100;
/** Below this, machine noise exceeds the work. */
const floorMs = 10;

const measured: number[][] = [];
for (const size of sizes) measured.push(await measure(size));

print(`\nThe console, medians of ${rounds} rounds in ms. ${describeMachine()}\n`);
const [smallest, largest] = [sizes[0] ?? 1, sizes.at(-1) ?? 1];
const mayGrow = Math.log(largest) / Math.log(smallest);
sayTable(
  [
    'what',
    ...sizes.map((size) => `${integerText(size)} orders`),
    'growth',
    `aim: ${aimMs} ms, growth ${oneDecimal(mayGrow)}`,
  ],
  consoleWorks.map(([what], index) => {
    const times = measured.map((all) => all[index] ?? Number.NaN);
    const [first, last] = [
      Math.max(times[0] ?? Number.NaN, floorMs),
      Math.max(times.at(-1) ?? Number.NaN, floorMs),
    ];
    const isMet = sums.has(what) ? last < 5 * aimMs : last < aimMs && last / first <= mayGrow;
    return [what, ...times.map(oneDecimal), oneDecimal(last / first), verdict(isMet)];
  }),
);

async function measure(orders: number): Promise<number[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const db = createDatabase(postgres.url, { max: 4, statementTimeoutMs: 1_800_000 });
  try {
    await migrate(postgres.url);
    await fillConsole(db, orders);
    await storeTotals({ db, clock });
    await sql`vacuum analyze`.execute(db);
    const times: number[] = [];
    for (const [, work] of consoleWorks) times.push(await timed(() => work(db)));
    return times;
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await work();
  const each: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    each.push(performance.now() - startedAt);
  }
  return median(each);
}
