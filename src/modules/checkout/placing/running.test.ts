/** Several holders of an order's link: one holder's payment in progress is not canceled by another. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { aCart, buy, buyAs, cards, confirm, intentOf, saveCard, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
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

const minute = 60_000;
const paymentInProgress = {
  status: 409,
  code: 'order_being_paid',
  message: expect.stringMatching(
    /^This order is being paid right now\. If that payment does not succeed, you can pay at \d{1,2}:\d\d\s[AP]M\s(?:[A-Z]{3,4}|GMT[+-][\d:]+)$/,
  ),
};
const intentState = async (intentRef: string) => (await shop.deps.gateway.readPayment(intentRef))?.state;
const paidPayments = async (orderId: string) =>
  (await shop.db.selectFrom('payment').select('status').where('order_id', '=', orderId).execute()).filter(
    ({ status }) => ['succeeded', 'duplicate', 'review'].includes(status),
  );

describe('after a declined card', () => {
  test('another holder pays immediately, and the declined payment was canceled before', async () => {
    for (const holder of [await aCustomer(shop), shop]) {
      const first = await buy(shop);
      await expect(payOrder(holder, first.orderId)).rejects.toMatchObject(paymentInProgress);
      await confirm(shop, intentOf(first), cards.declined);
      const next = await payOrder(holder, first.orderId);
      expect(intentOf(next)).not.toBe(intentOf(first));
      expect(await intentState(intentOf(first))).toBe('canceled');
      await expect(confirm(shop, intentOf(first))).rejects.toThrow();
      await expect(payOrder(shop, first.orderId)).rejects.toMatchObject(paymentInProgress);
      await settled(next);
    }
  });

  test("the same applies after a failed 3-D Secure check, and to the buyer's cart after another holder's decline", async () => {
    const failed = await buy(shop);
    await confirm(shop, intentOf(failed), cards.asksFor3ds, 'fail');
    await settled(await payOrder(shop, failed.orderId));
    const cartId = await aCart(shop);
    const placed = await buy(shop, { cartId });
    const byLink = await later(2 * minute, () => payOrder(shop, placed.orderId));
    await confirm(shop, intentOf(byLink), cards.declined);
    await later(2 * minute, async () => {
      const own = await buy(shop, { cartId });
      expect([own.orderId, await intentState(intentOf(byLink))]).toEqual([placed.orderId, 'canceled']);
      await settled(own);
    });
  });

  test('the same holder retries with another card: the earlier decline does not end that attempt', async () => {
    const [owner, other] = [await aCustomer(shop), await aCustomer(shop)];
    const key = randomUUID();
    const first = await buyAs(owner, {}, key);
    await confirm(shop, intentOf(first), cards.declined);
    expect(intentOf(await buyAs(owner, {}, key))).toBe(intentOf(first));
    await expect(payOrder(other, first.orderId)).rejects.toMatchObject(paymentInProgress);
    await confirm(shop, intentOf(first), cards.declined);
    await settled(await payOrder(other, first.orderId));
  });

  test('a declined saved card does not block either', async () => {
    const owner = await aCustomer(shop);
    const paymentMethodId = await saveCard(shop, owner, cards.savedThenDeclined);
    await expect(buyAs(owner, { paymentMethodId })).rejects.toMatchObject({ code: 'card_declined' });
    const { id } = await shop.db
      .selectFrom('shop_order')
      .select('id')
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    await settled(await payOrder(shop, id));
  });

  test('the declined holder and the next one pay concurrently: one card is charged', {
    repeats: 9,
  }, async () => {
    const first = await buy(shop);
    await confirm(shop, intentOf(first), cards.declined);
    const [secondConfirm, taken] = await Promise.allSettled([
      confirm(shop, intentOf(first)),
      payOrder(shop, first.orderId),
    ]);
    const next = taken.status === 'fulfilled' && taken.value.client_secret !== undefined ? taken.value : null;
    if (next === null) {
      expect(secondConfirm.status).toBe('fulfilled');
      if (taken.status === 'rejected') expect(taken.reason).toMatchObject({ code: 'order_already_paid' });
    } else {
      expect(await intentState(intentOf(first))).toBe('canceled');
      await confirm(shop, intentOf(next));
    }
    expect((await statusOf(shop, first.orderId)).status).toBe('paid');
    expect(await paidPayments(first.orderId)).toEqual([{ status: 'succeeded' }]);
  });

  test('of three concurrent holders one takes the order over, and each earlier payment is canceled', {
    repeats: 3,
  }, async () => {
    const first = await buy(shop);
    await confirm(shop, intentOf(first), cards.declined);
    const holders = [await aCustomer(shop), await aCustomer(shop), shop];
    const attempts = await Promise.allSettled(holders.map((holder) => payOrder(holder, first.orderId)));
    const offered = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(offered).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(paymentInProgress);
    const open = await shop.db
      .selectFrom('payment')
      .select('intent_ref')
      .where('order_id', '=', first.orderId)
      .where('status', '<>', 'canceled')
      .execute();
    expect(open).toEqual([{ intent_ref: intentOf(offered[0] ?? first) }]);
    await settled(offered[0] ?? first);
  });
});

test('the page shows when another attempt can succeed: 90 s for a card, 15 min for a bank, rounded up', async () => {
  const untilOf = async (orderId: string): Promise<string> => {
    const answer = await fetch(`${shop.origin}${contract.purchaseOrder.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ orderId }),
    });
    const detail = JSON.parse(answer.headers.get('x-error-detail') ?? 'null') as {
      values: { time: { time: string } };
    };
    return detail.values.time.time;
  };
  const placed = await buy(shop);
  const { created_at: at } = await shop.db
    .selectFrom('purchase_request')
    .select('created_at')
    .where('order_id', '=', placed.orderId)
    .executeTakeFirstOrThrow();
  const roundedUp = (ms: number) => new Date(Math.ceil((at.getTime() + ms) / minute) * minute).toISOString();
  expect(await untilOf(placed.orderId)).toBe(roundedUp(1.5 * minute));
  await confirm(shop, intentOf(placed), cards.asksFor3ds);
  expect(await untilOf(placed.orderId)).toBe(roundedUp(15 * minute));
});

describe('a running attempt of one holder of an order', () => {
  test("is not canceled by any holder's other attempt; the first one continues and pays", async () => {
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
      await expect(payOrder(holder, placed.orderId)).rejects.toMatchObject(paymentInProgress);
      await settled(placed);
    }
  });

  test('is protected for as long as the bank may be asking', async () => {
    const owner = await aCustomer(shop);
    const placed = await buyAs(owner);
    await confirm(shop, intentOf(placed), cards.asksFor3ds);
    await later(10 * minute, () =>
      expect(payOrder(shop, placed.orderId)).rejects.toMatchObject(paymentInProgress),
    );
    expect((await later(20 * minute, () => payOrder(shop, placed.orderId))).status).toBe(
      'requires_confirmation',
    );
  });

  test('by link is not canceled by its owner either, not even by a changed cart', async () => {
    const cartId = await aCart(shop);
    const { orderId } = await buy(shop, { cartId });
    const byLink = await later(2 * minute, () => payOrder(shop, orderId));
    await later(2 * minute, async () => {
      await expect(buy(shop, { cartId })).rejects.toMatchObject(paymentInProgress);
      await expect(buy(shop, { cartId, productIds: ['itin-application'] })).rejects.toMatchObject(
        paymentInProgress,
      );
    });
    await settled(byLink);
  });

  test('is shared by all devices of one customer, and by the same key of a guest', async () => {
    const owner = await aCustomer(shop);
    const placed = await buyAs(owner);
    expect(await payOrder(owner, placed.orderId)).toEqual(placed);
    const key = randomUUID();
    const byLink = await later(2 * minute, () => payOrder(shop, placed.orderId, key));
    expect(await later(2 * minute, () => payOrder(shop, placed.orderId, key))).toEqual(byLink);
  });

  test('is not displaced by three concurrent attempts: one pays, the others are notified', {
    repeats: 5,
  }, async () => {
    const [owner, one, other] = [await aCustomer(shop), await aCustomer(shop), await aCustomer(shop)];
    const { orderId } = await buyAs(owner);
    const attempts = await later(2 * minute, () =>
      Promise.allSettled([one, other, shop].map((holder) => payOrder(holder, orderId))),
    );
    const offered = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(offered).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(paymentInProgress);
    await settled(offered[0] ?? { orderId });
  });
});

test('afterwards no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
