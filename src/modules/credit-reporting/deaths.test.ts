/**
 * The process dies randomly between any two steps of a send, while purchases are reported, refunded, and
 * decided on at the bureau. Two processes may run concurrently. The next one continues, until Factiiv's
 * records match ours, each purchase once.
 */
import { cents } from '#kernel/money.ts';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import { checkInvariants } from '#modules/admin/invariants.ts';
import { requestRefund, sendRefund } from '#modules/payments/refunds.ts';
import type { Deps } from '#platform/deps.ts';
import { activityDifferences } from '#test/activities-beside-ours.ts';
import { amount } from '#test/amount.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { acceptAll, type BookTrade, bookOf, connected, type Connected } from '#test/builders/connection.ts';
import { aCreditBuyer, buyOnAccount } from '#test/builders/credit-buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { freshSeed, type Random, random } from '#test/chaos/random.ts';
import { Died, killAtStep } from '#test/kill-at-step.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as connections from './connection-store.ts';
import { collect } from './facts-store.ts';
import { readDecisions } from './reading.ts';
import { reportQueued } from './report.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ factiiv: true, runJobs: false, webhooks: false });
});
afterAll(() => shop.stop());

/**
 * The expected final state at Factiiv, in whole dollars: the amount of each purchase; 0 is withdrawn or was
 * never sent.
 */
type Expected = Map<string, number>;

async function aPurchase({ customer }: Connected, expected: Expected): Promise<string> {
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  await statusOf(shop, answer.orderId);
  const { total_cents: total } = await shop.db
    .selectFrom('shop_order')
    .select('total_cents')
    .where('id', '=', answer.orderId)
    .where('status', '=', 'in_progress')
    .executeTakeFirstOrThrow();
  expected.set(answer.orderId, total / 100);
  return answer.orderId;
}

async function aRefund(orderId: string, expected: Expected, chance: Random): Promise<void> {
  const part = chance.chance(0.5) ? cents(1_000) : null;
  const { refundId } = await requestRefund(shop.deps, { orderId, amount: part, requestKey: null });
  await sendRefund(shop.deps, refundId);
  expected.set(orderId, part === null ? 0 : (expected.get(orderId) ?? 0) - 10);
}

/**
 * Buys on account and cancels the previous purchase, so that its invoice is voided, whether or not it was
 * already reported.
 */
async function anAccountMoves({ customer }: Connected, owed: string[], chance: Random): Promise<void> {
  if (owed.length < 3) owed.push((await buyOnAccount(shop, customer)).orderId);
  const canceled = chance.chance(0.6) ? owed.splice(chance.int(owed.length), 1) : [];
  for (const orderId of canceled) await cancelCreditOrder(shop.deps, orderId);
}

/** One process for a while: it collects facts, sends, reads decisions, and may die at any point. */
async function aLife(deps: Deps, { customer }: Connected): Promise<void> {
  const connection = await connections.findOf(shop.db, customer.userId);
  if (connection === null) throw new Error('the connection is gone');
  try {
    await deps.db
      .transaction()
      .execute((tx) => collect(tx, { userId: customer.userId, now: deps.clock.now() }));
    await reportQueued(deps, connection.id, 20);
    await readDecisions(deps, connection);
  } catch (error) {
    if (!(error instanceof Died)) throw error;
  }
}

/** Expires all leases and back-off delays, as after ninety seconds and an hour. */
async function ageRows(): Promise<void> {
  await shop.db
    .updateTable('bureau_report')
    .set({ leased_until: null })
    .where('leased_until', 'is not', null)
    .execute();
  await shop.db
    .updateTable('bureau_connection')
    .set({ next_send_at: null })
    .where('next_send_at', 'is not', null)
    .execute();
}

const longestLife = 24;

