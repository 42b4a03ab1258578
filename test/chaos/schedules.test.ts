/** R4, the share of every CI run: random concurrent schedules of each kind against two processes of the shop. */
import { aDatabase, type TestDatabase } from '#test/a-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshSeed } from './random.ts';
import { runSchedules } from './runs.ts';
import { type Kind, kinds } from './schedules.ts';
import { aWorld, type World } from './world.ts';

const seed = freshSeed();
const schedulesOfEach = 125;
/** Every single one of these ends in money that goes back. */
const schedulesOfMoneyBack = 50;
const kindsOfMoneyBack: Kind[] = ['money that nobody needs', 'staff give money back'];

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

test.each(kinds)('schedules of "%s" lose nothing and double nothing', { timeout: 180_000 }, async (kind) => {
  const count = kindsOfMoneyBack.includes(kind) ? schedulesOfMoneyBack : schedulesOfEach;
  const { violations, effort } = await runSchedules(world, { kind, seed, count });
  console.log(`seed ${seed}, ${kind}: ${JSON.stringify(effort)}`);
  expect(violations, `repeat with: npm run chaos -- schedules --kind "${kind}" --seed ${seed} --count ${count}`).toEqual([]);
  expect(effort.charges, 'a run without money shows nothing').toBeGreaterThan(count / 3);
});
