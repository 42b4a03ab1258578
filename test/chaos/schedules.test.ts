/** R4, the part in `npm run test:all`: random concurrent schedules of each kind against two shop processes. */
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshSeed } from './random.ts';
import { runSchedules } from './runs.ts';
import { kinds } from './schedules.ts';
import { aWorld, type World } from './world.ts';

const seed = freshSeed();
const count = 4;

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

test.each(kinds)('schedules of "%s" lose nothing and double nothing', { tags: ['long'] }, async (kind) => {
  const { violations, effort } = await runSchedules(world, { kind, seed, count });
  console.log(`seed ${seed}, ${kind}: ${JSON.stringify(effort)}`);
  expect(violations, `repeat with: npm run chaos -- schedules --kind "${kind}" --seed ${seed} --count ${count}`).toEqual([]);
  charges += effort.charges;
});

test('a run without money shows nothing', { tags: ['long'] }, () => {
  expect(charges).toBeGreaterThan(5);
});
