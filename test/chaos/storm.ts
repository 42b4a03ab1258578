/**
 * Buyers who retry, staff who refund, and webhooks that are lost, duplicated, and shuffled. During purchases
 * and refunds, shop processes die at random moments and at named points, and all of PostgreSQL dies.
 */
import { cents } from '#kernel/money.ts';
import { until } from '#test/until.ts';
import * as cardHolder from './card-holder.ts';
import { buyOnCredit, openAccount, payTwice } from './credit-schedules.ts';
import type { Point } from './failpoints.ts';
import { anEmptyLedger, type Ledger } from './ledger.ts';
import type { Postgres } from './postgres.ts';
import { type Random, random } from './random.ts';
import * as shopper from './shopper.ts';
import * as staff from './staff.ts';
import type { World } from './world.ts';

export type StormPlan = {
  seed: number;
  buyers: number;
  /** Processes killed at random moments. */
  randomKills: number;
  /** Processes killed exactly at these points. */
  namedKills: readonly Point[];
  databaseKills: number;
};

export type StormReport = {
  ledger: Ledger;
  randomKills: number;
  /** Deaths per named point. A point that was not reached in time counts as a random kill. */
  deathsAt: Map<string, number>;
  databaseKills: number;
  /** From the kill to readiness, in ms. */
  appRestartsMs: number[];
  databaseRestartsMs: number[];
};

const goodCard = '4242424242424242';
const declinedCard = '4000000000000002';
const couponOfTheStorm = 'STORM';
/** How long a process may take to reach the point where it should die. */
const armedForMs = 3_000;
/**
 * A storm without payments proves nothing, so buyers continue until this many have paid, no matter how slow
 * the machine is.
 */
export const fewestCharges = 3;
const paidWithinMs = 120_000;

export async function storm(world: World, postgres: Postgres | null, plan: StormPlan): Promise<StormReport> {
  const chance = random(plan.seed);
  const report: StormReport = {
    ledger: anEmptyLedger(),
    randomKills: 0,
    deathsAt: new Map(),
    databaseKills: 0,
    appRestartsMs: [],
    databaseRestartsMs: [],
  };
  await prepare(world);
  const stop = { now: false };
  const numbers = Array.from({ length: plan.buyers }, (_, number) => number);
  const holders = await Promise.all(
    numbers.map((number) => cardHolder.aCardHolder(world, `holder-${number}`)),
  );
  for (const { userId } of holders) await openAccount(world, userId, limitOfTheStorm);
  const buyers = holders.map((holder, number) =>
    keepBuying(world, report.ledger, chance.fork(`buyer ${number}`), { holder, stop }),
  );
  const clerk = keepRefunding(world, report.ledger, chance.fork('staff'), stop);
  const faultLoop = changeWeather(world, chance.fork('weather'), stop);
  const deaths = chance.shuffle([
    ...plan.namedKills,
    ...Array.from({ length: plan.randomKills }, () => null),
  ]);
  const hands = world.apps.map((_, app) =>
    killProcesses(world, report, chance.fork(`hand ${app}`), app, deaths),
  );
  await Promise.all([...hands, killDatabase(postgres, report, plan.databaseKills)]);
  const { charged, chargedByShop } = report.ledger;
  await until(
    'an order is paid',
    () => charged.size + chargedByShop.size >= fewestCharges,
    paidWithinMs,
  ).catch(() => undefined);
  stop.now = true;
  await Promise.all([...buyers, clerk, faultLoop]);
  await world.processor.control('POST', '/control/webhooks', { mode: 'deliver' });
  return report;
}

