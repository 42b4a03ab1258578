/**
 * Random concurrent schedules, R4 of the safety rules. The seed decides the events, their order and process,
 * the wait at each point, and which connections are cut. Each schedule has its own cart and coupon, so many
 * can share one shop.
 */
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import { lastCreditRace } from './credit-schedules.ts';
import { anEmptyLedger, type Ledger } from './ledger.ts';
import { cartsOfOnePerson, subscriptionStartedOnce } from './person-schedules.ts';
import { type Random, random } from './random.ts';
import { renewals } from './renewal-schedules.ts';
import * as shopper from './shopper.ts';
import * as staff from './staff.ts';
import type { World } from './world.ts';

export const kinds = [
  'same order paid twice',
  'last coupon use',
  'webhook against client return',
  'two processes, one webhook',
  'payment of an order already paid',
  'staff give money back',
  'subscription started once',
  'carts of one person',
  'last of the credit',
  'renewals in any order',
] as const;
export type Kind = (typeof kinds)[number];

export type Batch = { kind: Kind; seed: number; from: number; count: number; concurrency: number };

const goodCard = '4242424242424242';
const cardsOfAll = [goodCard, goodCard, goodCard, '4000002500003155', '4000000000000002'];
const oneProduct = ['ein-filing'];
const twoProducts = ['ein-filing', 'itin-application'];

/**
 * Runs schedules `from` to `from + count`, `concurrency` at a time. Only the order between schedules depends
 * on the machine.
 */
