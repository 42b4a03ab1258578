/**
 * Which reads go to a replica, and which never do. A second database acts as the replica. Its content differs
 * from the primary's, so a response shows its source, and the connection shows whether it was queried at all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { createLogger } from '#platform/logger.ts';
import { createReplica, type Replica } from '#platform/replica.ts';
import { confirm, buyAs, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { startTcpProxy, type TcpProxy } from '#test/chaos/tcp-proxy.ts';
import { until } from '#test/until.ts';
import { cents } from '#kernel/money.ts';

let standIn: TestDatabase;
let line: TcpProxy;
let replica: Replica;
let shop: Shop;
let owner: Customer;
let orderId: string;
beforeAll(async () => {
  standIn = await aDatabase();
  const url = new URL(standIn.url);
  line = await startTcpProxy({ host: '127.0.0.1', port: Number(url.port) });
  url.port = String(line.port);
  replica = createReplica(url.href, { log: createLogger('silent'), max: 2 });
  shop = await aShop({ replica });
  owner = await aStaffPerson(shop);
  const bought = await buyAs(await aCustomer(shop));
  orderId = bought.orderId;
  await confirm(shop, intentOf(bought));
  await until('it is paid', async () => (await statusOf(shop, orderId)).status === 'paid');
});
afterAll(async () => {
  await shop.stop();
  await replica.stop();
  await line.stop();
  await standIn.close();
});

const readOrderFigures = async () =>
  (await owner.call(contract.staffReadFigures, { query: { days: '30' } })).sales?.orders.now;
async function ordersInFile(): Promise<number> {
  const answer = await fetch(`${shop.origin}${contract.staffExportOrders.path}`, { headers: owner.headers });
  return (await answer.text()).trimEnd().split('\r\n').length - 1;
}

test('selling, refunding, and showing an order use the primary only', async () => {
  await refundOf(shop, orderId, cents(100));
  expect((await owner.call(contract.staffListOrders, { query: {} })).rows).toHaveLength(1);
  await owner.call(contract.staffReadTodo);
  expect(line.open()).toBe(0);
});

test('figures and exports read the replica, and an export is logged in the primary', {
  tags: ['long'],
}, async () => {
  expect(await readOrderFigures()).toBe(0);
  expect(await ordersInFile()).toBe(0);
  expect(line.open()).toBeGreaterThan(0);
  const written = await shop.db
    .selectFrom('audit_log')
    .select('object')
    .where('action', '=', 'orders_exported')
    .execute();
  expect(written).toHaveLength(1);
});

test('an unavailable replica is skipped: the primary answers', { tags: ['long'] }, async () => {
  await line.stop();
  expect(await readOrderFigures()).toBe(1);
  expect(await ordersInFile()).toBe(1);
});
