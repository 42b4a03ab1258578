/** R4, the share of every CI run: random concurrent schedules of the four hot operations against two processes of the shop. */
import { aDatabase, type TestDatabase } from '#test/a-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshSeed } from './random.ts';
import { runSchedules } from './runs.ts';
import { kinds } from './schedules.ts';
import { aWorld, type World } from './world.ts';

const seed = freshSeed();
const schedulesOfEach = 125;

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await aDatabase();
  world = await aWorld({ databaseUrl: database.url, apps: 2 });
});
afterAll(async () => {
  await world?.stop();
  await database.close();
});

test.each(kinds)('125 schedules of "%s" lose nothing and double nothing', { timeout: 180_000 }, async (kind) => {
  const { violations, effort } = await runSchedules(world, { kind, seed, count: schedulesOfEach });
  console.log(`seed ${seed}, ${kind}: ${JSON.stringify(effort)}`);
  expect(violations, `repeat with: npm run chaos -- schedules --kind "${kind}" --seed ${seed} --count ${schedulesOfEach}`).toEqual([]);
  expect(effort.charges, 'a run without money shows nothing').toBeGreaterThan(schedulesOfEach / 3);
});
