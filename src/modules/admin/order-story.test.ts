/** What an operator can read and do about one order, and how to rebuild it after the database lost it. */
import { adopt } from '#modules/checkout/rebuild-order-from-payment.ts';
import { completeOrder, alertOnOverdue } from '#modules/fulfillment/service.ts';
import { seed } from '#db/seeds/seed.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { aDatabase } from '#test/builders/database.ts';
import { buy, cards, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { describeStory, readOrderStory } from './order-story.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

async function aPaidOrder(discountCode?: string): Promise<{ orderId: string; intent: string }> {
  const answer = await buy(shop, discountCode === undefined ? {} : { discountCode });
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, intent: intentOf(answer) };
}

const attemptsOf = (orderId: string) =>
  shop.db
    .selectFrom('payment_attempt')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['outcome', 'decline_code', 'bank_message', 'three_d_secure', 'request_ref', 'attempt_ref'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('attempt_ref')
    .execute();

test('each payment attempt is one row: code, bank message, 3-D Secure, and request', async () => {
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer), cards.declined);
  await confirm(shop, intentOf(answer), '4000000000009995');
  await confirm(shop, intentOf(answer), cards.asksFor3ds, 'fail');
  await confirm(shop, intentOf(answer), cards.asksFor3ds, 'pass');
  const attempts = await until('the four are written down', async () => {
    await statusOf(shop, answer.orderId);
    const found = await attemptsOf(answer.orderId);
    return found.length === 4 && found;
  });
  const byOutcome = new Map(
    attempts.map((attempt) => [`${attempt.outcome} ${attempt.decline_code ?? ''}`.trim(), attempt]),
  );
  expect([...byOutcome.keys()].toSorted()).toEqual([
    'authentication_failed payment_intent_authentication_failure',
    'declined generic_decline',
    'declined insufficient_funds',
    'succeeded',
  ]);
  expect(byOutcome.get('declined insufficient_funds')).toMatchObject({
    bank_message: expect.stringContaining('insufficient funds'),
  });
  expect(byOutcome.get('succeeded')).toMatchObject({
    three_d_secure: 'authenticated',
    attempt_ref: expect.stringMatching(/^ch_/),
  });
  const story = describeStory(
    (await readOrderStory(shop.db, answer.orderId)) ?? { head: [], events: [] },
  ).join('\n');
  for (const part of [
    'in_progress',
    'insufficient_funds',
    '3-D Secure: authenticated',
    'invoice issued',
    'INV-',
    'email receipt',
    'webhook ',
  ])
    expect(story).toContain(part);
  expect(story).toContain(intentOf(answer));
  expect((await shop.metrics.text()).body).toMatch(/payment_declines_total\{code="insufficient_funds"\} 1/);
});

test('an attempt names the request that made it', async () => {
  const answer = await buy(shop);
  await stripeOf(shop).paymentIntents.confirm(intentOf(answer), {
    payment_method: 'pm_card_visa',
    return_url: 'http://shop.example/',
  });
  const [attempt] = await until('the request is written down', async () => {
    const found = await attemptsOf(answer.orderId);
    return found.some(({ request_ref: ref }) => ref !== null) && found;
  });
  expect(attempt).toMatchObject({ outcome: 'succeeded', request_ref: expect.stringMatching(/^req_/) });
});

test('a name cannot move the terminal cursor', async () => {
  const { orderId } = await aPaidOrder();
  await shop.db
    .updateTable('shop_order')
    .set({ first_name: 'Eve\u001b[2J' })
    .where('id', '=', orderId)
    .execute();
  const story = await readOrderStory(shop.db, orderId);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts that there are none.
  expect(story && describeStory(story).join('')).not.toMatch(/[\u0000-\u001f]/);
});

describe('completing an order', () => {
  test('notifies its buyer once, and only for an order in progress', async () => {
    const { orderId } = await aPaidOrder();
    expect(await completeOrder(shop.deps, orderId)).toMatchObject({
      number: expect.stringMatching(/^S-\d+$/),
      to: 'kofi@example.com',
    });
    await expect(completeOrder(shop.deps, orderId)).rejects.toMatchObject({ code: 'order_not_in_progress' });
    const emails = await shop.db
      .selectFrom('mail')
      .select(['kind', 'subject'])
      .where('order_id', '=', orderId)
      .execute();
    expect(emails.filter(({ kind }) => kind === 'order_completed')).toEqual([
      { kind: 'order_completed', subject: expect.stringMatching(/^Order S-\d+ is complete$/) },
    ]);
    expect(
      await shop.db.selectFrom('shop_order').select('status').where('id', '=', orderId).execute(),
    ).toEqual([{ status: 'completed' }]);
    const entries = shop.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('object', '=', orderId);
    expect(await entries.where('actor_id', 'is not', null).execute()).toEqual([
      { action: 'order_completed', actor_id: 'terminal' },
    ]);
  });
  test('is rejected before it is paid', async () => {
    const { orderId } = await buy(shop);
    await expect(completeOrder(shop.deps, orderId)).rejects.toMatchObject({ code: 'order_not_in_progress' });
  });
  test('an order with subscriptions only is complete with its payment', async () => {
    const answer = await buy(shop, { productIds: ['us-business-address'] });
    await confirm(shop, intentOf(answer));
    await until('it is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
    expect(
      await shop.db.selectFrom('shop_order').select('status').where('id', '=', answer.orderId).execute(),
    ).toEqual([{ status: 'completed' }]);
  });
  test('work open for more than 60 days raises an alarm', async () => {
    const { orderId } = await aPaidOrder();
    await shop.db
      .updateTable('shop_order')
      .set({ accepted_at: new Date(Date.now() - 61 * 86_400_000) })
      .where('id', '=', orderId)
      .execute();
    await alertOnOverdue(shop.deps);
    expect(
      await shop.db.selectFrom('alarm').select('subject').where('kind', '=', 'order_overdue').execute(),
    ).toEqual([{ subject: orderId }]);
  });
});

describe('one of our charges that is missing in the database', () => {
  test('is restored with its order, invoice, and receipt, and every invariant holds', async () => {
    const { orderId, intent } = await aPaidOrder('WELCOME10');
    // As after restoring a backup from before the purchase: the same shop, without the order.
    const restored = await aDatabase();
    await seed(restored.db, new Date());
    const jobs = await createJobs({ databaseUrl: restored.url, log: shop.deps.log });
    const deps = { ...shop.deps, db: restored.db, jobs };
    expect(await adopt(deps, intent, 'kofi@example.com')).toMatchObject({ orderId, status: 'succeeded' });
    const order = await deps.db
      .selectFrom('shop_order')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      status: 'in_progress',
      subtotal_cents: 14_950,
      discount_cents: 1_495,
      total_cents: 13_455,
    });
    expect(
      await deps.db.selectFrom('mail').select('kind').where('order_id', '=', orderId).execute(),
    ).toContainEqual({ kind: 'receipt' });
    expect(await checkInvariants(deps.db)).toEqual([]);
    await expect(adopt(deps, intent, null)).rejects.toMatchObject({ code: 'adoption_refused' });
    await jobs.stop({ timeoutMs: 5_000 });
    await restored.close();
  });
  test('is ignored when another shop of the account made it, and raises no alarm', async () => {
    const metadata = { order_id: 'ord_of_another', payment_id: 'pay_of_another', shop_id: 'shop_of_another' };
    const { id } = await stripeOf(shop).paymentIntents.create({ amount: 5_000, currency: 'usd', metadata });
    await confirm(shop, id);
    await expect(adopt(shop.deps, id, null)).rejects.toThrow(`${id} does not belong to this shop`);
  });
});
