/**
 * `npm run lab -- bench:memory`: resident memory (PSS) of the shop's process at rest, after heavy load, and
 * during a long steady load. Growth compares the medians of the last and first fifth of the soak, because a
 * single garbage collection is not a trend.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sendBuyers } from './buyers.ts';
import { describeMachine, median, oneDecimal, print, sayTable, verdict } from './figures.ts';
import { load } from './load.ts';
import { residentMegabytes, startWorld } from './processes.ts';

const aimMegabytes = 200;
const aimGrowth = 0.05;
const sampleEveryMs = 5_000;
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, 'load-seconds': { type: 'string', default: '15' } },
});
const soakSeconds = Number(values.minutes) * 60;
const seconds = Number(values['load-seconds']);
const world = await startWorld();
const page = { ...world.shop, path: '/products', headers: { 'accept-encoding': 'br' } };
const list = { ...world.shop, path: '/api/products' };
const resident = (): number => residentMegabytes(world.shop.pid);
const atRest = resident();
const samples: number[] = [];
let afterLoad = Number.NaN;
let answers = 0;
let purchases = 0;
try {
  await load({ ...list, connections: 32, seconds });
  await load({ ...page, connections: 8, seconds });
  await sendBuyers(world, { buyers: 8, seconds });
  afterLoad = resident();
  const soak = Promise.all([
    load({ ...list, connections: 4, seconds: soakSeconds, restMs: 40 }),
    load({ ...page, connections: 2, seconds: soakSeconds, restMs: 100 }),
    sendBuyers(world, { buyers: 2, seconds: soakSeconds, restMs: 300 }),
  ]);
  const endsAt = performance.now() + soakSeconds * 1_000;
  while (performance.now() < endsAt) {
    await pause(sampleEveryMs);
    samples.push(resident());
  }
  const [lists, pages, bought] = await soak;
  answers = lists.answers + pages.answers;
  purchases = bought.purchases;
} finally {
  await world.stop();
}

const fifth = Math.max(1, Math.floor(samples.length / 5));
const early = median(samples.slice(0, fifth));
const late = median(samples.slice(-fifth));
const growth = late / early - 1;
print(`\nResident memory of the shop's process (PSS), MB. ${describeMachine()}\n`);
sayTable(
  ['when', 'MB'],
  [
    ['ready', oneDecimal(atRest)],
    [`after ${seconds} s each of list, pages and purchases`, oneDecimal(afterLoad)],
    [`first fifth of ${values.minutes} minutes at ease, median`, oneDecimal(early)],
    ['last fifth, median', oneDecimal(late)],
    ['most of the soak', oneDecimal(Math.max(...samples))],
  ],
);
print(
  `\nDuring the soak: ${answers} lists and pages, ${purchases} purchases. Every tenth sample: ${samples
    .filter((_, at) => at % 10 === 0)
    .map(Math.round)
    .join(' ')}`,
);
print(`Aim after load at most ${aimMegabytes} MB: ${verdict(afterLoad <= aimMegabytes)}`);
print(
  `Growth ${(growth * 100).toFixed(1)} %, aim under ${aimGrowth * 100} %: ${verdict(growth < aimGrowth)}`,
);
