/**
 * Complete runs, from an empty database to the list of violations. CI runs them small, `npm run lab -- chaos`
 * runs them large, and docs/chaos.md records the results.
 */
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import { checkReplays, checkWorld } from './checks.ts';
import { type Point, points } from './failpoints.ts';
import type { Ledger } from './ledger.ts';
import { startPostgres } from './postgres.ts';
import { settleAll } from './rest.ts';
import { type Kind, runBatch } from './schedules.ts';
import { storm, type StormReport } from './storm.ts';
import type { VariantName } from './variants/variants.ts';
import { aWorld, type World } from './world.ts';

export type Effort = {
  purchases: number;
  paid: number;
  charges: number;
  refunds: number;
  events: number;
  emails: number;
  tookMs: number;
};
export type SchedulesRun = { violations: Violation[]; effort: Effort };

/** Schedules per check. A long run reports violations early. */
const checkedEvery = 500;
const concurrency = 6;
const replaysAtMost = 40;

export async function runSchedules(
  world: World,
  { kind, seed, from = 0, count }: { kind: Kind; seed: number; from?: number; count: number },
): Promise<SchedulesRun> {
  const startedAt = performance.now();
  const violations: Violation[] = [];
  const total: Effort = { purchases: 0, paid: 0, charges: 0, refunds: 0, events: 0, emails: 0, tookMs: 0 };
  for (let next = from; next < from + count && violations.length === 0; next += checkedEvery) {
    const ledger = await runBatch(world, {
      kind,
      seed,
      from: next,
      count: Math.min(checkedEvery, from + count - next),
      concurrency,
    });
    await settleAll(world);
    violations.push(...(await checkWorld(world, { ledger, kills: 0 })));
    add(total, effortOf(world, ledger));
  }
  return { violations, effort: { ...total, tookMs: Math.round(performance.now() - startedAt) } };
}

const effortOf = ({ mailbox }: World, ledger: Ledger): Omit<Effort, 'tookMs'> => ({
  purchases: ledger.purchases.length,
  paid: ledger.paid.size,
  charges: ledger.charged.size + ledger.chargedByShop.size,
  refunds: ledger.refunds.size,
  events: ledger.events.size,
  emails: mailbox.received.size,
});

function add(total: Effort, more: Omit<Effort, 'tookMs'>): void {
  total.purchases += more.purchases;
  total.paid += more.paid;
  total.charges += more.charges;
  total.refunds += more.refunds;
  total.events += more.events;
  total.emails = more.emails;
}

export type StormOptions = {
  seed: number;
  randomKills: number;
  namedKills: readonly Point[];
  databaseKills: number;
  variant?: VariantName;
};
export type StormRun = { violations: Violation[]; report: StormReport; effort: Effort; mostRepeats: number };

const buyers = 6;
const processes = 2;

/** Runs in a separate database with full durability. `variant`: the shop, broken on purpose. */
export async function runStorm({ variant, ...options }: StormOptions): Promise<StormRun> {
  const startedAt = performance.now();
  const postgres = await startPostgres();
  try {
    const world = await aWorld({ databaseUrl: postgres.url, apps: processes, variant: variant ?? null });
    try {
      const report = await storm(world, postgres, { ...options, buyers });
      await settleAll(world);
      const kills = report.appRestartsMs.length + report.databaseKills;
      const replayed = await checkReplays(world, report.ledger, replaysAtMost);
      const violations = [...replayed, ...(await checkWorld(world, { ledger: report.ledger, kills }))];
      const effort = { ...effortOf(world, report.ledger), tookMs: Math.round(performance.now() - startedAt) };
      return { violations, report, effort, mostRepeats: Math.max(0, ...world.mailbox.received.values()) };
    } finally {
      await world.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Each named point `times` times. */
export const everyPoint = (times: number): Point[] => Array.from({ length: times }, () => points).flat();
