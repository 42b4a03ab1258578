/**
 * Factiiv outages: every fault, before and after its effect, while a customer connects, reads the score,
 * sends, or looks up a lost answer. Each yields a written message for the customer, no duplicate sends, and
 * recovery without a restart.
 */
import { contract } from '#contract/contract.ts';
import { buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { bureauAt } from '#test/builders/bureau.ts';
import { aFactiivBusiness, bookOf, connectAs, connected } from '#test/builders/connection.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { syncInTurn } from './sync.ts';

/** The adapter's timeout, short so that a hang ends soon. */
const timeoutMs = 300;
const unavailable =
  'Factiiv is not responding right now. Your purchases are saved and will be sent once it responds';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ factiiv: true, runJobs: false });
  shop.deps.bureau = bureauAt(shop.sandbox.factiivOrigin, timeoutMs);
});
afterEach(() => shop.control('DELETE', '/control/factiiv/fail-next'));
afterAll(() => shop.stop());

const faults = [
  { how: 'delay', delay_ms: 5_000 },
  { how: 'timeout' },
  { how: 'reset' },
  { how: '500' },
  { how: 'html' },
  { how: 'broken_json' },
] as const;
const cells = faults.flatMap((fault) =>
  (['before', 'after'] as const).map(
    (where) => [`${fault.how}, ${where} the effect`, { ...fault, where }] as const,
  ),
);

/** The worst case of each kind, included in every run. */
const inEveryRun = ['reset, after the effect', 'html, before the effect'];
const tagsOf = (name: string) => ({ tags: inEveryRun.includes(name) ? [] : ['long'] });

const arm = (fault: object, match: string, times = 1) =>
  shop.control('POST', '/control/factiiv/fail-next', { ...fault, match, times });
const rowOf = ({ userId }: Pick<Customer, 'userId'>) =>
  shop.db
    .selectFrom('bureau_connection')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();

async function aPurchase(customer: Customer): Promise<string> {
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return answer.orderId;
}

describe('while a customer connects', () => {
  for (const [name, fault] of cells)
    test(name, tagsOf(name), async () => {
      const customer = await aCustomer(shop);
      const business = await aFactiivBusiness(shop, customer.userId);
      await arm(fault, 'GET /api/v1/me');
      await expect(connectAs(customer, business)).rejects.toThrow(unavailable);
      expect(await rowOf(customer)).toBeUndefined();
      await connectAs(customer, business);
      expect(await rowOf(customer)).toMatchObject({ state: 'connected' });
    });
});

describe('while the score is read', () => {
  for (const [name, fault] of cells)
    test(name, tagsOf(name), async () => {
      const { customer, business } = await connected(shop, await aCustomer(shop));
      await shop.control('POST', `/control/factiiv/scores/${business.businessId}`, { score: 620 });
      await customer.call(contract.refreshCreditScore);
      await arm(fault, 'GET /api/v1/scores*');
      await expect(customer.call(contract.refreshCreditScore)).rejects.toThrow(unavailable);
      const { business: read } = await customer.call(contract.readCreditScore, {
        params: { id: customer.userId },
      });
      expect(read.factiiv.value).toBe(620);
      expect((await customer.call(contract.refreshCreditScore)).business.factiiv.value).toBe(620);
    });
});

describe('while a purchase is sent', () => {
  for (const [name, fault] of cells)
    test(name, tagsOf(name), async () => {
      const customer = await aCustomer(shop);
      const orderId = await aPurchase(customer);
      const { business } = await connected(shop, customer);
      await arm(fault, 'POST /api/v1/trades');
      await expect(customer.call(contract.syncTrades)).rejects.toThrow(unavailable);
      const [report] = (await customer.call(contract.listReports, { query: { orderId } })).data;
      expect(report).toMatchObject({ state: 'sent', sentAt: null, fields: { typeDesc: 'buysell' } });
      const {
        id,
        next_send_at: next,
        failures,
      } = (await rowOf(customer)) ?? { id: '', next_send_at: null, failures: 0 };
      expect(failures).toBe(1);
      expect((next?.getTime() ?? 0) - shop.deps.clock.now().getTime()).toBeGreaterThan(30_000);
      await syncInTurn(shop.deps, id);
      expect((await rowOf(customer))?.failures, 'it is not asked before its time').toBe(1);
      expect(await customer.call(contract.syncTrades)).toEqual({ sent: 1, waiting: 0 });
      expect(await bookOf(shop, business.businessId)).toHaveLength(1);
    });
});

describe('while a lost response is looked up', () => {
  for (const [name, fault] of cells)
    test(name, tagsOf(name), async () => {
      const customer = await aCustomer(shop);
      await aPurchase(customer);
      const { business } = await connected(shop, customer);
      await arm({ how: 'reset', where: 'after' }, 'POST /api/v1/trades');
      await expect(customer.call(contract.syncTrades)).rejects.toThrow(unavailable);
      await arm(fault, 'GET /api/v1/trades/history*');
      await expect(customer.call(contract.syncTrades)).rejects.toThrow(unavailable);
      expect(await customer.call(contract.syncTrades)).toEqual({ sent: 1, waiting: 0 });
      expect(await bookOf(shop, business.businessId)).toHaveLength(1);
    });
});

test('rate-limited calls wait for as long as Factiiv demands', async () => {
  const customer = await aCustomer(shop);
  await aPurchase(customer);
  const { business } = await connected(shop, customer);
  await shop.control('PUT', '/control/factiiv/settings', { requests_per_minute: 1 });
  await customer.call(contract.refreshCreditScore).catch(() => undefined);
  await expect(customer.call(contract.syncTrades)).rejects.toThrow(unavailable);
  const next = (await rowOf(customer))?.next_send_at?.getTime() ?? 0;
  expect(next - shop.deps.clock.now().getTime()).toBeLessThanOrEqual(60_000);
  await shop.control('PUT', '/control/factiiv/settings', { requests_per_minute: null });
  expect(await customer.call(contract.syncTrades)).toEqual({ sent: 1, waiting: 0 });
  expect(await bookOf(shop, business.businessId)).toHaveLength(1);
});