export async function runBatch(
  world: World,
  { kind, seed, from, count, concurrency }: Batch,
): Promise<Ledger> {
  if (kind === 'renewals in any order') return renewals(world, { seed, from, count, concurrency });
  const ledger = anEmptyLedger();
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + count) {
      const number = next;
      next += 1;
      await schedule[kind]({
        world,
        ledger,
        chance: random(seed).fork(kind).fork(number),
        name: `${seed.toString(36)}-${number}`,
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return ledger;
}

type Scene = { world: World; ledger: Ledger; chance: Random; name: string };

const schedule: Record<Exclude<Kind, 'renewals in any order'>, (scene: Scene) => Promise<void>> = {
  'same order paid twice': sameOrderTwice,
  'last coupon use': lastCouponUse,
  'webhook against client return': webhookAgainstReturn,
  'two processes, one webhook': oneWebhookTwoProcesses,
  'payment of an order already paid': unneededPayment,
  'staff give money back': staffRefund,
  'subscription started once': subscriptionStartedOnce,
  'carts of one person': cartsOfOnePerson,
  'last of the credit': lastCreditRace,
};

let keys = 0;
const freshKey = (): string => {
  keys += 1;
  return `chaos-${process.pid}-${keys}-${crypto.randomUUID().slice(0, 13)}`;
};

/**
 * Tabs compete for one cart, with the same key, other keys, or a changed cart. All confirm their payment
 * concurrently.
 */
async function sameOrderTwice({ world, ledger, chance }: Scene): Promise<void> {
  const cartId = await shopper.makeCart(world, ledger, oneProduct, shopper.pickCircumstances(world, chance));
  if (cartId === null) return;
  const keysOfTabs = Array.from({ length: chance.between(1, 3) }, freshKey);
  const tabs = Array.from({ length: chance.between(2, 4) }, () => ({
    key: chance.pick(keysOfTabs),
    where: shopper.pickCircumstances(world, chance, 0.2),
    options: { productIds: oneProduct, cartId },
    card: chance.pick(cardsOfAll),
    polls: chance.int(3),
    isRepeated: chance.chance(0.5),
    against: chance.fork('again'),
  }));
  const changed = chance.chance(0.25)
    ? { key: freshKey(), options: { productIds: twoProducts, cartId } }
    : {};
  const [first, ...others] = tabs;
  const all = [...others, { ...first, ...changed } as (typeof tabs)[number]];
  const lateChance = chance.fork('late');
  await Promise.all(all.map((tab) => inOneTab({ world, ledger, chance: tab.against, name: '' }, tab)));
  await finish({ world, ledger, chance: lateChance, name: '' }, { productIds: oneProduct, cartId });
}

type Tab = {
  key: string;
  where: shopper.Circumstances;
  options: shopper.Options;
  card: string;
  polls: number;
  isRepeated: boolean;
};

async function inOneTab({ world, ledger, chance }: Scene, tab: Tab): Promise<void> {
  const offered = await shopper.purchase(world, ledger, tab.options, tab.key, tab.where);
  if (!shopper.isOffer(offered)) return;
  const intentRef = shopper.intentOf(offered);
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.1);
  await Promise.all([
    intentRef === null ? undefined : shopper.confirm(world, ledger, intentRef, tab.card),
    ...Array.from({ length: tab.polls }, () => shopper.readStatus(world, ledger, offered.orderId, here())),
    tab.isRepeated ? shopper.purchase(world, ledger, tab.options, tab.key, here()) : undefined,
  ]);
  await shopper.readStatus(world, ledger, offered.orderId, here());
}

/**
 * A buyer finally pays with a good card, so every schedule ends in a payment. A cut connection may have left
 * work in progress, so the buyer retries. A cart that can no longer be paid is a surprise.
 */
async function finish({ world, ledger, chance }: Scene, options: shopper.Options): Promise<void> {
  const key = freshKey();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const offered = await shopper.purchase(world, ledger, options, key, {
      app: chance.int(world.apps.length),
    });
    if (offered !== 'lost' && !shopper.isOffer(offered) && offered.code === 'order_already_paid') return;
    if (shopper.isOffer(offered)) {
      const intentRef = shopper.intentOf(offered);
      if (intentRef !== null) await shopper.confirm(world, ledger, intentRef, goodCard);
      const status = await shopper.readStatus(world, ledger, offered.orderId, {
        app: chance.int(world.apps.length),
      });
      if (status === 'paid') return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  ledger.surprises.push(`the cart ${options.cartId} can no longer be paid`);
}

/** Buyers race for the last uses of a coupon. Some cancel and return their use, some pay. */
async function lastCouponUse(scene: Scene): Promise<void> {
  const { world, ledger, chance, name } = scene;
  const code = `LAST-${name.toUpperCase()}`;
  const limit = chance.between(1, 2);
  await sql`insert into coupon (code, kind, basis_points, usage_limit, expires_at) values (${code}, 'percentage', 1000, ${limit}, now() + interval '1 day')
    on conflict (code) do nothing`.execute(world.db);
  const buyers = Array.from({ length: limit + chance.between(1, 3) }, (_, number) =>
    chance.fork(`buyer ${number}`),
  );
  await Promise.all(buyers.map((own) => oneCouponBuyer({ ...scene, chance: own }, code)));
  await Promise.all(
    buyers.slice(0, 2).map((own) => oneCouponBuyer({ ...scene, chance: own.fork('again') }, code)),
  );
  for (const surprise of await overdrawn(world, code)) ledger.surprises.push(surprise);
}

async function oneCouponBuyer({ world, ledger, chance }: Scene, code: string): Promise<void> {
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.1);
  const changesCart = chance.chance(0.3);
  const cartId = changesCart ? await shopper.makeCart(world, ledger, oneProduct, here()) : null;
  const options = { productIds: oneProduct, discountCode: code, ...(cartId === null ? {} : { cartId }) };
  const offered = await shopper.purchase(world, ledger, options, freshKey(), here());
  if (!shopper.isOffer(offered)) return;
  if (cartId !== null) {
    await shopper.purchase(world, ledger, { productIds: oneProduct, cartId }, freshKey(), here());
    return;
  }
  const intentRef = shopper.intentOf(offered);
  if (intentRef === null || chance.chance(0.5)) return;
  await shopper.confirm(world, ledger, intentRef, goodCard);
  await shopper.readStatus(world, ledger, offered.orderId, here());
}

/** Checked during the schedule: afterwards a returned use would hide it. */
async function overdrawn({ db }: World, code: string): Promise<string[]> {
  const coupon = await db
    .selectFrom('coupon')
    .select(['used_count', 'usage_limit'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return coupon.used_count > coupon.usage_limit
    ? [`coupon ${code} was given away ${coupon.used_count} of ${coupon.usage_limit} times`]
    : [];
}

/**
 * The card is confirmed. Then webhooks in any order and number race with the browser's return and a repeated
 * submit.
 */
async function webhookAgainstReturn({ world, ledger, chance }: Scene): Promise<void> {
  const cartId =
    (await shopper.makeCart(world, ledger, oneProduct, shopper.pickCircumstances(world, chance))) ??
    undefined;
  const options = { productIds: oneProduct, ...(cartId === undefined ? {} : { cartId }) };
  const key = freshKey();
  const offered = await shopper.purchase(
    world,
    ledger,
    options,
    key,
    shopper.pickCircumstances(world, chance),
  );
  if (!shopper.isOffer(offered)) return;
  const intentRef = shopper.intentOf(offered);
  if (intentRef === null) return;
  if (chance.chance(0.3)) await shopper.confirm(world, ledger, intentRef, '4000000000000002');
  const early = chance.chance(0.3)
    ? shopper.readStatus(world, ledger, offered.orderId, shopper.pickCircumstances(world, chance, 0.2))
    : null;
  await shopper.confirm(world, ledger, intentRef, goodCard);
  const events = await shopper.eventsOf(world, intentRef);
  const copies = events.flatMap((event) => Array.from({ length: chance.between(1, 3) }, () => event));
  await Promise.all([
    early,
    ...chance
      .shuffle(copies)
      .map((event) => shopper.deliver(world, ledger, event, shopper.pickCircumstances(world, chance, 0.15))),
    ...Array.from({ length: chance.between(1, 3) }, () =>
      shopper.readStatus(world, ledger, offered.orderId, shopper.pickCircumstances(world, chance, 0.15)),
    ),
    ...(chance.chance(0.4)
      ? [shopper.purchase(world, ledger, options, key, shopper.pickCircumstances(world, chance, 0.15))]
      : []),
  ]);
  for (const event of events)
    await shopper.deliver(world, ledger, event, { app: chance.int(world.apps.length) });
}

/**
 * One event arrives at both processes concurrently and repeatedly, while both also read the payment
 * themselves. No browser takes part.
 */
async function oneWebhookTwoProcesses({ world, ledger, chance }: Scene): Promise<void> {
  const offered = await shopper.purchase(
    world,
    ledger,
    { productIds: oneProduct },
    freshKey(),
    shopper.pickCircumstances(world, chance),
  );
  if (!shopper.isOffer(offered)) return;
  const intentRef = shopper.intentOf(offered);
  if (intentRef === null) return;
  await shopper.confirm(world, ledger, intentRef, goodCard);
  const event = (await shopper.eventsOf(world, intentRef)).at(-1);
  if (event === undefined) return;
  const deliveries = Array.from({ length: chance.between(2, 5) }, (_, number) => ({
    ...shopper.pickCircumstances(world, chance, 0.1),
    app: number % world.apps.length,
  }));
  const returns = chance.chance(0.5)
    ? world.apps.map((_, app) =>
        shopper.readStatus(world, ledger, offered.orderId, {
          ...shopper.pickCircumstances(world, chance),
          app,
        }),
      )
    : [];
  await Promise.all([...deliveries.map((where) => shopper.deliver(world, ledger, event, where)), ...returns]);
}

/**
 * Two payments of one request both succeed, because the shop canceled the first one without the processor's
 * confirmation. Their events arrive in any order and number at any process. One payment counts, and the other
 * is fully refunded once.
 */
async function unneededPayment({ world, ledger, chance }: Scene): Promise<void> {
  const [key, options] = [freshKey(), { productIds: oneProduct }];
  const first = await offeredIntent({ world, ledger, chance }, options, key);
  if (first === null) return;
  await world.db
    .updateTable('payment')
    .set({ status: 'canceled' })
    .where('intent_ref', '=', first.intentRef)
    .execute();
  const second = await offeredIntent({ world, ledger, chance }, options, key);
  const both = second === null ? [first] : [first, second];
  await Promise.all(both.map(({ intentRef }) => shopper.confirm(world, ledger, intentRef, goodCard)));
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.1);
  const events = (await Promise.all(both.map(({ intentRef }) => shopper.eventsOf(world, intentRef)))).flat();
  const copies = events.flatMap((event) => Array.from({ length: chance.between(1, 3) }, () => event));
  await Promise.all([
    ...chance.shuffle(copies).map((event) => shopper.deliver(world, ledger, event, here())),
    ...both.map(({ orderId }) => shopper.readStatus(world, ledger, orderId, here())),
  ]);
}

/**
 * Several refund decisions for one order, which together may exceed its amount. Up to three people send each
 * concurrently. The processor fails some, before or after making them. Its events arrive in any order and
 * number, before or after the shop's retry.
 */
async function staffRefund({ world, ledger, chance }: Scene): Promise<void> {
  const offered = await offeredIntent({ world, ledger, chance }, { productIds: oneProduct }, freshKey());
  if (offered === null) return;
  const { orderId, intentRef } = offered;
  await shopper.confirm(world, ledger, intentRef, goodCard);
  await shopper.readStatus(world, ledger, orderId, { app: chance.int(world.apps.length) });
  const [isBroken, isLate] = [chance.chance(0.6), chance.chance(0.5)];
  if (isBroken) await staff.breakNextRefund(world, chance.fork('fault'));
  const here = (): shopper.Circumstances => shopper.pickCircumstances(world, chance, 0.1);
  const decisions = Array.from({ length: chance.between(1, 3) }, () => ({
    key: freshKey(),
    orderId,
    amount: chance.pick(amounts),
  }));
  const presses = chance.shuffle(
    decisions.flatMap((decision) => Array.from({ length: chance.between(1, 3) }, () => decision)),
  );
  await Promise.all(presses.map((decision) => staff.refundOrder(world, ledger, decision, here())));
  if (isBroken && isLate)
    await until('the shop has tried again', () => staff.isSent(world, orderId), 5_000).catch(() => undefined);
  const events = await shopper.refundEventsOf(world, intentRef);
  const copies = events.flatMap((event) => Array.from({ length: chance.between(1, 3) }, () => event));
  await Promise.all([
    ...chance.shuffle(copies).map((event) => shopper.deliver(world, ledger, event, here())),
    ...decisions.slice(0, 1).map((decision) => staff.refundOrder(world, ledger, decision, here())),
  ]);
}

const amounts = [500, 2_000, 5_000, null, 1_000_000];

type Offered = { orderId: string; intentRef: string };

async function offeredIntent(
  { world, ledger, chance }: Omit<Scene, 'name'>,
  options: shopper.Options,
  key: string,
): Promise<Offered | null> {
  const offered = await shopper.purchase(world, ledger, options, key, { app: chance.int(world.apps.length) });
  if (!shopper.isOffer(offered)) return null;
  const intentRef = shopper.intentOf(offered);
  return intentRef === null ? null : { orderId: offered.orderId, intentRef };
}
