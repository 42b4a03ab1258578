/**
 * The faults injected into the cluster. Each runs a configurable number of times, and only after the cluster
 * has recovered.
 */
import { until } from '#test/until.ts';
import type { Cluster } from './postgres.ts';
import type { Front } from './front.ts';
import { type Fleet, processes } from './shops.ts';

export type World = {
  cluster: Cluster;
  front: Front;
  fleet: Fleet;
  /**
   * Adds migrations to the next version and applies them, rolls forward to that version, and rolls back to
   * this one.
   */
  upgrade: { forward(count: number): Promise<void>; back(): Promise<void> };
};

export type Fault = {
  name: string;
  /** Repetitions for each requested one. */
  each?: number;
  strike(world: World, count: number): Promise<void>;
};

/** Long enough for Patroni to detect the failure and for the other node to work alone. */
const awayMs = 5_000;
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, awayMs));

export const faults: Fault[] = [
  {
    name: 'primary-kill',
    strike: async ({ cluster }) => {
      const primary = await cluster.primary();
      await cluster.kill(primary);
      await untilNewLeader(cluster, primary.name);
      cluster.start(primary);
    },
  },
  {
    name: 'switchover',
    strike: async ({ cluster }) => {
      const primary = await cluster.primary();
      await cluster.switchOver();
      await untilNewLeader(cluster, primary.name);
    },
  },
  { name: 'shop-kill', each: processes, strike: ({ fleet }) => fleet.kill(0) },
  { name: 'pooler-restart', strike: ({ front }) => front.pooler.restart() },
  {
    name: 'upgrade',
    strike: async ({ upgrade }, count) => {
      await upgrade.forward(count);
      await upgrade.back();
    },
  },
  {
    name: 'replica-loss',
    strike: async ({ cluster }) => {
      const replica = await cluster.replica();
      await cluster.kill(replica);
      await rest();
      cluster.start(replica);
    },
  },
];

const leadsWithinMs = 60_000;

const untilNewLeader = (cluster: Cluster, name: string): Promise<unknown> =>
  until(
    `another server takes over from ${name}`,
    async () => {
      const leader = await cluster.primary().catch(() => null);
      return leader !== null && leader.name !== name;
    },
    leadsWithinMs,
  );
