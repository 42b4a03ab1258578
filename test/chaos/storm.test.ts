/**
 * R1 and R2, the part in every test run: processes and PostgreSQL die during purchases, while webhooks are
 * lost and duplicated.
 */
import { amount } from '#test/amount.ts';
import { aDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { expect, test } from 'vitest';
import * as cardHolder from './card-holder.ts';
import { points } from './failpoints.ts';
import { anEmptyLedger } from './ledger.ts';
import { freshSeed, random } from './random.ts';
import { everyPoint, runStorm } from './runs.ts';
import * as shopper from './shopper.ts';
import * as staff from './staff.ts';
import { fewestCharges } from './storm.ts';
import { aWorld } from './world.ts';

const seed = freshSeed();
const kills = { named: amount(1, 2), random: amount(1, 2), database: 1 };

test('every named point is still reached by purchases, cart changes, refunds, and subscriptions', {
  tags: ['long'],
}, async () => {
  const database = await aDatabase();
  const world = await aWorld({ databaseUrl: database.url, apps: 1 });
  try {
    const [ledger, here] = [anEmptyLedger(), { app: 0 }];
    const cartId = (await shopper.makeCart(world, ledger, ['ein-filing'], here)) ?? '';
    await shopper.purchase(world, ledger, { productIds: ['ein-filing'], cartId }, crypto.randomUUID(), here);
    const offer = await shopper.purchase(
      world,
      ledger,
      { productIds: ['ein-filing', 'us-business-address'], cartId },
      crypto.randomUUID(),
      here,
    );
    if (!shopper.isOffer(offer)) throw new Error(`not offered: ${JSON.stringify(offer)}`);
    const intentRef = shopper.intentOf(offer) ?? '';
    await shopper.confirm(world, ledger, intentRef, '4242424242424242');
    for (const event of await shopper.eventsOf(world, intentRef))
      await shopper.deliver(world, ledger, event, here);
    await shopper.readStatus(world, ledger, offer.orderId, here);
    const decision = { key: crypto.randomUUID(), orderId: offer.orderId, amount: 1_000 };
    expect(await staff.refundOrder(world, ledger, decision, here)).toMatchObject({ status: 200 });
    const refundEvents = await until('the refund is made', async () => {
      const events = await shopper.refundEventsOf(world, intentRef);
      return events.length > 0 && events;
    });
    for (const event of refundEvents) await shopper.deliver(world, ledger, event, here);
    const holder = await cardHolder.aCardHolder(world, 'holder');
    const attempt = { holder, options: { productIds: ['ein-filing'] }, key: crypto.randomUUID() };
    expect(await cardHolder.purchase(world, ledger, attempt, here)).toMatchObject({ status: 'paid' });
    const missing = async (): Promise<string[]> => {
      const passed = (await world.apps[0]?.points()) ?? [];
      return points.filter((point) => !passed.includes(point));
    };
    await until('the email is sent', async () => (await missing()).length === 0, 15_000).catch(
      () => undefined,
    );
    expect(await missing()).toEqual([]);
  } finally {
    await world.stop();
    await database.close();
  }
});

test('kill -9 of the shop, at named and random points, and of PostgreSQL: every guarantee holds', async () => {
  // Different points in each run. `npm run lab -- chaos` kills the shop at each of them.
  const namedKills = random(seed).fork('points').shuffle(everyPoint(1)).slice(0, kills.named);
  const { violations, report, effort, mostRepeats } = await runStorm({
    seed,
    randomKills: kills.random,
    namedKills,
    databaseKills: kills.database,
  });
  const { deathsAt, randomKills, databaseKills, appRestartsMs } = report;
  console.log(
    `seed ${seed}: at ${deathsAt.size} named points, ${randomKills} at random, PostgreSQL ${databaseKills}; ${JSON.stringify(effort)}, an email at most ${mostRepeats} times`,
  );
  expect(violations, `repeat with: npm run lab -- chaos storm --seed ${seed}`).toEqual([]);
  expect(appRestartsMs).toHaveLength(kills.named + kills.random);
  expect(databaseKills).toBe(kills.database);
  expect(effort.charges, 'a storm without money shows nothing').toBeGreaterThanOrEqual(fewestCharges);
});
