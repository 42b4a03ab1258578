/**
 * Runs the harness against shops that were broken on purpose. Each control names the violation that must be
 * found. A different violation or a mere crash does not count.
 */
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import type { Point, ReportingPoint } from './failpoints.ts';
import { runReportingDeaths } from './reporting-deaths.ts';
import { type Kind, kinds } from './schedules.ts';
import { runSchedules, runStorm } from './runs.ts';
import type { VariantName } from './variants/variants.ts';
import { aWorld } from './world.ts';

export type Control = {
  variant: VariantName;
  mustFind: RegExp;
  under: Kind | 'storm' | 'reports';
  /** In a storm, the point at which each shop process is killed. Without it, PostgreSQL is killed instead. */
  diesAt?: Point;
  /** Like `diesAt`, for reports. */
  diesOfReport?: ReportingPoint;
  /**
   * `npm test` includes this control, because its fault shows quickly. `npm run lab -- chaos` runs all of
   * them.
   */
  inEveryRun?: true;
};
export type ControlRun = {
  control: Control;
  found: Violation[];
  others: number;
  tries: number;
  tookMs: number;
};

export const controls: readonly Control[] = [
  { variant: 'no-lock', mustFind: /^I12|^I4/, under: kinds[0], inEveryRun: true },
  { variant: 'no-coupon-guard', mustFind: /^I3|designed/, under: kinds[1] },
  {
    variant: 'no-settlement-idempotency',
    mustFind: /^I10 a paid order has exactly one receipt/,
    under: kinds[2],
  },
  { variant: 'no-credit-limit', mustFind: /^I2 available credit is below zero/, under: 'last of the credit' },
  { variant: 'refund-never-sent', mustFind: /^I4 what is not needed goes back/, under: kinds[4] },
  { variant: 'refund-of-what-is-needed', mustFind: /^I4 what is not needed goes back/, under: kinds[4] },
  {
    variant: 'refund-key-per-try',
    mustFind: /^I4 a refund that was decided reaches the processor once/,
    under: kinds[5],
  },
  { variant: 'no-refund-guard', mustFind: /^I4 a decision of the staff is one refund/, under: kinds[5] },
  // The only detectable effect: behind the inbox, locks and the effect's key still limit each event to one
  // effect.
  { variant: 'no-inbox-uniqueness', mustFind: /^I9 every event is stored once/, under: kinds[2] },
  {
    variant: 'no-renewal-guard',
    mustFind: /^a renewal is invoiced once|^a renewal that was paid has one receipt/,
    under: 'renewals in any order',
  },
  {
    variant: 'call-inside-transaction',
    mustFind: /^I5 the processor knows no payment/,
    under: 'storm',
    diesAt: 'after createPayment',
  },
  {
    variant: 'no-look-up',
    mustFind: /^what is reported is in the book of Factiiv once/,
    under: 'reports',
    diesOfReport: 'after addTrade',
  },
  { variant: 'asynchronous-commit', mustFind: /^I7/, under: 'storm' },
];

/** `databaseUrl` is for the schedules. A storm creates its own database. */
export async function runControl(
  control: Control,
  { seed, count, databaseUrl }: { seed: number; count: number; databaseUrl: string },
): Promise<ControlRun> {
  const startedAt = performance.now();
  const { violations, tries } = await runUnder(control, { seed, count, databaseUrl });
  const found = violations.filter(({ invariant }) => control.mustFind.test(invariant));
  return {
    control,
    found,
    others: violations.length - found.length,
    tries,
    tookMs: Math.round(performance.now() - startedAt),
  };
}

type Found = { violations: Violation[]; tries: number };

function runUnder(
  control: Control,
  options: { seed: number; count: number; databaseUrl: string },
): Promise<Found> {
  if (control.under === 'storm') return underStorm(control, options.seed, options.count);
  return control.under === 'reports'
    ? underReports(control, options)
    : underSchedules(control, control.under, options);
}

async function underReports(
  { variant, diesOfReport: diesAt }: Control,
  { seed, count, databaseUrl }: { seed: number; count: number; databaseUrl: string },
): Promise<Found> {
  const plan = { databaseUrl, seed, schedules: 2 * count, kills: count, variant, ...(diesAt && { diesAt }) };
  return { violations: (await runReportingDeaths(plan)).violations, tries: count };
}

async function underSchedules(
  { variant }: Control,
  kind: Kind,
  { seed, count, databaseUrl }: { seed: number; count: number; databaseUrl: string },
): Promise<Found> {
  const world = await aWorld({ databaseUrl, apps: 2, variant });
  try {
    return { violations: (await runSchedules(world, { kind, seed, count })).violations, tries: count };
  } finally {
    await world.stop();
  }
}

async function underStorm({ variant, diesAt }: Control, seed: number, count: number): Promise<Found> {
  const databaseKills = diesAt === undefined ? count : 0;
  const namedKills = diesAt === undefined ? [] : Array.from({ length: count }, () => diesAt);
  const { violations } = await runStorm({ seed, randomKills: 0, namedKills, databaseKills, variant });
  return { violations, tries: count };
}
