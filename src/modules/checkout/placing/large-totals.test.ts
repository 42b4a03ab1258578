/**
 * Totals above the payment maximum: rejected before an order exists; an existing order with such a total
 * stays readable everywhere.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { aCart, billingDetails, buy, buyAs } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson, markFactor } from '#test/builders/staff-person.ts';
import { insertOrders } from '#test/some-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let customer: Customer;
let owner: Customer;
const productIds = ['tower-lease', 'tower-sale'];
beforeAll(async () => {
  shop = await aShop();
  customer = await aCustomer(shop);
  owner = await aStaffPerson(shop);
  const product = {
    kind: 'simple' as const,
    position: 1,
    image: '/images/ein.svg',
    active: true,
    price_cents: 60_000_000,
  };
  for (const id of productIds)
    await shop.db
      .insertInto('product')
      .values({ ...product, id, name: id })
      .execute();
});
afterAll(() => shop.stop());

const tooLarge = {
  status: 422,
  code: 'total_too_large',
  message: 'The total is above $999,999.99, the maximum for one payment. Please split it into several orders',
};
const ordersOf = async (): Promise<number> =>
  (await shop.db.selectFrom('shop_order').select('id').execute()).length;

describe('two services of $600,000', () => {
  test('are rejected with a message, for a guest, a customer, and staff, and leave no order', async () => {
    const before = await ordersOf();
    const cartId = await aCart(shop, productIds);
    await expect(buy(shop, { productIds, expectedTotal: 1_200_000 })).rejects.toMatchObject(tooLarge);
    await expect(buy(shop, { productIds, cartId })).rejects.toMatchObject(tooLarge);
    await expect(buyAs(customer, { productIds })).rejects.toMatchObject(tooLarge);
    const headers = { 'idempotency-key': randomUUID() };
    await markFactor(shop, owner, 'fresh');
    const body = { productIds, customerId: customer.userId, billing: billingDetails };
    await expect(owner.call(contract.staffCreateOrder, { headers, body })).rejects.toMatchObject(tooLarge);
    expect(await ordersOf()).toBe(before);
    expect(await shop.call(contract.readCart, { params: { id: cartId } })).toMatchObject({
      cartAmount: 1_200_000,
    });
  });

  test('one of them can be bought', async () => {
    expect(await buyAs(customer, { productIds: ['tower-sale'] })).toMatchObject({
      status: 'requires_confirmation',
      total: 600_000,
    });
  });

  test('fifty services at the highest price are rejected without an error', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => `tower-${at}`);
    const product = {
      kind: 'simple' as const,
      position: 1,
      image: '/images/ein.svg',
      active: true,
      price_cents: 99_999_999,
    };
    await shop.db
      .insertInto('product')
      .values(ids.map((id) => ({ ...product, id, name: id })))
      .execute();
    await expect(buy(shop, { productIds: ids })).rejects.toMatchObject(tooLarge);
    await shop.db
      .insertInto('coupon')
      .values({
        code: 'NEARLYALL',
        kind: 'percentage',
        basis_points: 9_900,
        usage_limit: 5,
        expires_at: new Date('2099-01-01'),
      })
      .execute();
    await expect(buy(shop, { productIds: ids, discountCode: 'NEARLYALL' })).rejects.toMatchObject({
      code: 'total_too_large',
    });
  });
});

test('an order above the limit is shown everywhere, and paying it is rejected with a message', async () => {
  const [id = ''] = await insertOrders(shop.db, customer.userId, 1);
  const total = {
    subtotal_cents: 2_147_483_647,
    total_cents: 2_147_483_647,
    status: 'awaiting_payment' as const,
  };
  await shop.db
    .updateTable('shop_order')
    .set({ ...total, accepted_at: null, completed_at: null })
    .where('id', '=', id)
    .execute();
  await shop.db
    .updateTable('order_item')
    .set({ total_cents: 2_147_483_647 })
    .where('order_id', '=', id)
    .execute();
  const invoice = {
    id: freshId('inv'),
    order_id: id,
    kind: 'order' as const,
    status: 'draft' as const,
    amount_cents: 2_147_483_647,
  };
  await shop.db
    .insertInto('invoice')
    .values({ ...invoice, created_at: new Date() })
    .execute();
  const read = await customer.call(contract.readOrder, { params: { id } });
  expect(read).toMatchObject({ total: 21_474_836.47 });
  const { data } = await customer.call(contract.listOrders, { query: {} });
  expect(data.map((order) => order.id)).toContain(id);
  expect((await customer.call(contract.me)).orders.map((order) => order.id)).toContain(id);
  const { rows } = await owner.call(contract.staffListOrders, { query: { sort: 'highest' } });
  expect(rows[0]).toMatchObject({ id, total: 21_474_836.47 });
  expect(await owner.call(contract.staffReadOrder, { params: { id } })).toMatchObject({
    total: 21_474_836.47,
  });
  expect((await owner.call(contract.staffReadOrderStory, { params: { id } })).moments[0]).toBeDefined();
  expect(
    (await owner.call(contract.staffListOrders, { query: { customer: customer.userId } })).rows[0]?.total,
  ).toBeDefined();
  // Another holder of the link also sees it, and learns at checkout why it cannot be paid.
  expect(await shop.call(contract.readOrder, { params: { id } })).toMatchObject({
    total: 21_474_836.47,
    payable: true,
  });
  const body = { orderId: id };
  await expect(customer.call(contract.purchaseOrder, { headers: {}, body })).rejects.toMatchObject(tooLarge);
});
