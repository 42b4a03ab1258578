/**
 * How payment events arrive: early, late, twice, out of order, or never. Numbers refer to the payment
 * situations.
 */
import { freshId } from '#kernel/ids.ts';
import { aCart, billingDetails, buy, cards, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { deliver, eventsOf, stripeOf } from '#test/webhooks.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { place } from '#modules/checkout/placing/place-order.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';

let shop: Shop;
let shopWithoutWebhooks: Shop;
beforeAll(async () => {
  shop = await aShop();
  shopWithoutWebhooks = await aShop({ webhooks: false });
});
afterAll(() => Promise.all([shop.stop(), shopWithoutWebhooks.stop()]));

const orderOf = (from: Shop, id: string) =>
  from.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paymentsOf = (from: Shop, orderId: string) =>
  from.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).execute();
const mailsOf = (from: Shop, orderId: string) =>
  from.db.selectFrom('mail').selectAll().where('order_id', '=', orderId).execute();

describe('with webhooks', () => {
  test('1: a webhook that precedes the stored payment reference settles the order by metadata', async () => {
    const purchaseRequest = {
      productIds: ['ein-filing'],
      discountCode: null,
      billing: billingDetails,
      cartId: null,
    };
    const placed = await place(shop.deps, {
      userId: null,
      key: freshId('pay'),
      purchaseRequest,
      shownTotal: undefined,
    });
    if (placed.next !== 'pay') throw new Error('expected an order to pay');
    const created = await shop.deps.gateway.createPayment(placed.payment.request);
    await confirm(shop, created.intentRef);
    await until(
      'the order is paid',
      async () => (await orderOf(shop, placed.order.id)).status === 'in_progress',
    );
    expect(await paymentsOf(shop, placed.order.id)).toMatchObject([
      { status: 'succeeded', intent_ref: created.intentRef },
    ]);
  });

  test('2: the shopper closes the tab after confirming: order paid, cart completed, receipt in the mailbox', async () => {
    const cartId = await aCart(shop);
    const email = 'closed-tab@example.com';
    const answer = await buy(shop, { cartId, billingDetails: { ...billingDetails, email } });
    await confirm(shop, intentOf(answer));
    await until(
      'the order is paid',
      async () => (await orderOf(shop, answer.orderId)).status === 'in_progress',
    );
    expect(await shop.db.selectFrom('cart').select('status').where('id', '=', cartId).execute()).toEqual([
      { status: 'completed' },
    ]);
    const mails = await until('the receipt arrives', async () => {
      const list = (await shop.control(
        'GET',
        `/control/mailbox?to=${encodeURIComponent(email)}&wait=5000`,
      )) as { subject: string }[];
      // The link to set a password may have arrived as well.
      const receipts = list.filter(({ subject }) => subject.startsWith('Your receipt'));
      return receipts.length > 0 && receipts;
    });
    expect(mails).toHaveLength(1);
  });
});

