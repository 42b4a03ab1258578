/**
 * Buying with a new card over HTTP: repeats, second tabs, changed carts, declines and 3-D Secure. Numbers
 * refer to the payment situations.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { aCart, aPurchaseRequest, buy, cards, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const ordersOf = (cartId: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('cart_id', '=', cartId).execute();
const paymentsOf = (orderId: string) =>
  shop.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).execute();

describe('a purchase', () => {
  test("stores the order and the payment before calling the processor, with the server's price", async () => {
    const answer = await buy(shop);
    const [payment] = await paymentsOf(answer.orderId);
    expect(answer.status).toBe('requires_confirmation');
    expect(payment).toMatchObject({
      status: 'open',
      intent_ref: intentOf(answer),
      amount_cents: Math.round(answer.total * 100),
    });
    const price = (await shop.call(contract.listProducts)).find(
      (product) => product.id === 'ein-filing',
    )?.price;
    expect(answer.total).toBe(price);
  });

  test('is paid once the processor confirms, and the cart is completed', async () => {
    const cartId = await aCart(shop);
    const answer = await buy(shop, { cartId });
    await confirm(shop, intentOf(answer));
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await shop.call(contract.readCart, { params: { id: cartId } })).toEqual({
      id: cartId,
      status: 'completed',
    });
  });

  test('6: ten identical submits give one order and one payment', async () => {
    const key = randomUUID();
    const cartId = await aCart(shop);
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(shop, { cartId }, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const orders = await ordersOf(cartId);
    expect(orders).toHaveLength(1);
    expect(await paymentsOf(orders[0]?.id ?? '')).toHaveLength(1);
  });

  test('6: five concurrent requests without a key are one purchase within one cart, and of one customer', async () => {
    const ofCart = aPurchaseRequest({ cartId: await aCart(shop) });
    const customer = await aCustomer(shop);
    for (const purchase of [
      () => shop.call(contract.createAndPurchase, { body: ofCart, headers: {} }),
      () => customer.call(contract.purchase, { body: aPurchaseRequest(), headers: {} }),
    ]) {
      const answers = await Promise.all(Array.from({ length: 5 }, purchase));
      expect(new Set(answers.map((answer) => `${answer.orderId} ${answer.client_secret}`)).size).toBe(1);
    }
  });

  test('two strangers who send the same body without a key share neither an order nor a client secret', async () => {
    const purchase = () => shop.call(contract.createAndPurchase, { body: aPurchaseRequest(), headers: {} });
    const answers = [await purchase(), ...(await Promise.all([purchase(), purchase()]))];
    expect(new Set(answers.map((answer) => answer.orderId)).size).toBe(3);
    expect(new Set(answers.map((answer) => answer.client_secret)).size).toBe(3);
  });

  test('6: a key reused for another purchase is rejected', async () => {
    const key = randomUUID();
    await buy(shop, {}, key);
    await expect(buy(shop, { productIds: ['itin-application'] }, key)).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
  });

  test('7: two tabs that pay the same cart make one order; the later one sees that it is already paid', async () => {
    const cartId = await aCart(shop);
    const [first, second] = await Promise.all([buy(shop, { cartId }), buy(shop, { cartId })]);
    expect(second.orderId).toBe(first.orderId);
    expect(intentOf(second)).toBe(intentOf(first));
    await confirm(shop, intentOf(first));
    await until('the order is paid', async () => (await statusOf(shop, first.orderId)).status === 'paid');
    await expect(buy(shop, { cartId })).rejects.toMatchObject({
      status: 409,
      message: 'This order is already paid',
    });
    expect((await ordersOf(cartId)).filter((order) => order.status === 'in_progress')).toHaveLength(1);
  });

  test('a cart that changes after the first attempt gets a new order; the old payment can no longer be paid', async () => {
    const cartId = await aCart(shop);
    const before = await buy(shop, { cartId });
    const after = await buy(shop, { cartId, productIds: ['ein-filing', 'itin-application'] });
    expect(after.orderId).not.toBe(before.orderId);
    expect((await ordersOf(cartId)).map((order) => order.status).sort()).toEqual([
      'awaiting_payment',
      'canceled',
    ]);
    await expect(confirm(shop, intentOf(before))).rejects.toThrow();
    await confirm(shop, intentOf(after));
    expect((await statusOf(shop, after.orderId)).status).toBe('paid');
  });

  test('12: a total other than the one shown is rejected with the new total, and nothing is stored', async () => {
    const cartId = await aCart(shop);
    await expect(buy(shop, { cartId, expectedTotal: 1 })).rejects.toMatchObject({
      status: 409,
      code: 'total_changed',
      message: expect.stringMatching(/^The total is now \$\d/),
    });
    expect(await ordersOf(cartId)).toEqual([]);
  });

  test('12: a retry after the price rose needs confirmation and is not charged the old total', async () => {
    await shop.db
      .insertInto('product')
      .values({
        id: 'rising',
        name: 'Rising',
        kind: 'simple',
        price_cents: 1_000,
        image: '/x.svg',
        position: 998,
      })
      .execute();
    const key = randomUUID();
    const before = await buy(shop, { productIds: ['rising'], expectedTotal: 10 }, key);
    await shop.db.updateTable('product').set({ price_cents: 1_200 }).where('id', '=', 'rising').execute();
    expect(await buy(shop, { productIds: ['rising'], expectedTotal: 10 }, key)).toEqual(before);
    const after = await buy(shop, { productIds: ['rising'], expectedTotal: 12 }, key);
    expect(after.total).toBe(12);
    expect((await statusOf(shop, before.orderId)).status).toBe('canceled');
  });

  test('15: a total of zero is a free order, paid immediately without the processor', async () => {
    const cartId = await aCart(shop);
    const answer = await buy(shop, { cartId, discountCode: 'FREEORDER' });
    expect(answer).toMatchObject({ status: 'paid', total: 0 });
    expect(answer.client_secret).toBeUndefined();
    expect(await paymentsOf(answer.orderId)).toEqual([]);
    const receipt = await shop.db
      .selectFrom('mail')
      .select('text')
      .where('order_id', '=', answer.orderId)
      .executeTakeFirstOrThrow();
    expect(receipt.text).toContain('Discount (FREEORDER): -$149.50');
  });

  test('15: a total of 1 to 49 cents is rejected with a message, and nothing is stored', async () => {
    await shop.db
      .insertInto('product')
      .values({
        id: 'penny-item',
        name: 'Penny item',
        kind: 'simple',
        price_cents: 49,
        image: '/x.svg',
        position: 999,
      })
      .execute();
    const cartId = await aCart(shop, ['penny-item']);
    await expect(buy(shop, { cartId, productIds: ['penny-item'] })).rejects.toMatchObject({
      status: 422,
      message: 'The total is below $0.50, the smallest amount a card can pay',
    });
    expect(await ordersOf(cartId)).toEqual([]);
  });

  test('17: after a decline another card pays the same payment; coupon and decline are stored', async () => {
    const cartId = await aCart(shop);
    const key = randomUUID();
    const answer = await buy(shop, { cartId, discountCode: 'WELCOME10' }, key);
    await confirm(shop, intentOf(answer), cards.declined).catch(() => undefined);
    const declined = await statusOf(shop, answer.orderId);
    expect(declined).toMatchObject({ status: 'open', message: expect.stringMatching(/declined/) });
    const secondPurchase = await buy(shop, { cartId, discountCode: 'WELCOME10' }, randomUUID());
    expect(intentOf(secondPurchase)).toBe(intentOf(answer));
    await confirm(shop, intentOf(secondPurchase));
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await ordersOf(cartId)).toHaveLength(1);
    const redemption = await shop.db
      .selectFrom('coupon_redemption')
      .selectAll()
      .where('order_id', '=', answer.orderId)
      .execute();
    expect(redemption).toMatchObject([{ state: 'consumed' }]);
  });

  test('18: 3-D Secure abandoned, then failed, then passed: open until the end, then paid, one order', async () => {
    const cartId = await aCart(shop);
    const answer = await buy(shop, { cartId });
    await confirm(shop, intentOf(answer), cards.asksFor3ds);
    expect((await statusOf(shop, answer.orderId)).status).toBe('requires_action');
    await confirm(shop, intentOf(answer), cards.asksFor3ds, 'fail').catch(() => undefined);
    expect((await statusOf(shop, answer.orderId)).status).toBe('open');
    await confirm(shop, intentOf(answer), cards.asksFor3ds, 'pass');
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await ordersOf(cartId)).toHaveLength(1);
  });

  test('an unknown order has no status', async () => {
    await expect(statusOf(shop, `ord_${'x'.repeat(22)}`)).rejects.toMatchObject({
      status: 404,
      message: 'Order not found',
    });
  });
});
