/**
 * `npm run lab -- chaos`: produces the chaos results of a release. Prints its seed first and one line per
 * part. Fails if anything was violated, or if a shop that was broken on purpose was not detected. `--seed`
 * repeats a run; see docs/chaos.md.
 */
import { parseArgs } from 'node:util';
import { note, type Result } from '#modules/admin/health/results.ts';
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import { createDatabase } from '#platform/database.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/running.ts';
import { controls, runControl } from '#test/chaos/controls.ts';
import { startPostgres } from '#test/chaos/postgres.ts';
import { freshSeed } from '#test/chaos/random.ts';
import { runReportingDeaths } from '#test/chaos/reporting-deaths.ts';
import { everyPoint, runSchedules, runStorm } from '#test/chaos/runs.ts';
import { type Kind, kinds } from '#test/chaos/schedules.ts';
import { aWorld } from '#test/chaos/world.ts';

/** Decision 0033. */
const schedulesOf = (kind: Kind): number => (kind === 'last of the credit' ? 2_000 : 1_000);
const release = {
  kills: 500,
  databaseKills: 200,
  timesAtEachPoint: 10,
  controlSchedules: 150,
  controlKills: 15,
  reports: 500,
  reportKills: 250,
};
const parts = ['schedules', 'storm', 'reports', 'controls'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kind: { type: 'string' },
    from: { type: 'string', default: '0' },
    count: { type: 'string' },
    variant: { type: 'string' },
    kills: { type: 'string' },
    database: { type: 'string' },
    'database-kills': { type: 'string', default: String(release.databaseKills) },
  },
});

const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
const chosenParts = positionals.length === 0 ? parts : parts.filter((part) => positionals.includes(part));
const lines: string[] = [];
const print = (line: string): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

print(`seed ${seed}`);
let failures = 0;
for (const part of chosenParts)
  failures += await { schedules, storm: runOneStorm, reports, controls: allControls }[part]();
print(failures === 0 ? 'nothing was lost and nothing was doubled' : `${failures} violations`);
process.exitCode = failures === 0 ? 0 : 1;
// A partial run says nothing about the whole.
if (chosenParts.length === parts.length)
  await keep({
    at: new Date(),
    isGood: failures === 0,
    summary: lines.filter((line) => !line.startsWith('  ')).join('\n'),
  });

/** Stores the result for the console of the shop that `--database` names, or of the local demo shop. */
async function keep(result: Result): Promise<void> {
  const url = values.database ?? findRunningPostgres(null);
  if (url === null) return;
  const db = createDatabase(url, { max: 1, applicationName: 'stateside chaos' });
  await note(db, 'chaos', result).catch((error: unknown) =>
    process.stderr.write(`the result was not kept: ${String(error)}\n`),
  );
  await db.destroy();
}

async function schedules(): Promise<number> {
  let violated = 0;
  for (const kind of kinds.filter((candidate) => values.kind === undefined || candidate === values.kind)) {
    const postgres = await startPostgres();
    const world = await aWorld({ databaseUrl: postgres.url, apps: 2 });
    const count = Number(values.count ?? schedulesOf(kind));
    const { violations, effort } = await runSchedules(world, {
      kind,
      seed,
      from: Number(values.from),
      count,
    });
    await world.stop();
    await postgres.stop();
    print(
      `${count} schedules of "${kind}": ${violations.length} violations, ${effort.purchases} answers to purchases, ` +
        `${effort.charges} charges, ${effort.refunds} refunds by staff, ${effort.events} events, ${effort.emails} emails, ${seconds(effort.tookMs)}`,
    );
    violated += show(violations);
  }
  return violated;
}

async function runOneStorm(): Promise<number> {
  const kills = Number(values.kills ?? release.kills);
  const times = Math.max(1, Math.floor((kills * release.timesAtEachPoint) / release.kills));
  const namedKills = everyPoint(times).slice(0, kills);
  const { violations, report, effort, mostRepeats } = await runStorm({
    seed,
    namedKills,
    randomKills: kills - namedKills.length,
    databaseKills: Number(values['database-kills']),
  });
  const onCredit = report.ledger.purchases.filter(({ body }) => 'creditPurchase' in body).length;
  const restarts = report.appRestartsMs.toSorted((a, b) => a - b);
  const atPoints = [...report.deathsAt.values()].reduce((sum, deaths) => sum + deaths, 0);
  print(
    `storm: ${kills} deaths of the shop (${atPoints} at ${report.deathsAt.size} named points, ${report.randomKills} at random), ${report.databaseKills} of PostgreSQL: ` +
      `${violations.length} violations, ${effort.purchases} answers to purchases (${onCredit} on credit), ${effort.charges} charges, ${effort.refunds} refunds by staff, ${effort.emails} emails (one at most ${mostRepeats} times), ` +
      `ready again after ${restarts.at(restarts.length / 2)} ms (median), ${seconds(effort.tookMs)}`,
  );
  for (const [point, deaths] of report.deathsAt) print(`  ${point}: ${deaths}`);
  const isEnoughEvidence =
    kills < 50 || (report.deathsAt.size > 10 && effort.charges > kills && effort.refunds > 10);
  if (!isEnoughEvidence) print('  too few points, charges or refunds to show anything');
  return show(violations) + (isEnoughEvidence ? 0 : 1);
}

async function reports(): Promise<number> {
  const postgres = await startPostgres();
  const [schedules, kills] = [
    Number(values.count ?? release.reports),
    Number(values.kills ?? release.reportKills),
  ];
  const run = await runReportingDeaths({ databaseUrl: postgres.url, seed, schedules, kills });
  await postgres.stop();
  const atPoints = [...run.deathsAt.values()].reduce((sum, deaths) => sum + deaths, 0);
  print(
    `${schedules} schedules of reports to Factiiv: ${atPoints + run.elsewhere} deaths of the shop (${atPoints} at ${run.deathsAt.size} named points): ` +
      `${run.violations.length} violations, ${run.reports} trades and activities in the book, ${seconds(run.tookMs)}`,
  );
  for (const [point, deaths] of run.deathsAt) print(`  ${point}: ${deaths}`);
  return show(run.violations);
}

async function allControls(): Promise<number> {
  let blind = 0;
  for (const control of controls.filter(
    ({ variant }) => values.variant === undefined || values.variant === variant,
  )) {
    const postgres = await startPostgres();
    const count = Number(
      values.count ??
        (control.under === 'storm' || control.under === 'reports'
          ? release.controlKills
          : release.controlSchedules),
    );
    const { found, others, tookMs } = await runControl(control, { seed, count, databaseUrl: postgres.url });
    await postgres.stop();
    print(
      `broken on purpose, ${control.variant} (${count} tries of ${control.under}): ${found.length === 0 ? 'NOT FOUND' : `found, ${found.length} violations`}, ${others} others, ${seconds(tookMs)}`,
    );
    for (const { invariant, subject, detail } of found.slice(0, 1))
      print(`  first: ${invariant}: ${subject}: ${detail}`);
    if (found.length === 0) blind += 1;
  }
  return blind;
}

function show(violations: Violation[]): number {
  for (const { invariant, subject, detail } of violations.slice(0, 20))
    print(`  ${invariant}: ${subject}: ${detail}`);
  return violations.length;
}