async function prepare({ db, processor, apps, webhookSecret }: World): Promise<void> {
  await db
    .insertInto('coupon')
    .values({
      code: couponOfTheStorm,
      kind: 'percentage',
      basis_points: 1_000,
      usage_limit: 1_000_000,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { origin } of apps) {
    await processor.control('PUT', '/control/webhook-endpoint', {
      url: `${origin}/api/webhooks/stripe`,
      secret: webhookSecret,
      enabled_events: ['*'],
    });
  }
}

type Stop = { now: boolean };

/** Each buyer is sometimes a guest with a new card and sometimes logged in with a saved card. */
async function keepBuying(
  world: World,
  ledger: Ledger,
  chance: Random,
  { holder, stop }: { holder: cardHolder.CardHolder; stop: Stop },
): Promise<void> {
  for (let number = 0; !stop.now; number += 1) {
    const own = chance.fork(number);
    if (own.fork('credit').chance(creditShare)) await buyOnAccount(world, ledger, own, { holder, stop });
    else if (own.fork('card').chance(savedCardShare))
      await buyWithSavedCard(world, ledger, own, { holder, stop });
    else await buyOnce(world, ledger, own, stop);
  }
}

const savedCardShare = 0.3;
const creditShare = 0.1;
/** The maximum limit. */
const limitOfTheStorm = cents(5_000_000);

/**
 * Buys on account; every other buyer pays the first half immediately. A job sends the invoice to the
 * processor.
 */
async function buyOnAccount(
  world: World,
  ledger: Ledger,
  chance: Random,
  { holder, stop }: { holder: cardHolder.CardHolder; stop: Stop },
): Promise<void> {
  const key = `storm-${crypto.randomUUID()}`;
  while (!stop.now) {
    const here = shopper.pickCircumstances(world, chance, 0.03);
    const token = await cardHolder.logIn(world, ledger, holder, { app: here.app });
    const headers = { authorization: `Bearer ${token}` };
    const answer =
      token === null ? 'lost' : await buyOnCredit(world, ledger, { key, email: holder.email, headers }, here);
    if (shopper.isOffer(answer)) {
      const { orderId } = answer;
      if (chance.chance(0.5))
        await payTwice({ world, ledger, chance }, { orderId, headers, cardRef: holder.cardRef });
      return;
    }
    if (answer !== 'lost' && answer.status < 500) return;
    await pause(chance.between(20, 120));
  }
}

/**
 * The shop charges the card itself. The same submit is repeated until the shop reports paid, as from a page
 * without a response.
 */
async function buyWithSavedCard(
  world: World,
  ledger: Ledger,
  chance: Random,
  { holder, stop }: { holder: cardHolder.CardHolder; stop: Stop },
): Promise<void> {
  const attempt = { holder, options: { productIds: ['ein-filing'] }, key: `storm-${crypto.randomUUID()}` };
  while (!stop.now) {
    const answer = await cardHolder.purchase(
      world,
      ledger,
      attempt,
      shopper.pickCircumstances(world, chance, 0.03),
    );
    if (shopper.isOffer(answer) && answer.status === 'paid') return;
    if (!shopper.isOffer(answer) && answer !== 'lost' && answer.status < 500) return;
    await pause(chance.between(20, 120));
  }
}

/**
 * One buyer with random behavior: most pay, some are declined first, some change the cart, some leave or
 * close the tab.
 */
async function buyOnce(world: World, ledger: Ledger, chance: Random, stop: Stop): Promise<void> {
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.03);
  const cartId = chance.chance(0.6) ? await shopper.makeCart(world, ledger, ['ein-filing'], here()) : null;
  const options: shopper.Options = {
    productIds: chance.chance(0.3) ? ['ein-filing', 'us-business-address'] : ['ein-filing'],
    ...(cartId === null ? {} : { cartId }),
    ...(chance.chance(0.4) ? { discountCode: couponOfTheStorm } : {}),
  };
  const [changesCart, isAbandoned, isDeclined, closesTab] = [0.4, 0.1, 0.1, 0.3].map((probability) =>
    chance.chance(probability),
  );
  let offer = await retryUntilAnswered(world, ledger, options, chance, stop);
  if (offer !== null && changesCart && cartId !== null)
    offer = await retryUntilAnswered(
      world,
      ledger,
      { ...options, productIds: ['ein-filing', 'itin-application'] },
      chance,
      stop,
    );
  const intentRef = offer === null ? null : shopper.intentOf(offer);
  if (offer === null || intentRef === null || isAbandoned) return;
  if (isDeclined) await shopper.confirm(world, ledger, intentRef, declinedCard);
  await shopper.confirm(world, ledger, intentRef, goodCard);
  if (closesTab) return;
  for (let check = 0; check < 20 && !stop.now; check += 1) {
    if ((await shopper.readStatus(world, ledger, offer.orderId, here())) === 'paid') return;
    await pause(100);
  }
}

/** Repeats the same submit with one key, as the checkout page does without a response. */
async function retryUntilAnswered(
  world: World,
  ledger: Ledger,
  options: shopper.Options,
  chance: Random,
  stop: Stop,
): Promise<shopper.Offer | null> {
  const key = `storm-${crypto.randomUUID()}`;
  while (!stop.now) {
    const answer = await shopper.purchase(
      world,
      ledger,
      options,
      key,
      shopper.pickCircumstances(world, chance, 0.03),
    );
    if (shopper.isOffer(answer)) return answer;
    if (answer !== 'lost' && answer.status < 500) return null;
    await pause(chance.between(20, 120));
  }
  return null;
}

