/**
 * How long an unpaid order holds a coupon use, how many uses one buyer may hold, and what a buyer who returns
 * too late sees.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { billingDetails, buy, cards, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCart } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelOrder, releaseHold } from '#modules/checkout/canceling/cancel-order.ts';
import { defaultHolds } from './coupon-hold.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';

let shop: Shop;
let limited: Shop;
beforeAll(async () => {
  [shop, limited] = await Promise.all([
    aShop({ webhooks: false, runJobs: false }),
    aShop({ webhooks: false, runJobs: false, limits: { holds: defaultHolds } }),
  ]);
});
afterAll(() => Promise.all([shop.stop(), limited.stop()]));

const minute = 60_000;
const limits = { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 };
const newTotal = 'The total is now $149.50. Please check it and try again';
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  shop.travel(ms);
  return work().finally(() => shop.travel(-ms));
};
const sweepAfter = (minutes: number) => later(minutes * minute, () => sweepPayments(shop.deps, limits));
const aCode = async (usageLimit = 1, at = shop): Promise<string> => {
  const code = `HOLD-${randomUUID().slice(0, 8).toUpperCase()}`;
  const expiresAt = new Date(Date.now() + 7 * 86_400_000);
  await at.db
    .insertInto('coupon')
    .values({ code, kind: 'percentage', basis_points: 1_000, usage_limit: usageLimit, expires_at: expiresAt })
    .execute();
  return code;
};
const usesOf = async (code: string) =>
  (await shop.db.selectFrom('coupon').select('used_count').where('code', '=', code).executeTakeFirstOrThrow())
    .used_count;
const holdOf = async (orderId: string) =>
  (
    await shop.db
      .selectFrom('coupon_redemption')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
  )?.state;
const payOrder = (orderId: string, expectedTotal?: number, key: string = randomUUID()) =>
  shop.call(contract.purchaseOrder, {
    headers: { 'idempotency-key': key },
    body: { orderId, ...(expectedTotal === undefined ? {} : { expectedTotal }) },
  });
const paid = async (answer: { orderId: string; client_secret?: string | undefined }) => {
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
};

describe('a use of a code', () => {
  test('is returned 30 minutes after the last attempt, after which the order cannot be paid at that price', async () => {
    const discountCode = await aCode();
    const answer = await buy(shop, { discountCode });
    await sweepAfter(29);
    expect([await usesOf(discountCode), await holdOf(answer.orderId)]).toEqual([1, 'reserved']);
    expect((await sweepAfter(31)).released).toBeGreaterThan(0);
    expect([await usesOf(discountCode), await holdOf(answer.orderId)]).toEqual([0, 'released']);
    expect((await statusOf(shop, answer.orderId)).status).toBe('open');
    await expect(confirm(shop, intentOf(answer))).rejects.toThrow();
  });

  test('is extended by every attempt: a decline keeps it, and the next one restarts the 30 minutes', async () => {
    const discountCode = await aCode();
    const cartId = await aCart(shop);
    const answer = await buy(shop, { cartId, discountCode });
    await confirm(shop, intentOf(answer), cards.declined).catch(() => undefined);
    await later(25 * minute, () => buy(shop, { cartId, discountCode }));
    await sweepAfter(50);
    expect(await holdOf(answer.orderId)).toBe('reserved');
    await sweepAfter(56);
    expect(await holdOf(answer.orderId)).toBe('released');
  });

  test('is returned when the order is canceled', async () => {
    const discountCode = await aCode();
    const { orderId } = await buy(shop, { discountCode });
    await cancelOrder(shop.deps, orderId, 'superseded');
    expect(await usesOf(discountCode)).toBe(0);
  });

  test('is reclaimed by a buyer who returns in time, by the cart and by the order link', async () => {
    const discountCode = await aCode();
    const cartId = await aCart(shop);
    const first = await buy(shop, { cartId, discountCode, expectedTotal: 134.55 });
    await sweepAfter(31);
    const returned = await later(31 * minute, () =>
      buy(shop, { cartId, discountCode, expectedTotal: 134.55 }),
    );
    expect([returned.total, await usesOf(discountCode)]).toEqual([first.total, 1]);
    await sweepAfter(62);
    expect(await usesOf(discountCode)).toBe(0);
    const byLink = await later(62 * minute, () => payOrder(returned.orderId, 134.55));
    expect(byLink).toMatchObject({ orderId: returned.orderId, total: 134.55 });
    expect([await usesOf(discountCode), await holdOf(returned.orderId)]).toEqual([1, 'reserved']);
    await paid(byLink);
    expect(await holdOf(returned.orderId)).toBe('consumed');
  });

  test('that another buyer took meanwhile: returning to the cart shows the new total, and pays it', async () => {
    const discountCode = await aCode();
    const cartId = await aCart(shop);
    const key = randomUUID();
    await buy(shop, { cartId, discountCode, expectedTotal: 134.55 }, key);
    await sweepAfter(31);
    const { orderId: fasterOrderId } = await buy(shop, { discountCode });
    await expect(buy(shop, { cartId, discountCode, expectedTotal: 134.55 }, key)).rejects.toMatchObject({
      status: 409,
      code: 'coupon_exhausted',
      message: `Coupon code exceeded usage limit. ${newTotal}`,
    });
    expect(await holdOf(fasterOrderId)).toBe('reserved');
    await paid(await buy(shop, { cartId, expectedTotal: 149.5 }));
  });

  test('that another buyer took meanwhile: the order link shows the new total before paying', async () => {
    const discountCode = await aCode();
    const { orderId } = await buy(shop, { discountCode });
    await sweepAfter(31);
    await buy(shop, { discountCode });
    const key = randomUUID();
    const pay = (expectedTotal?: number) => later(31 * minute, () => payOrder(orderId, expectedTotal, key));
    await expect(pay()).rejects.toMatchObject({ status: 409, code: 'total_changed', message: newTotal });
    expect(await shop.call(contract.readOrder, { params: { id: orderId } })).toMatchObject({
      total: 149.5,
      discount: 0,
      payable: true,
    });
    await expect(pay(134.55)).rejects.toMatchObject({
      status: 409,
      code: 'total_changed',
      message: newTotal,
    });
    const answer = await pay(149.5);
    expect(answer.total).toBe(149.5);
    await paid(answer);
    expect(await usesOf(discountCode)).toBe(1);
  });

  test('is not returned when the buyer pays or comes back at the same moment', async () => {
    const discountCode = await aCode(2);
    const [payer, returning] = [await buy(shop, { discountCode }), await buy(shop, { discountCode })];
    await confirm(shop, intentOf(payer));
    const idleSince = new Date(Date.now() - minute);
    await shop.db.updateTable('coupon_redemption').set({ updated_at: idleSince }).execute();
    const { gateway } = shop.deps;
    const cancelPayment: typeof gateway.cancelPayment = async (ref) => {
      await shop.db
        .updateTable('coupon_redemption')
        .set({ updated_at: new Date() })
        .where('order_id', '=', returning.orderId)
        .execute();
      return gateway.cancelPayment(ref);
    };
    const deps = { ...shop.deps, gateway: { ...gateway, cancelPayment } };
    expect(
      await Promise.all([payer, returning].map(({ orderId }) => releaseHold(deps, orderId, idleSince))),
    ).toEqual([false, false]);
    expect([
      await holdOf(payer.orderId),
      await holdOf(returning.orderId),
      await usesOf(discountCode),
    ]).toEqual(['consumed', 'reserved', 2]);
  });

  test('is never double-counted or lost when sweeps, returning and new buyers race for the last one', async () => {
    const discountCode = await aCode();
    const carts = await Promise.all(Array.from({ length: 6 }, () => aCart(shop)));
    const buyAll = () => Promise.allSettled(carts.map((cartId) => buy(shop, { cartId, discountCode })));
    const sweep = () => sweepPayments(shop.deps, { ...limits, holdMinutes: 0 });
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([buyAll(), sweep(), sweep()]);
      expect(await checkInvariants(shop.db)).toEqual([]);
    }
  });
});

describe('unpaid orders with a code', () => {
  const email = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;
  const buyWith = (discountCode: string, address: string, from = limited) =>
    buy(from, { discountCode, billingDetails: { ...billingDetails, email: address } });
  const tooMany = {
    status: 429,
    code: 'rate_limited',
    message: 'You have 3 unpaid orders with a discount code. Pay one of them, or try again in 30 minutes',
  };

  test('are at most three per client, across addresses and concurrent requests, not counting paid ones', async () => {
    const codes = await Promise.all(Array.from({ length: 5 }, () => aCode(5, limited)));
    const attempts = await Promise.allSettled(codes.map((code) => buyWith(code, email())));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(tooMany);
    const [code = ''] = codes;
    await expect(buyWith(code, email())).rejects.toMatchObject(tooMany);
    const [first] = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    await confirm(limited, intentOf(first ?? {}));
    expect((await statusOf(limited, first?.orderId ?? '')).status).toBe('paid');
    expect((await buyWith(code, email())).status).toBe('requires_confirmation');
    expect((await buy(limited)).status).toBe('requires_confirmation');
    limited.travel(31 * minute);
    expect((await buyWith(code, email())).status).toBe('requires_confirmation');
    limited.travel(-31 * minute);
  });

  test('are at most three per email address, wherever it is typed', async () => {
    limited.travel(120 * minute);
    const address = email();
    const code = await aCode(9, limited);
    for (let count = 0; count < 3; count += 1)
      await buyWith(code, count === 0 ? address.toUpperCase() : address);
    await limited.db.updateTable('coupon_redemption').set({ client: 'another client' }).execute();
    await expect(buyWith(code, address)).rejects.toMatchObject(tooMany);
    expect((await buyWith(code, email())).status).toBe('requires_confirmation');
    limited.travel(-120 * minute);
  });
});

test('afterwards no invariant is broken', async () => {
  expect([...(await checkInvariants(shop.db)), ...(await checkInvariants(limited.db))]).toEqual([]);
});
