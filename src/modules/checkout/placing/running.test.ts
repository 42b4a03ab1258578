/** Several people hold the link of an order: what one of them is paying right now is not cancelled by another. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/admin/invariants.ts';
import { aCart, buy, buyAs, cards, confirm, intentOf, statusOf } from '#test/a-buyer.ts';
import { aCustomer, type Customer } from '#test/a-customer.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

const payOrder = ({ call }: Pick<Customer, 'call'>, orderId: string, key: string = randomUUID()) =>
  call(contract.purchaseOrder, { headers: { 'idempotency-key': key }, body: { orderId } });
const settled = async (answer: { orderId: string; client_secret?: string | undefined }): Promise<void> => {
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
};
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  shop.travel(ms);
  return work().finally(() => shop.travel(-ms));
};

describe('a running attempt of one holder of an order', () => {
  const beingPaid = { status: 409, code: 'order_being_paid', message: 'This order is being paid right now' };
  const minute = 60_000;

  test('is not cancelled by another one, whoever both are; the first goes on and pays', async () => {
    const [owner, other] = [await aCustomer(shop), await aCustomer(shop)];
    const byOwner = () => buyAs(owner);
    const byGuest = () => buy(shop);
    for (const [place, holder] of [
      [byOwner, other],
      [byOwner, shop],
      [byGuest, other],
      [byGuest, shop],
    ] as const) {
      const placed = await place();
      await expect(payOrder(holder, placed.orderId)).rejects.toMatchObject(beingPaid);
      await settled(placed);
    }
  });

  test('is let be for as long as the bank may be asking', async () => {
    const owner = await aCustomer(shop);
    const placed = await buyAs(owner);
    await confirm(shop, intentOf(placed), cards.asksFor3ds);
    await later(10 * minute, () => expect(payOrder(shop, placed.orderId)).rejects.toMatchObject(beingPaid));
    expect((await later(20 * minute, () => payOrder(shop, placed.orderId))).status).toBe('requires_confirmation');
  });

  test('of a link is not cancelled by its owner either, not even by a changed cart', async () => {
    const cartId = await aCart(shop);
    const { orderId } = await buy(shop, { cartId });
    const byLink = await later(2 * minute, () => payOrder(shop, orderId));
    await later(2 * minute, async () => {
      await expect(buy(shop, { cartId })).rejects.toMatchObject(beingPaid);
      await expect(buy(shop, { cartId, productIds: ['itin-application'] })).rejects.toMatchObject(beingPaid);
    });
    await settled(byLink);
  });

  test('is one’s own on every device of the same person, and under the same key of a guest', async () => {
    const owner = await aCustomer(shop);
    const placed = await buyAs(owner);
    expect(await payOrder(owner, placed.orderId)).toEqual(placed);
    const key = randomUUID();
    const byLink = await later(2 * minute, () => payOrder(shop, placed.orderId, key));
    expect(await later(2 * minute, () => payOrder(shop, placed.orderId, key))).toEqual(byLink);
  });

  test('gives way to nobody when three come at once: one pays, the others hear so', { repeats: 5 }, async () => {
    const [owner, one, other] = [await aCustomer(shop), await aCustomer(shop), await aCustomer(shop)];
    const { orderId } = await buyAs(owner);
    const tries = await later(2 * minute, () => Promise.allSettled([one, other, shop].map((holder) => payOrder(holder, orderId))));
    const offered = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(offered).toHaveLength(1);
    for (const attempt of tries) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(beingPaid);
    await settled(offered[0] ?? { orderId });
  });
});

test('after all this no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
