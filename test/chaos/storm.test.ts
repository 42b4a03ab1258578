/** R1 and R2, the share of every CI run: processes and PostgreSQL die in the middle of purchases, under a messenger who loses and doubles. */
import { expect, test } from 'vitest';
import { freshSeed } from './random.ts';
import { everyPoint, runStorm } from './runs.ts';

const seed = freshSeed();
/** One more than a kill of a process needs on a busy machine to show that it is about the shop and not about the machine. */
const restartWithinMs = 20_000;

test('kill -9 of the shop, at every named point and at random, and of PostgreSQL: every promise is kept', {
  timeout: 300_000,
}, async () => {
  const namedKills = everyPoint(1);
  const { violations, report, effort, mostRepeats } = await runStorm({
    seed,
    randomKills: 50 - namedKills.length,
    namedKills,
    databaseKills: 15,
  });
  const { deathsAt, randomKills, databaseKills, appRestartsMs } = report;
  console.log(
    `seed ${seed}: at ${deathsAt.size} named points, ${randomKills} at random, PostgreSQL ${databaseKills}; ${JSON.stringify(effort)}, a letter at most ${mostRepeats} times`,
  );
  expect(violations, `repeat with: npm run chaos -- storm --seed ${seed}`).toEqual([]);
  expect(appRestartsMs).toHaveLength(50);
  expect(databaseKills).toBe(15);
  expect(deathsAt.size, 'points that somebody died at').toBeGreaterThan(10);
  expect(effort.charges, 'a storm without money shows nothing').toBeGreaterThan(50);
  expect(appRestartsMs.toSorted((a, b) => a - b).at(appRestartsMs.length / 2)).toBeLessThan(restartWithinMs);
});
