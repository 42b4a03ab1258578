/**
 * The part in `npm run test:all`: shop processes die between two steps of a report to Factiiv. `npm run lab
 * -- chaos -- reports` runs 500 schedules and 500 deaths.
 */
import { aDatabase } from '#test/builders/database.ts';
import { expect, test } from 'vitest';
import { freshSeed } from './random.ts';
import { type ReportingPlan, runReportingDeaths } from './reporting-deaths.ts';

async function run(plan: Omit<ReportingPlan, 'databaseUrl'>) {
  const database = await aDatabase();
  try {
    return await runReportingDeaths({ ...plan, databaseUrl: database.url });
  } finally {
    await database.close();
  }
}

/** Both processes die in each wave, so an odd number of kills would end one short. */
const [schedules, kills] = [12, 4];

test('kill -9 between any two steps of a send: the Factiiv book matches ours', {
  tags: ['long'],
}, async () => {
  const seed = freshSeed();
  const { violations, deathsAt, elsewhere, reports, tookMs } = await run({ seed, schedules, kills });
  console.log(
    `seed ${seed}: ${[...deathsAt].join('; ')}; ${elsewhere} elsewhere, ${reports} reports, ${tookMs} ms`,
  );
  expect(
    violations,
    `repeat with: npm run lab -- chaos reports --seed ${seed} --count ${schedules} --kills ${kills}`,
  ).toEqual([]);
  expect(reports, 'reports of which nothing was sent show nothing').toBeGreaterThan(0);
  const atPoints = [...deathsAt.values()].reduce((sum, deaths) => sum + deaths, 0);
  expect(atPoints + elsewhere, 'each process died, at its point or by the plug').toBe(kills);
});

/** Every run detects this with simulated deaths: src/modules/credit-reporting/deaths.test.ts. */
test('a shop that does not look up the outcome of a report is detected', { tags: ['long'] }, async () => {
  const { violations } = await run({
    seed: freshSeed(),
    schedules: 8,
    kills: 4,
    diesAt: 'after addTrade',
    variant: 'no-look-up',
  });
  expect(violations.map(({ invariant }) => invariant)).toContain(
    'what is reported is in the book of Factiiv once',
  );
});