async function aSchedule(deps: Deps, chance: Random): Promise<{ person: Connected; expected: Expected }> {
  const hasAccount = chance.chance(0.5);
  const person = await connected(shop, await (hasAccount ? aCreditBuyer(shop) : aCustomer(shop)));
  const [expected, orders, owed]: [Expected, string[], string[]] = [new Map(), [], []];
  for (let round = chance.between(1, 3); round > 0; round -= 1) {
    if (hasAccount) await anAccountMoves(person, owed, chance);
    for (let more = chance.between(1, 2); more > 0; more -= 1) orders.push(await aPurchase(person, expected));
    const lives = Array.from(
      { length: chance.between(1, 2) },
      () => killAtStep(deps, chance.int(longestLife)).deps,
    );
    await Promise.all(lives.map((life) => aLife(life, person)));
    const paid = orders.filter((orderId) => (expected.get(orderId) ?? 0) > 20);
    if (paid.length > 0 && chance.chance(0.4)) await aRefund(chance.pick(paid), expected, chance);
    if (chance.chance(0.3)) await acceptAll(shop);
    if (chance.chance(0.7)) await ageRows();
  }
  // A line that was not accepted yet takes no charge.
  for (let more = hasAccount ? 2 : 1; more > 0; more -= 1) {
    await ageRows();
    await aLife(deps, person);
    if (hasAccount) await acceptAll(shop);
  }
  return { person, expected };
}

/** The differences between our records and the bureau's. */
async function differences(person: Connected, expected: Expected): Promise<string[]> {
  const book = await bookOf(shop, person.business.businessId);
  const activities = await activityDifferences(shop.db, person.business.businessId, book);
  return [
    ...(await differencesOfPurchases(book, expected)),
    ...activities,
    ...(await differencesOfAccount(person, book)),
  ];
}

/**
 * Differences of the line: its balance, and charges of voided invoices, which must be withdrawn or never
 * sent.
 */
async function differencesOfAccount(
  { customer: { userId } }: Connected,
  book: BookTrade[],
): Promise<string[]> {
  const account = await shop.db
    .selectFrom('credit_account')
    .select('owed_cents')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const lines = book.filter(({ typeDesc }) => typeDesc === 'borrow');
  if (account === undefined) return [];
  if (lines.length !== 1) return [`the line is there ${lines.length} times`];
  const [balanceAtBureau, expectedBalance] = [lines[0]?.balance, Math.round(account.owed_cents / 100)];
  const voided = await shop.db
    .selectFrom('reporting_item')
    .innerJoin('invoice', 'invoice.id', 'reporting_item.invoice_id')
    .select(['reporting_item.fact', 'reporting_item.state'])
    .where('reporting_item.user_id', '=', userId)
    .where('reporting_item.kind', '=', 'charge')
    .where('invoice.status', '=', 'void')
    .where('reporting_item.state', 'not in', ['withdrawn', 'not_reported'])
    .execute();
  return [
    ...(balanceAtBureau === expectedBalance
      ? []
      : [`the line: ${balanceAtBureau} over there, ${expectedBalance} here`]),
    ...voided.map(({ fact, state }) => `${fact} is of a voided invoice, and is ${state}`),
  ];
}

async function differencesOfPurchases(book: BookTrade[], expected: Expected): Promise<string[]> {
  const numbers = await shop.db
    .selectFrom('shop_order')
    .select(['id', 'number'])
    .where('id', 'in', [...expected.keys()])
    .execute();
  return numbers.flatMap(({ id, number }) => {
    const trades = book.filter(({ relationDescription }) => relationDescription === `Purchase S-${number}`);
    const counted = trades.filter(({ withdrawnAt }) => withdrawnAt === null).map((trade) => trade.amount);
    const expectedBalance = Math.round(expected.get(id) ?? 0);
    if (trades.length > 1) return [`S-${number} is there ${trades.length} times`];
    return JSON.stringify(counted) === JSON.stringify(expectedBalance === 0 ? [] : [expectedBalance])
      ? []
      : [`S-${number}: ${counted} over there, ${expectedBalance} here`];
  });
}

async function run(deps: Deps, seed: number, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let number = 0; number < count && found.length === 0; number += 1) {
    const { person, expected } = await aSchedule(deps, random(seed).fork(number));
    found.push(
      ...(await differences(person, expected)).map((difference) => `schedule ${number}: ${difference}`),
    );
  }
  return found;
}

test('after a crash at any point, both books agree in the end', async () => {
  const seed = freshSeed();
  expect(await run(shop.deps, seed, amount(6, 500)), `seed ${seed}`).toEqual([]);
  expect(await checkInvariants(shop.db)).toEqual([]);
}, 1_200_000);

test('a shop that does not look up a lost response is detected', { tags: ['long'] }, async () => {
  const { bureau } = shop.deps;
  if (bureau === null) throw new Error('there is no bureau');
  const withEmptyBureau = { ...shop.deps, bureau: { ...bureau, trades: async function* () {} } };
  expect((await run(withEmptyBureau, freshSeed(), 60)).join('\n')).toMatch(/is there \d times/);
});
