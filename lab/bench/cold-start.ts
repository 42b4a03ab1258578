/**
 * `npm run lab -- bench:start`: time from launch to "ready" with an existing database, including PostgreSQL,
 * migrations, jobs, and pages.
 */
import { parseArgs } from 'node:util';
import { describeMachine, median, print, sayTable, verdict, integerText } from './figures.ts';
import { startWorld } from './processes.ts';

const aimMs = 5_000;
const { values } = parseArgs({ options: { starts: { type: 'string', default: '5' } } });
const world = await startWorld();
const first = world.shop.startedInMs;
const later: number[] = [];
try {
  for (let start = 0; start < Number(values.starts); start += 1)
    later.push((await world.restart()).startedInMs);
} finally {
  await world.stop();
}

print(`\nCold start of the process, ready to take orders. ${describeMachine()}\n`);
sayTable(
  ['start', 'ms'],
  [
    ['the very first, with a new database', integerText(first)],
    ...later.map((ms, start) => [`existing database, ${start + 1}`, integerText(ms)]),
    ['median with an existing database', integerText(median(later))],
  ],
);
print(`\nAim: at most ${aimMs} ms: ${verdict(median(later) <= aimMs)}`);
