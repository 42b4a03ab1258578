/**
 * A user's orders in pages: each once, newest first, despite changes between two pages, and never another
 * user's.
 */
import type { CallError } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { insertOrders } from '#test/some-orders.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const pageOf = ({ call }: Customer, cursor?: string) =>
  call(contract.listOrders, { query: cursor === undefined ? {} : { cursor } });

async function allOf(
  customer: Customer,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await pageOf(customer, cursor);
    expect(page.data.length).toBeLessThanOrEqual(100);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    await between();
  }
  return ids;
}

test('250 orders, many with the same timestamp, fill three pages, and me has the newest 100 and a cursor', async () => {
  const customer = await aCustomer(shop);
  const ids = await insertOrders(shop.db, customer.userId, 250);
  expect(await allOf(customer)).toEqual(ids);
  const { orders, ordersCursor } = await customer.call(contract.me);
  expect(orders.map(({ id }) => id)).toEqual(ids.slice(0, 100));
  expect(ordersCursor).toBe(ids[99]);
  const second = await pageOf(customer, ordersCursor ?? '');
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(100, 200));
  expect(second.data[0]).toMatchObject({
    status: 'completed',
    orderItems: [{ product: { name: 'EIN filing' } }],
  });
});

test('exactly 100 are one page without a cursor, and so is an empty list', async () => {
  const customer = await aCustomer(shop);
  expect(await pageOf(customer)).toEqual({ data: [], nextCursor: null });
  const ids = await insertOrders(shop.db, customer.userId, 100);
  expect(await allOf(customer)).toEqual(ids);
  expect(await customer.call(contract.me)).toMatchObject({ ordersCursor: null });
});

test('orders placed or canceled between two pages cause neither gaps nor duplicates', async () => {
  const customer = await aCustomer(shop);
  const ids = await insertOrders(shop.db, customer.userId, 210);
  const cursor = ids[99] ?? '';
  const seen = await allOf(customer, async () => {
    await buyAs(customer);
    // The order that the cursor names is canceled but stays in position.
    const canceled = {
      status: 'canceled',
      canceled_at: new Date(),
      accepted_at: null,
      completed_at: null,
    } as const;
    await shop.db.updateTable('shop_order').set(canceled).where('id', '=', cursor).execute();
  });
  expect(seen).toEqual(ids);
});

test('an order of another customer, or an unknown one, is not a valid cursor', async () => {
  const [customer, stranger] = [await aCustomer(shop), await aCustomer(shop)];
  const { orderId } = await buyAs(stranger);
  for (const cursor of [orderId, freshId('ord')]) {
    const refusal = await pageOf(customer, cursor).catch((error: CallError) => error);
    expect(refusal).toMatchObject({ status: 404, code: 'order_not_found' });
  }
  await expect(shop.call(contract.listOrders)).rejects.toMatchObject({ status: 401 });
  await expect(pageOf(customer, 'x')).rejects.toMatchObject({ status: 422 });
});
