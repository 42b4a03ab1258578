/** What the buyer sees of an unpaid order that was canceled. No job runs here. */
import { contract } from '#contract/contract.ts';
import { aCart, aPurchaseRequest, billingDetails, buy, buyAs } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrder } from './cancel-order.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const emailsOf = (orderId: string) =>
  shop.db
    .selectFrom('mail')
    .select(['kind', 'subject', 'text', 'to_address'])
    .where('order_id', '=', orderId)
    .execute();

test('the customer is notified once, and still finds the order by its link', async () => {
  const customer = await aCustomer(shop);
  const { orderId } = await buyAs(customer);
  expect(await cancelOrder(shop.deps, orderId, 'expired')).toBe(true);
  expect(await cancelOrder(shop.deps, orderId, 'expired')).toBe(true);
  const order = await customer.call(contract.readOrder, { params: { id: orderId } });
  expect(order).toMatchObject({
    status: 'canceled',
    payable: false,
    history: [{ event: 'placed' }, { event: 'canceled', amount: null }],
  });
  const [email, ...others] = await emailsOf(orderId);
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    kind: 'order_canceled',
    subject: `Order ${order.number} was canceled`,
    to_address: billingDetails.email,
  });
  expect(email?.text).toContain(`View the order:\nhttp://shop.example/profile?order=${orderId}`);
  expect((await customer.call(contract.me)).orders).toEqual([]);
});

test("a guest's address may be a stranger’s: it is notified of two such orders in thirty days", async () => {
  const expire = async (email: string): Promise<number> => {
    const { orderId } = await buy(shop, { billingDetails: { ...billingDetails, email } });
    await cancelOrder(shop.deps, orderId, 'expired');
    return (await emailsOf(orderId)).length;
  };
  const counts = [];
  for (const email of ['stranger@example.com', 'Stranger@example.com', 'stranger@example.com'])
    counts.push(await expire(email));
  expect(counts).toEqual([1, 1, 0]);
  shop.travel(31 * 86_400_000);
  expect(await expire('stranger@example.com')).toBe(1);
  shop.travel(-31 * 86_400_000);
});

test('a replaced order is in the history, without a notification', async () => {
  const cartId = await aCart(shop);
  const { orderId } = await buy(shop, { cartId });
  await buy(shop, { cartId, productIds: [...aPurchaseRequest().productIds, 'itin-application'] });
  const events = await shop.db
    .selectFrom('order_event')
    .select(['kind', 'mail_id'])
    .where('order_id', '=', orderId)
    .execute();
  expect(events).toEqual([{ kind: 'canceled', mail_id: null }]);
  expect(await emailsOf(orderId)).toEqual([]);
});

test('every invariant holds', async () => expect(await checkInvariants(shop.db)).toEqual([]));
