/**
 * `npm run lab -- cluster`: two PostgreSQL nodes under Patroni, PgBouncer, HAProxy, and three shop processes
 * with constant load. The parts are killed, switched over, restarted, and upgraded one after the other, each
 * after the cluster has recovered. `--times 2` repeats each fault 2 times (default 10), `--only primary-kill`
 * runs one kind, `--rate 10` sets customers per second.
 */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '#test/until.ts';
import type { Environment } from '#lab/upgrade/programs.ts';
import { addMigration, copyWorkingTree } from '#lab/upgrade/versions.ts';
import { compareBooks } from './books.ts';
import type { Buyers } from './buyers.ts';
import { type Fault, faults, type World } from './faults.ts';
import { type Machine, ofACluster } from './machine.ts';
import { report, type Window } from './report.ts';
import type { Fleet } from './shops.ts';
import { type Cleanups, migrate, onAMachine, print, startWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    only: { type: 'string' },
    rate: { type: 'string', default: '20' },
  },
});
const [times, perSecond] = [Number(values.times), Number(values.rate)];
const healsWithinMs = 180_000;
/** A quiet time before each fault. */
const quietMs = 3_000;
const warmUpMs = 5_000;

type All = World & { buyers: Buyers };

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

async function recoverCluster({ cluster, fleet, buyers }: All): Promise<void> {
  await until(
    'the cluster is whole again',
    async () => (await cluster.isWhole()) && (await fleet.isReady()),
    healsWithinMs,
  );
  const sold = buyers.sales.length;
  await until('the shop sells again', () => buyers.sales.length > sold, healsWithinMs);
}

async function strike(fault: Fault, count: number, world: All): Promise<Window> {
  await recoverCluster(world);
  await pause(quietMs);
  const from = performance.now();
  await fault.strike(world, count);
  await recoverCluster(world);
  const window = { name: fault.name, from, to: performance.now() };
  print(`${fault.name} ${count}: healed after ${((window.to - from) / 1_000).toFixed(1)} s`);
  return window;
}

async function run(machine: Machine, cleanups: Cleanups): Promise<boolean> {
  const chosen = faults.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0)
    throw new Error(`--only takes one of ${faults.map(({ name }) => name).join(', ')}`);
  const started = await startWorld(machine, cleanups);
  const { fleet, environment } = started;
  copyWorkingTree(join(machine.folder, 'next'));
  const world: All = {
    ...started,
    upgrade: anUpgrade(machine, fleet, environment),
    buyers: started.sendBuyers(perSecond),
  };
  await pause(warmUpMs);
  const windows: Window[] = [];
  const quiet = { name: 'no fault', from: performance.now(), to: 0 };
  await pause(2 * warmUpMs);
  windows.push({ ...quiet, to: performance.now() });
  for (const fault of chosen)
    for (let count = 1; count <= times * (fault.each ?? 1); count += 1)
      windows.push(await strike(fault, count, world));
  await world.buyers.stop();
  const { problems, orders } = await compareBooks(world.buyers, started);
  await fleet.stop();
  return report(world.buyers, { windows, problems, orders, say: print });
}

await onAMachine(ofACluster, run);