describe('without webhooks', () => {
  test('3: the sweep finds a paid order, and the late webhook changes nothing', async () => {
    const answer = await buy(shopWithoutWebhooks);
    await confirm(shopWithoutWebhooks, intentOf(answer));
    expect((await orderOf(shopWithoutWebhooks, answer.orderId)).status).toBe('awaiting_payment');
    shopWithoutWebhooks.travel(120_000);
    await sweepPayments(shopWithoutWebhooks.deps, {
      openForSeconds: 90,
      expireAfterHours: 24,
      holdMinutes: 30,
    });
    const paid = await orderOf(shopWithoutWebhooks, answer.orderId);
    expect(paid.status).toBe('in_progress');
    for (const event of await eventsOf(shopWithoutWebhooks, intentOf(answer)))
      expect((await deliver(shopWithoutWebhooks, event)).status).toBe(200);
    await allHandled();
    expect(await orderOf(shopWithoutWebhooks, answer.orderId)).toEqual(paid);
  });

  test('4: the same webhook five times concurrently and two returning browsers: one fulfillment', async () => {
    const answer = await buy(shopWithoutWebhooks);
    await confirm(shopWithoutWebhooks, intentOf(answer));
    const succeeded = (await eventsOf(shopWithoutWebhooks, intentOf(answer))).filter(
      (event) => event.type === 'payment_intent.succeeded',
    );
    expect(succeeded).toHaveLength(1);
    const five = Array.from({ length: 5 }, () => succeeded[0]).flatMap((event) => event ?? []);
    const [one, two] = [
      statusOf(shopWithoutWebhooks, answer.orderId),
      statusOf(shopWithoutWebhooks, answer.orderId),
    ];
    const delivered = await Promise.all(five.map((event) => deliver(shopWithoutWebhooks, event)));
    expect(delivered.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
    expect([(await one).status, (await two).status]).toEqual(['paid', 'paid']);
    await allHandled();
    expect(await mailsOf(shopWithoutWebhooks, answer.orderId)).toHaveLength(1);
    expect(await paymentsOf(shopWithoutWebhooks, answer.orderId)).toMatchObject([{ status: 'succeeded' }]);
    const effects = await shopWithoutWebhooks.db
      .selectFrom('effect')
      .select('kind')
      .where('order_id', '=', answer.orderId)
      .orderBy('kind')
      .execute();
    expect(effects).toEqual([{ kind: 'account' }, { kind: 'receipt' }]);
  });

  test('5: out-of-order events, with an old failure after success, end in the same state', async () => {
    const answer = await buy(shopWithoutWebhooks);
    await confirm(shopWithoutWebhooks, intentOf(answer), cards.declined).catch(() => undefined);
    await confirm(shopWithoutWebhooks, intentOf(answer), cards.asksFor3ds, 'pass');
    const events = await eventsOf(shopWithoutWebhooks, intentOf(answer));
    const types = events.map((event) => event.type);
    expect(types).toContain('payment_intent.payment_failed');
    const newestFirst = [...events].sort((a, b) => types.indexOf(b.type) - types.indexOf(a.type));
    for (const event of newestFirst) {
      await deliver(shopWithoutWebhooks, event);
      await allHandled();
      expect((await orderOf(shopWithoutWebhooks, answer.orderId)).status).toBe('in_progress');
    }
    expect(await mailsOf(shopWithoutWebhooks, answer.orderId)).toHaveLength(1);
  });

  test('13: an amount other than agreed is parked for review and not fulfilled', async () => {
    const answer = await buy(shopWithoutWebhooks);
    await stripeOf(shopWithoutWebhooks).paymentIntents.update(intentOf(answer), { amount: 60 });
    await confirm(shopWithoutWebhooks, intentOf(answer));
    expect((await statusOf(shopWithoutWebhooks, answer.orderId)).status).toBe('checking');
    expect((await orderOf(shopWithoutWebhooks, answer.orderId)).status).toBe('awaiting_payment');
    expect(await paymentsOf(shopWithoutWebhooks, answer.orderId)).toMatchObject([
      { status: 'review', review_reason: expect.stringContaining('expected') },
    ]);
    expect(await mailsOf(shopWithoutWebhooks, answer.orderId)).toEqual([]);
  });

  test('10, 14: an unpaid order expires after a day; its coupon use returns and its payment is canceled', async () => {
    const before = await shopWithoutWebhooks.db
      .selectFrom('coupon')
      .select('used_count')
      .where('code', '=', 'ONEUSE')
      .executeTakeFirstOrThrow();
    const answer = await buy(shopWithoutWebhooks, { discountCode: 'ONEUSE' });
    await expect(buy(shopWithoutWebhooks, { discountCode: 'ONEUSE' })).rejects.toMatchObject({
      code: 'coupon_exhausted',
    });
    shopWithoutWebhooks.travel(25 * 3_600_000);
    await sweepPayments(shopWithoutWebhooks.deps, {
      openForSeconds: 90,
      expireAfterHours: 24,
      holdMinutes: 30,
    });
    expect(await orderOf(shopWithoutWebhooks, answer.orderId)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'expired',
    });
    expect(
      await shopWithoutWebhooks.db
        .selectFrom('coupon')
        .select('used_count')
        .where('code', '=', 'ONEUSE')
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
    expect((await shopWithoutWebhooks.deps.gateway.readPayment(intentOf(answer)))?.state).toBe('canceled');
  });
});

const allHandled = () =>
  until(
    'every webhook is handled',
    async () =>
      (
        await shopWithoutWebhooks.db
          .selectFrom('webhook_inbox')
          .select('event_id')
          .where('done_at', 'is', null)
          .execute()
      ).length === 0,
  );
