/**
 * `npm run lab -- fuzz`: 100,000 random calls to a production-like shop in a separate process. Exits with 1
 * if a response differs from the documentation or the shop's memory has grown. `--calls N --seed N` changes
 * the run.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, oneDecimal, print, sayTable } from '#lab/bench/figures.ts';
import { heapFileOf } from './heap.ts';
import { residentMegabytes, startWorld } from '#lab/bench/processes.ts';
import { createDatabase } from '#platform/database.ts';
import { createPasswords } from '#platform/passwords.ts';
import { systemClock } from '#ports/clock.ts';
import { aPassword } from '#test/builders/customer.ts';
import { until } from '#test/until.ts';
import { countOf, fuzz, type Tally } from '#test/fuzz/run.ts';

/** By then everything is loaded and every cache is full. */
const warmUpCalls = 5_000;
const together = 50;
/** Memory is measured after each part, because a single sample is off by some megabytes. */
const parts = 10;
const growthAtMost = 0.1;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const calls = Number(values.calls);
const seed = Number(values.seed);

/** Per-client limits are off: the target is the shop, not its rate limits. */
const unlimited = Object.fromEntries(
  [
    'WRONG_PASSWORDS',
    'WRONG_CODES',
    'WRONG_CODES_OF_ALL',
    'LOG_INS_PER_HOUR',
    'REGISTRATIONS_PER_HOUR',
    'EMAILS_PER_HOUR',
    'EMAILS_PER_ADDRESS_PER_HOUR',
    'REFRESHES_PER_MINUTE',
  ].map((name) => [name, '0']),
);
const world = await startWorld({
  nodeOptions: ['--expose-gc', '--import', join(import.meta.dirname, 'heap.ts')],
  extra: { ...unlimited, LOG_LEVEL: 'error' },
});
const heapFile = heapFileOf(world.shop.pid);
const db = createDatabase(world.databaseUrl, { max: 2, applicationName: 'fuzz' });
const passwords = createPasswords();
const hash = await passwords.hash(aPassword);
/** All users have the same password, so it is hashed once here. */
const shop = {
  origin: world.shop.origin,
  db,
  deps: { clock: systemClock, passwords: { ...passwords, hash: async () => hash } },
};

/** The heap after a collection and the resident memory of the process, in megabytes. */
async function memory(): Promise<{ heap: number; resident: number }> {
  rmSync(heapFile, { force: true });
  process.kill(world.shop.pid, 'SIGUSR2');
  const bytes = await until('the shop has counted its memory', () => readHeap());
  return { heap: bytes / 1_000_000, resident: residentMegabytes(world.shop.pid) };
}

function readHeap(): number | null {
  try {
    return Number(readFileSync(heapFile, 'utf8'));
  } catch {
    return null;
  }
}

try {
  print(`Seed ${seed}. ${describeMachine()}`);
  await fuzz(shop, { calls: warmUpCalls, seed, together });
  const samples = [await memory()];
  const tally: Tally = new Map();
  const startedAt = performance.now();
  for (let part = 1; part <= parts; part += 1) {
    addTo(
      tally,
      await fuzz(shop, { calls: calls / parts, seed: seed + warmUpCalls + part * calls, together }),
    );
    samples.push(await memory());
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const heaps = samples.map(({ heap }) => heap);
  const growth = Math.min(...heaps.slice(-3)) / Math.min(...heaps.slice(0, 3)) - 1;
  report(tally);
  print(`\n${calls} calls in ${Math.round(seconds)} s: every answer is documented and fits its schema.`);
  print(
    `In use after a collection, MB, at the start and after every tenth: ${heaps.map(oneDecimal).join(' ')}`,
  );
  print(`Resident, MB: ${samples.map(({ resident }) => oneDecimal(resident)).join(' ')}`);
  print(
    `Growth, least of the last three against least of the first three: ${(growth * 100).toFixed(1)} %, at most ${growthAtMost * 100} %.`,
  );
  if (!(growth <= growthAtMost)) process.exitCode = 1;
} catch (error) {
  print(error instanceof Error ? error.stack : String(error));
  process.exitCode = 1;
} finally {
  await db.destroy();
  await world.stop();
  rmSync(heapFile, { force: true });
}

function addTo(sum: Tally, more: Tally): void {
  for (const [name, counts] of more) {
    const all = sum.get(name) ?? new Map<number, number>();
    sum.set(name, all);
    for (const [status, count] of counts) all.set(status, (all.get(status) ?? 0) + count);
  }
}

function report(tally: Tally): void {
  const statuses = [...new Set([...tally.values()].flatMap((counts) => [...counts.keys()]))].toSorted(
    (a, b) => a - b,
  );
  const rows = [...tally].map(([name, counts]) => [
    name,
    ...statuses.map((status) => String(counts.get(status) ?? '')),
  ]);
  const sums = statuses.map((status) => String(countOf(tally, (each) => each === status)));
  sayTable(['operation', ...statuses.map(String)], [...rows, ['all', ...sums]]);
}
