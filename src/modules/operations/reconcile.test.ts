/**
 * The operator's report after a reconciliation, manual or scheduled: it names every difference, and a skipped
 * comparison is never shown as "none".
 */
import { freshId } from '#kernel/ids.ts';
import { createLogger } from '#platform/logger.ts';
import { buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeReport, isInOrder, reconcile } from './reconcile.ts';

let shop: Shop;
const outputLines: string[] = [];
beforeAll(async () => {
  shop = await aShop({
    webhooks: false,
    log: createLogger('info', { write: (line: string) => void outputLines.push(line) }),
  });
});
afterEach(() => shop.control('DELETE', '/control/fail-next'));
afterAll(() => shop.stop());

const aPaidOrder = async () => {
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer));
  return answer;
};
const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
  shop.travel(minutes * 60_000);
  return work().finally(() => shop.travel(-minutes * 60_000));
};
const failReads = () =>
  shop.control('POST', '/control/fail-next', {
    where: 'before',
    how: '503',
    times: 200,
    match: 'GET /v1/payment_intents/*',
  });
const readCursor = (name: string) =>
  shop.db.selectFrom('sweep_cursor').select('position').where('name', '=', name).executeTakeFirst();

test('charges that could not be compared leave the difference unknown', async () => {
  await aPaidOrder();
  await failReads();
  const blind = await later(10, () => reconcile(shop.deps, { expireAfterHours: 24, holdMinutes: 30 }));
  expect(describeReport(blind)).toContain('Difference      unknown: 1 could not be compared');
  expect(isInOrder(blind)).toBe(false);
  await shop.control('DELETE', '/control/fail-next');
  const seeing = await later(10, () => reconcile(shop.deps, { expireAfterHours: 24, holdMinutes: 30 }));
  expect(describeReport(seeing)).toContain('Difference      none');
  expect(isInOrder(seeing)).toBe(true);
});

test('a difference is named with its amount and its order', async () => {
  const paidOrder = await aPaidOrder();
  expect((await statusOf(shop, paidOrder.orderId)).status).toBe('paid');
  const { number } = await shop.db
    .selectFrom('shop_order')
    .select('number')
    .where('id', '=', paidOrder.orderId)
    .executeTakeFirstOrThrow();
  const foreignCharges = [paidOrder.orderId, freshId('ord')].map(async (orderId) => {
    const metadata = { order_id: orderId, payment_id: freshId('pay') };
    const { id } = await stripeOf(shop).paymentIntents.create({ amount: 5_000, currency: 'usd', metadata });
    await confirm(shop, id);
    return id;
  });
  const [ofOurs, ofNobody] = await Promise.all(foreignCharges);
  const report = await later(10, () => reconcile(shop.deps, { expireAfterHours: 24, holdMinutes: 30 }));
  expect(isInOrder(report)).toBe(false);
  const lines = describeReport(report).split('\n');
  expect(lines).toContain('Difference      2');
  expect(lines).toContain(`  paid at the processor, unknown here: $50.00 of order S-${number} (${ofOurs})`);
  expect(lines).toContain(`  paid at the processor, unknown here: $50.00 of an unknown order (${ofNobody})`);
});

test('a scheduled run logs its report, and its success and failures are measured', async () => {
  const run = () => shop.db.transaction().execute((tx) => shop.deps.jobs.enqueue(tx, 'sweep-payments', {}));
  await run();
  await until('the sweep has succeeded', () => readCursor('sweep:sweep-payments'));
  const reports = () =>
    outputLines.map((line) => JSON.parse(line)).filter(({ sweep }) => sweep === 'sweep-payments');
  expect(reports()).toMatchObject([{ level: 30, failed: 0 }]);
  await aPaidOrder();
  await failReads();
  await later(10, async () => {
    await run();
    await until('the sweep has failed', async () => reports().some(({ failed }) => failed > 0));
  });
  expect((await shop.metrics.text()).body).toMatch(/sweep_failures_total\{sweep="sweep-payments"\} [1-9]/);
});

test('a scheduled run that cannot list anything is measured as a failure', async () => {
  await shop.control('POST', '/control/fail-next', {
    where: 'before',
    how: '503',
    times: 200,
    match: 'GET /v1/events',
  });
  await shop.db.transaction().execute((tx) => shop.deps.jobs.enqueue(tx, 'fill-event-holes', {}));
  await until('the look is measured', async () =>
    /sweep_failures_total\{sweep="fill-event-holes"\} [1-9]/.test((await shop.metrics.text()).body),
  );
  expect(await readCursor('sweep:fill-event-holes')).toBeUndefined();
});