/**
 * Staff refund an order that the buyer knows is paid: part of it, the rest, or more than there is. Sometimes
 * two people send the same refund concurrently at any processes. Without a response, it is sent again.
 */
async function keepRefunding(world: World, ledger: Ledger, chance: Random, stop: Stop): Promise<void> {
  for (let number = 0; !stop.now; number += 1) {
    const own = chance.fork(number);
    await pause(own.between(50, 300));
    const paid = [...ledger.paid].slice(-refundCandidates);
    if (paid.length === 0) continue;
    const decision = {
      key: `storm-${crypto.randomUUID()}`,
      orderId: own.pick(paid),
      amount: own.pick(amountsOfStaff),
    };
    const people = own.chance(0.3) ? 2 : 1;
    await Promise.all(
      Array.from({ length: people }, (_, person) =>
        pressUntilAnswered(world, ledger, own.fork(`person ${person}`), { decision, stop }),
      ),
    );
  }
}

/** Few enough that an order is refunded more than once, soon after its payment. */
const refundCandidates = 6;
const amountsOfStaff = [100, 100, 1_000, 1_000, 2_500, null];

async function pressUntilAnswered(
  world: World,
  ledger: Ledger,
  chance: Random,
  { decision, stop }: { decision: Parameters<typeof staff.refundOrder>[2]; stop: Stop },
): Promise<void> {
  while (!stop.now) {
    const response = await staff.refundOrder(
      world,
      ledger,
      decision,
      shopper.pickCircumstances(world, chance, 0.05),
    );
    if (response !== 'lost' && response.status < 500) return;
    await pause(chance.between(20, 120));
  }
}

/** Each killer handles one process, so another process is always running. */
async function killProcesses(
  world: World,
  report: StormReport,
  chance: Random,
  number: number,
  deaths: (Point | null)[],
): Promise<void> {
  for (let point = deaths.pop(); point !== undefined; point = deaths.pop()) {
    const app = world.apps[number];
    if (app === undefined) return;
    if (point === null) {
      await pause(chance.between(30, 500));
      await waitForCharge(report.ledger);
    } else app.arm(point, chance.between(1, 3));
    const hasDied =
      point !== null &&
      (await Promise.race([app.hasEnded.then(() => true), pause(armedForMs).then(() => false)]));
    await app.kill();
    if (hasDied) report.deathsAt.set(point ?? '', (report.deathsAt.get(point ?? '') ?? 0) + 1);
    else report.randomKills += 1;
    report.appRestartsMs.push(await restart(world, number));
  }
}

/** A death without buyers proves little, so this waits up to 1 s for a charge. */
async function waitForCharge({ charged, chargedByShop }: Ledger): Promise<void> {
  const before = charged.size + chargedByShop.size;
  for (let waited = 0; charged.size + chargedByShop.size === before && waited < 20; waited += 1)
    await pause(50);
}

/** The process refuses to start while the database is down, so the start is retried as a supervisor would. */
async function restart(world: World, number: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      return (await world.start(number)).startedInMs;
    } catch {
      await pause(200);
    }
  }
  throw new Error('a process of the shop did not come back');
}

/** Waits for some new promises each time, so every kill has something to lose. */
async function killDatabase(postgres: Postgres | null, report: StormReport, kills: number): Promise<void> {
  for (let kill = 0; kill < kills && postgres !== null; kill += 1) {
    const before = report.ledger.purchases.length;
    for (let waited = 0; report.ledger.purchases.length < before + 12 && waited < 100; waited += 1)
      await pause(50);
    report.databaseRestartsMs.push(await postgres.killAndRestart());
    report.databaseKills += 1;
  }
}

/**
 * `drop` loses events that the sweep must find. The other settings imitate a busy network. Some refunds fail
 * as well.
 */
async function changeWeather(world: World, chance: Random, stop: Stop): Promise<void> {
  while (!stop.now) {
    if (chance.chance(0.3)) await staff.breakNextRefund(world, chance);
    await world.processor.control('POST', '/control/webhooks', {
      mode: chance.pick(['deliver', 'deliver', 'deliver', 'drop', 'hold']),
      duplicate: chance.between(1, 3),
      delay_ms: chance.pick([0, 0, 100, 400]),
      order: chance.pick(['arrival', 'reverse', 'shuffle']),
    });
    await pause(chance.between(200, 800));
  }
}

const pause = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs);
  });
