/**
 * Coupons with conditions over HTTP: what the lookup returns, which purchases are rejected and at which
 * total, and what counts as one customer.
 */
import { randomUUID } from 'node:crypto';
import type { CallError } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import type { Coupon } from '#db/types.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import {
  aCart,
  billingDetails,
  buy,
  buyAs,
  confirm,
  intentOf,
  type PurchaseBody,
  statusOf,
} from '#test/builders/buyer.ts';
import { aCustomer, type Customer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renewalDiscount } from '#modules/coupons/service.ts';
import { linesOf } from './rules.ts';
import { items } from '#modules/orders/store.ts';
import { cents } from '#kernel/money.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const day = 86_400_000;

/** 10% unless the conditions say otherwise. */
async function aCode(
  conditions: Partial<Insertable<Coupon>> = {},
  productIds: string[] = [],
): Promise<string> {
  const code = `COND-${randomUUID().slice(0, 8).toUpperCase()}`;
  const { id } = await shop.db
    .insertInto('coupon')
    .values({
      code,
      kind: 'percentage',
      basis_points: 1_000,
      usage_limit: 1_000,
      expires_at: new Date(Date.now() + 7 * day),
      ...conditions,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = productIds.map((productId) => ({ coupon_id: id, product_id: productId }));
  if (rows.length > 0) await shop.db.insertInto('coupon_product').values(rows).execute();
  return code;
}

const lookUp = (code: string) => shop.call(contract.readCouponByCode, { params: { code } });
const anEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.com`;
const as = (email: string, changes: Partial<PurchaseBody> = {}): Partial<PurchaseBody> => ({
  billingDetails: { ...billingDetails, email },
  ...changes,
});
const pay = async (answer: { orderId: string; client_secret?: string | undefined }) => {
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
};
const refused = (code: string, sentence: string, total = '$149.50') => ({
  status: 409,
  code,
  message: `${sentence}. The total is now ${total}. Please check it and try again`,
});

describe('looking a code up', () => {
  test('returns its conditions, and none where there are none', async () => {
    const plain = await lookUp(await aCode());
    expect(Object.keys(plain).toSorted()).toEqual([
      'amount',
      'discountType',
      'expiryDate',
      'usageLimit',
      'usedCount',
    ]);
    const startsAt = new Date(Date.now() - day);
    const code = await aCode(
      {
        minimum_spend_cents: 12_345,
        uses_per_customer: 2,
        first_order_only: true,
        subscription_periods: 'every',
        starts_at: startsAt,
      },
      ['us-phone-number', 'ein-filing'],
    );
    expect(await lookUp(code)).toMatchObject({
      amount: 10,
      discountType: 'percentage',
      startDate: startsAt.toISOString(),
      minimumSpend: 123.45,
      usesPerCustomer: 2,
      firstOrderOnly: true,
      subscriptionPeriods: 'every',
      productIds: ['ein-filing', 'us-phone-number'],
    });
  });

  test('states its start date, and so does the purchase', async () => {
    const code = await aCode({
      starts_at: new Date('2099-03-02T00:00:00Z'),
      expires_at: new Date('2099-04-01T00:00:00Z'),
    });
    const message = 'Coupon code can be used from 2nd March 2099';
    await expect(lookUp(code)).rejects.toMatchObject({ status: 409, code: 'coupon_not_started', message });
    await expect(buy(shop, { discountCode: code })).rejects.toMatchObject(
      refused('coupon_not_started', message),
    );
  });
});

describe('the cart', () => {
  test('below the minimum spend is rejected with the new total, and no order is stored', async () => {
    const email = anEmail();
    const discountCode = await aCode({ minimum_spend_cents: 14_951 });
    await expect(buy(shop, as(email, { discountCode }))).rejects.toMatchObject(
      refused('coupon_minimum_spend', 'Coupon code needs a subtotal of at least $149.51'),
    );
    expect(await shop.db.selectFrom('shop_order').select('id').where('email', '=', email).execute()).toEqual(
      [],
    );
    expect(await buy(shop, { discountCode, productIds: ['ein-filing', 'us-phone-number'] })).toMatchObject({
      total: 157.04,
    });
  });

  test('gets the discount on products in scope only, and is rejected without one', async () => {
    const discountCode = await aCode({}, ['us-phone-number']);
    await expect(buy(shop, { discountCode })).rejects.toMatchObject(
      refused('coupon_not_for_cart', 'Coupon code does not apply to anything in your cart'),
    );
    expect((await buy(shop, { discountCode, productIds: ['ein-filing', 'us-phone-number'] })).total).toBe(
      171.99,
    );
  });
});

describe('a guest', () => {
  const sentence = 'Log in or confirm your email to use this code';

  test("gets the same message for every address: a customer's, an unpaid order's, and an unknown one", async () => {
    const customer = await aCustomer(shop, { email: anEmail() });
    const [unpaid, unknown] = [anEmail(), anEmail()];
    await pay(await buyAs(customer, as(customer.email)));
    for (const _ of [1, 2, 3, 4])
      await buy(shop, as(unpaid, { discountCode: await aCode() })).catch(() => undefined);
    for (const conditions of [{ first_order_only: true }, { uses_per_customer: 1 }]) {
      const discountCode = await aCode(conditions);
      const answers = [];
      for (const email of [customer.email, unpaid, unknown])
        answers.push(
          await buy(shop, as(email, { discountCode })).then(
            () => 'bought',
            ({ status, code, message }: CallError) => ({ status, code, message }),
          ),
        );
      const refusal = refused('coupon_needs_log_in', sentence);
      expect(answers).toEqual([refusal, refusal, refusal]);
    }
    expect(
      await shop.db.selectFrom('shop_order').select('id').where('email', '=', unknown).execute(),
    ).toEqual([]);
  });

  test('can use the code after logging in', async () => {
    const discountCode = await aCode({ first_order_only: true });
    const customer = await aCustomer(shop, { email: anEmail() });
    await expect(buy(shop, as(customer.email, { discountCode }))).rejects.toMatchObject({
      code: 'coupon_needs_log_in',
    });
    expect((await buyAs(customer, as(customer.email, { discountCode }))).total).toBe(134.55);
  });

  test('pays the subtotal of an earlier order once its code use was returned', async () => {
    const discountCode = await aCode();
    const order = await buy(shop, as(anEmail(), { discountCode }));
    await shop.db
      .updateTable('coupon')
      .set({ first_order_only: true })
      .where('code', '=', discountCode)
      .execute();
    const repeatWithTotal = (expectedTotal: number) =>
      shop.call(contract.purchaseOrder, { headers: {}, body: { orderId: order.orderId, expectedTotal } });
    shop.travel(31 * 60_000);
    await sweepPayments(shop.deps, { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 });
    await expect(repeatWithTotal(134.55)).rejects.toMatchObject({ status: 409, code: 'total_changed' });
    shop.travel(-31 * 60_000);
  });
});

describe('a customer', () => {
  test('uses a code once, even with another cart or address, and a stranger typing the address learns nothing', async () => {
    const discountCode = await aCode({ uses_per_customer: 1 });
    const [customer, stranger] = [
      await aCustomer(shop, { email: anEmail() }),
      await aCustomer(shop, { email: anEmail() }),
    ];
    await pay(await buyAs(customer, as(customer.email, { discountCode, cartId: await aCart(shop) })));
    const used = refused('coupon_customer_limit', 'You have already used this coupon code');
    for (const email of [customer.email, anEmail()])
      await expect(buyAs(customer, as(email, { discountCode }))).rejects.toMatchObject(used);
    expect((await buyAs(stranger, as(customer.email, { discountCode }))).total).toBe(134.55);
  });

  test('may use it up to its limit, and reads the number', async () => {
    const discountCode = await aCode({ uses_per_customer: 2 });
    const customer = await aCustomer(shop, { email: anEmail() });
    for (const _ of [1, 2]) await pay(await buyAs(customer, as(anEmail(), { discountCode })));
    await expect(buyAs(customer, as(customer.email, { discountCode }))).rejects.toMatchObject(
      refused('coupon_customer_limit', 'You have already used this coupon code 2 times'),
    );
  });

  test('reads that an unpaid order uses the code, and gets it back when that is canceled', async () => {
    const discountCode = await aCode({ uses_per_customer: 1 });
    const customer = await aCustomer(shop, { email: anEmail() });
    const first = await buyAs(customer, as(customer.email, { discountCode }));
    const held =
      'One of your unpaid orders already uses this coupon code. Pay that order, or try again later';
    await expect(buyAs(customer, as(customer.email, { discountCode }))).rejects.toMatchObject(
      refused('coupon_held', held),
    );
    shop.travel(31 * 60_000);
    await sweepPayments(shop.deps, { openForSeconds: 90, expireAfterHours: 24, holdMinutes: 30 });
    const { call } = await logIn(shop, customer);
    const second = await buyAs({ call }, as(customer.email, { discountCode }));
    expect(second.total).toBe(134.55);
    // The first order lost the discount: the second one has used the code.
    const repeated = call(contract.purchaseOrder, {
      headers: {},
      body: { orderId: first.orderId, expectedTotal: 134.55 },
    });
    await expect(repeated).rejects.toMatchObject({ status: 409, code: 'total_changed' });
    shop.travel(-31 * 60_000);
  });

  test('can change one cart without losing the code', async () => {
    const discountCode = await aCode({ uses_per_customer: 1, first_order_only: true });
    const customer = await aCustomer(shop, { email: anEmail() });
    const cartId = await aCart(shop);
    await buyAs(customer, as(customer.email, { discountCode, cartId }));
    const changed = await buyAs(
      customer,
      as(customer.email, { discountCode, cartId, productIds: ['ein-filing', 'us-phone-number'] }),
    );
    expect(changed.total).toBe(157.04);
    await pay(changed);
  });

  test('with an earlier order, logged in or as a guest, with or without a code, is rejected for a first order', async () => {
    const discountCode = await aCode({ first_order_only: true });
    const sentence = 'Coupon code is only valid on a first order';
    const [loggedIn, asGuest] = [
      await aCustomer(shop, { email: anEmail() }),
      await aCustomer(shop, { email: anEmail() }),
    ];
    await pay(await buyAs(loggedIn, as(anEmail())));
    await pay(await buy(shop, as(` ${asGuest.email.toUpperCase()}`)));
    for (const customer of [loggedIn, asGuest])
      await expect(buyAs(customer, as(anEmail(), { discountCode }))).rejects.toMatchObject(
        refused('coupon_first_order', sentence),
      );
  });
});

describe('races', () => {
  const succeeded = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === 'fulfilled').length;
  const buyWithRetries = async (
    customer: Customer,
    changes: Partial<PurchaseBody>,
    key = randomUUID(),
  ): Promise<unknown> =>
    buyAs(customer, changes, key).catch((error: CallError) => {
      if (error.code === 'busy') return buyWithRetries(customer, changes, key);
      throw error;
    });

  test('twelve concurrent purchases of one customer use a code up to its limit', async () => {
    const discountCode = await aCode({ uses_per_customer: 2 });
    const customer = await aCustomer(shop, { email: anEmail() });
    const attempts = Array.from({ length: 12 }, (_, index) =>
      buyWithRetries(customer, as(index % 2 === 0 ? customer.email : anEmail(), { discountCode })),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(succeeded(outcomes)).toBe(2);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'coupon_held' });
  });

  test('of two first-order codes one customer gets one', async () => {
    const codes = [await aCode({ first_order_only: true }), await aCode({ first_order_only: true })];
    const customer = await aCustomer(shop, { email: anEmail() });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        buyWithRetries(customer, as(customer.email, { discountCode: codes[index % 2] ?? null })),
      ),
    );
    expect(succeeded(outcomes)).toBe(1);
  });

  test('the total limit applies together with the limit per customer', async () => {
    const discountCode = await aCode({ uses_per_customer: 1, usage_limit: 3 });
    const customers = await Promise.all(
      Array.from({ length: 6 }, () => aCustomer(shop, { email: anEmail() })),
    );
    const outcomes = await Promise.allSettled(
      [...customers, ...customers].map((customer) =>
        buyWithRetries(customer, as(customer.email, { discountCode })),
      ),
    );
    expect(succeeded(outcomes)).toBe(3);
    const { used_count: used } = await shop.db
      .selectFrom('coupon')
      .select('used_count')
      .where('code', '=', discountCode)
      .executeTakeFirstOrThrow();
    expect(used).toBe(3);
  });
});

test("renewals get the discount of their order's code from one function", async () => {
  const sold = { productIds: ['ein-filing', 'us-phone-number'] };
  const renewal = { productId: 'us-phone-number', price: cents(1_499) };
  const discountOf = async (discountCode: string | null) => {
    const { orderId } = await buy(shop, { ...sold, discountCode });
    return renewalDiscount(shop.db, orderId, renewal, linesOf(await items(shop.db, orderId)));
  };
  expect(await discountOf(null)).toBe(0);
  expect(await discountOf(await aCode())).toBe(0);
  expect(await discountOf(await aCode({ subscription_periods: 'every' }))).toBe(150);
  expect(await discountOf(await aCode({ subscription_periods: 'every' }, ['ein-filing']))).toBe(0);
});

test('afterwards no invariant is broken, and an excess use is found', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  const discountCode = await aCode();
  const email = anEmail();
  for (const _ of [1, 2]) await buy(shop, as(email, { discountCode }));
  await shop.db
    .updateTable('coupon')
    .set({ uses_per_customer: 1 })
    .where('code', '=', discountCode)
    .execute();
  expect(await checkInvariants(shop.db)).toMatchObject([
    { subject: discountCode, detail: expect.stringContaining('2 uses') },
  ]);
});
