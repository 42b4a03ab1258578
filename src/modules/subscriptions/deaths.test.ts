/**
 * The process dies between any two steps of starting a subscription, before and after each call and each
 * commit. A later run continues: one customer, one subscription, no day unpaid and none paid twice.
 */
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { amount } from '#test/amount.ts';
import { aCustomer, anAccount, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { atProcessor, type Bought, buySubscription, passPeriod, read } from '#test/builders/subscription.ts';
import { Died, killAtStep } from '#test/kill-at-step.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAtProcessor } from './start.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

/** In an ordinary run, every second step, starting at either of the first two; in a full run, every step. */
const [firstPlace, everyPlace] = [Math.floor(Math.random() * amount(3, 1)), amount(3, 1)];

/**
 * Dies at each of these steps in turn, each time with another purchase, and restarts. Returns the state after
 * each.
 */
async function killAtEachStep(
  purchase: () => Promise<Bought>,
  deps: Deps = shop.deps,
  from = firstPlace,
): Promise<Bought[]> {
  const all: Bought[] = [];
  for (let dieAt = from; ; dieAt += everyPlace) {
    const bought = await purchase();
    all.push(bought);
    const life = killAtStep(deps, dieAt);
    const hasDied = await startAtProcessor(life.deps, bought.id).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Died)) throw error;
        return true;
      },
    );
    await startAtProcessor(deps, bought.id);
    if (!hasDied) return all;
  }
}

/** Purchases without exactly one subscription at the processor, with the count. */
const doubled = async (all: Bought[]): Promise<string[]> => {
  const counts = await Promise.all(
    all.map(async (bought) => ({ ...bought, count: (await atProcessor(shop, bought)).length })),
  );
  return counts.filter(({ count }) => count !== 1).map(({ id, count }) => `${id}: ${count}`);
};

const customersOf = async (email: string): Promise<number> =>
  (await stripeOf(shop).customers.list({ email, limit: 100 })).data.length;

test('a guest, whose account is created by the purchase', async () => {
  const emails: string[] = [];
  const all = await killAtEachStep(() => {
    const email = `guest-${emails.length}@example.com`;
    emails.push(email);
    return buySubscription(shop, { email });
  });
  expect(all.length).toBeGreaterThan(14 / everyPlace);
  expect(await doubled(all)).toEqual([]);
  expect(await Promise.all(emails.map(customersOf))).toEqual(emails.map(() => 1));
});

test('a guest whose order waits for the owner of the address, and who buys repeatedly', async () => {
  const { email } = await anAccount(shop);
  const all = await killAtEachStep(() => buySubscription(shop, { email }));
  expect(await doubled(all)).toEqual([]);
  expect(await customersOf(email)).toBe(1);
});

test('a customer, and no day is unpaid or paid twice', async () => {
  let customer: Customer = await aCustomer(shop);
  const people: Customer[] = [];
  const all = await killAtEachStep(async () => {
    customer = await aCustomer(shop);
    people.push(customer);
    return buySubscription(shop, { customer });
  });
  expect(await doubled(all)).toEqual([]);
  expect(await Promise.all(people.map(({ email }) => customersOf(email)))).toEqual(people.map(() => 1));
  await Promise.all(
    all.map(async (bought) => expect(await read(shop, bought)).toMatchObject({ status: 'active' })),
  );
  const [last] = all.slice(-1);
  if (last !== undefined) await passPeriod(shop, last);
  for (const bought of all) {
    const { firstRenewalAt, paidUntil } = await read(shop, bought);
    const renewals = await shop.db
      .selectFrom('invoice')
      .select(['period_start', 'status'])
      .where('subscription_id', '=', bought.id)
      .execute();
    expect(renewals).toEqual([{ period_start: firstRenewalAt, status: 'paid' }]);
    expect(paidUntil > firstRenewalAt).toBe(true);
  }
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('a shop that calls with a new key each time is detected', { tags: ['long'] }, async () => {
  const { gateway } = shop.deps;
  const brokenDeps = {
    ...shop.deps,
    gateway: {
      ...gateway,
      startSubscription: (request: Parameters<typeof gateway.startSubscription>[0]) =>
        gateway.startSubscription({ ...request, generation: Math.floor(performance.now() * 1_000) }),
    },
  };
  expect(
    await doubled([
      ...(await killAtEachStep(() => buySubscription(shop), brokenDeps, 0)),
      ...(await killAtEachStep(() => buySubscription(shop), brokenDeps, 1)),
    ]),
  ).not.toEqual([]);
});
