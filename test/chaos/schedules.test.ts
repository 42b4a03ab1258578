/**
 * R4, the part in `npm run test:all`: random concurrent schedules of each kind against two shop processes.
 */
import { amount } from '#test/amount.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshSeed } from './random.ts';
import { runSchedules } from './runs.ts';
import { type Kind, kinds } from './schedules.ts';
import { aWorld, type World } from './world.ts';

const seed = freshSeed();
const count = amount(1, 4);
/** Two processes race for an order and for credit in every run, and for everything else in `test:all`. */
const raceKinds = amount<readonly Kind[]>(['same order paid twice', 'last of the credit'], kinds);

let database: TestDatabase;
let world: World;
let charges = 0;
beforeAll(async () => {
  database = await aDatabase();
  world = await aWorld({ databaseUrl: database.url, apps: 2 });
});
afterAll(async () => {
  await world?.stop();
  await database.close();
});

test.each(raceKinds)('schedules of "%s" lose nothing and duplicate nothing', async (kind) => {
  const { violations, effort } = await runSchedules(world, { kind, seed, count });
  console.log(`seed ${seed}, ${kind}: ${JSON.stringify(effort)}`);
  expect(
    violations,
    `repeat with: npm run lab -- chaos schedules --kind "${kind}" --seed ${seed} --count ${count}`,
  ).toEqual([]);
  charges += effort.charges;
});

test('a run without money proves nothing', () => {
  expect(charges).toBeGreaterThan(amount(0, 5));
});
