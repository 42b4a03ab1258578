/** Situation 14: of all buyers who race for the last uses of a coupon, exactly the limit succeeds. */
import { randomUUID } from 'node:crypto';
import type { CallError } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { buy } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const addCoupon = (code: string, changes: Record<string, unknown> = {}) =>
  shop.db
    .insertInto('coupon')
    .values({
      code,
      kind: 'percentage',
      basis_points: 1_000,
      usage_limit: 5,
      expires_at: new Date(Date.now() + 86_400_000),
      ...changes,
    })
    .execute();
const lookUp = (code: string) => shop.call(contract.readCouponByCode, { params: { code } });

/** Fifty at once may overload a slow machine; a "very busy" response is retried as it asks. */
const buyPatiently = async (discountCode: string, key = randomUUID()): Promise<unknown> =>
  buy(shop, { discountCode }, key).catch((error: CallError) => {
    if (error.code === 'busy') return buyPatiently(discountCode, key);
    throw error;
  });

test('14: fifty buyers race for the last use: one gets it, and 49 see that it is used up', async () => {
  await addCoupon('LASTONE', { usage_limit: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => buyPatiently('LASTONE')));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(49);
  expect(new Set(refused.map((outcome) => outcome.reason.message))).toEqual(
    new Set(['Coupon code exceeded usage limit. The total is now $149.50. Please check it and try again']),
  );
  const { used_count: used } = await shop.db
    .selectFrom('coupon')
    .select('used_count')
    .where('code', '=', 'LASTONE')
    .executeTakeFirstOrThrow();
  const redemptions = await shop.db
    .selectFrom('coupon_redemption')
    .innerJoin('coupon', 'coupon.id', 'coupon_id')
    .select('state')
    .where('code', '=', 'LASTONE')
    .execute();
  expect(used).toBe(1);
  expect(redemptions).toEqual([{ state: 'reserved' }]);
});

test('14: a rejected buyer leaves no order behind', async () => {
  await addCoupon('NONE-LEFT', { usage_limit: 0 });
  const before = await shop.db.selectFrom('shop_order').select('id').execute();
  await expect(buy(shop, { discountCode: 'NONE-LEFT' })).rejects.toMatchObject({ status: 409 });
  expect(await shop.db.selectFrom('shop_order').select('id').execute()).toEqual(before);
});

describe('looking a code up', () => {
  test('returns its value, in any case', async () => {
    await addCoupon('WORTH-15', { basis_points: 1_550 });
    expect(await lookUp('worth-15')).toMatchObject({
      amount: 15.5,
      discountType: 'percentage',
      usageLimit: 5,
      usedCount: 0,
    });
  });
  test('a fixed amount is in dollars', async () => {
    await addCoupon('FIXED', { kind: 'fixed_amount', basis_points: null, amount_cents: 2_550 });
    expect(await lookUp('FIXED')).toMatchObject({ amount: 25.5, discountType: 'fixed_amount' });
  });
  test('an unknown and an inactive code get the same answer', async () => {
    await addCoupon('ASLEEP', { active: false });
    for (const code of ['ASLEEP', 'NO-SUCH-CODE']) {
      await expect(lookUp(code)).rejects.toMatchObject({
        status: 404,
        code: 'coupon_invalid',
        message: 'Coupon code is invalid',
      });
    }
  });
  test('an expired one is reported as expired', async () => {
    await addCoupon('TOO-LATE', { expires_at: new Date(Date.now() - 1_000) });
    await expect(lookUp('TOO-LATE')).rejects.toMatchObject({
      status: 410,
      message: 'Coupon code has expired',
    });
  });
  test('looking up does not use it up', async () => {
    await addCoupon('LOOKED-AT', { usage_limit: 1 });
    await lookUp('LOOKED-AT');
    expect(await lookUp('LOOKED-AT')).toMatchObject({ usedCount: 0 });
  });
});
