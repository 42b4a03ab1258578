/**
 * Scenario 23: a paid booster raises the limit once, whichever report of the payment arrives first. It is
 * refunded if it cannot be granted, and revoked after a refund.
 */
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { sweepPayments } from '#modules/checkout/reconcile.ts';
import { changeLimit, closeAccount } from '#modules/credit/ledger/opening.ts';
import { lockOf } from '#modules/credit/ledger/store.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { anApprovedCustomer, boost, boosted, movementsOf } from '#test/builders/booster.ts';
import { billingDetails, confirm, intentOf, saveCard, statusOf } from '#test/builders/buyer.ts';
import { buyOnAccount } from '#test/builders/credit-buyer.ts';
import { balance, inTx } from '#test/builders/credit-account.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { deliver, eventsOf, stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let shop: Shop;
let shopWithoutWebhooks: Shop;
beforeAll(async () => {
  shop = await aShop();
  shopWithoutWebhooks = await aShop({ webhooks: false });
});
// The approved customers' applications were inserted directly into the table.
const broken = async ({ db }: Shop) =>
  (await checkInvariants(db)).filter(({ subject }) => !subject.startsWith('app_'));
afterAll(async () => {
  expect([await broken(shop), await broken(shopWithoutWebhooks)]).toEqual([[], []]);
  await Promise.all([shop.stop(), shopWithoutWebhooks.stop()]);
});

const limits = { openForSeconds: 0, expireAfterHours: 24, holdMinutes: 30 };
const raised = { kind: 'booster', reason: 'booster_paid', available_cents: 25_000 };
const setLimit = (at: Shop, userId: string, to: number) =>
  inTx(at, async (tx) => {
    const account = await lockOf(tx, userId);
    if (account !== null)
      await changeLimit(tx, at.deps, account, { to: cents(to), reason: 'a test', actorId: null });
  });
const close = (at: Shop, userId: string) =>
  inTx(at, async (tx) => {
    const account = await lockOf(tx, userId);
    if (account !== null) await closeAccount(tx, at.deps, account, 'by_customer');
  });
const isTakenBack = (orderId: string) =>
  until('the booster is taken back', async () => (await movementsOf(shop, orderId)).length > 1);

describe('23: a paid booster raises the limit once', () => {
  test('after fifty concurrent reports: repeated webhooks, browsers, and the sweep', async () => {
    const customer = await anApprovedCustomer(shopWithoutWebhooks);
    const answer = await boost(customer);
    await confirm(shopWithoutWebhooks, intentOf(answer));
    const events = await eventsOf(shopWithoutWebhooks, intentOf(answer));
    const paid = events.find(({ type }) => type === 'payment_intent.succeeded');
    if (paid === undefined) throw new Error('expected an event');
    await Promise.all(
      Array.from({ length: 50 }, (_one, index) => {
        if (index % 3 === 0) return deliver(shopWithoutWebhooks, paid);
        return index % 3 === 1
          ? statusOf(shopWithoutWebhooks, answer.orderId)
          : sweepPayments(shopWithoutWebhooks.deps, limits);
      }),
    );
    expect((await statusOf(shopWithoutWebhooks, answer.orderId)).status).toBe('paid');
    await until('the webhooks are handled', async () => {
      const inbox = await shopWithoutWebhooks.db
        .selectFrom('webhook_inbox')
        .select('done_at')
        .where('event_id', '=', paid.id)
        .execute();
      return inbox.length === 1 && inbox.every((event) => event.done_at !== null);
    });
    expect(await movementsOf(shopWithoutWebhooks, answer.orderId)).toEqual([raised]);
    expect(await balance(shopWithoutWebhooks, customer.userId)).toEqual({
      approved: 75_000,
      available: 75_000,
      hold: 0,
      owed: 0,
    });
  });

  test('found by the sweep alone, with the browser closed and no webhook', async () => {
    const customer = await anApprovedCustomer(shopWithoutWebhooks);
    const answer = await boost(customer);
    await confirm(shopWithoutWebhooks, intentOf(answer));
    expect(await movementsOf(shopWithoutWebhooks, answer.orderId)).toEqual([]);
    shopWithoutWebhooks.travel(5 * 60_000);
    await sweepPayments(shopWithoutWebhooks.deps, limits);
    expect(await movementsOf(shopWithoutWebhooks, answer.orderId)).toEqual([raised]);
  });

  test('two boosters of one customer, paid one after the other, raise it twice', async () => {
    const customer = await anApprovedCustomer(shop);
    await boosted(shop, customer);
    await boosted(shop, customer, { boosterIds: ['booster-500'] });
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 125_000, available: 125_000 });
  });

  test('paid while the same customer buys on account, without a deadlock', async () => {
    const repeated = vi.spyOn(shop.metrics, 'repeated');
    const customer = await anApprovedCustomer(shop, cents(400_000));
    for (let round = 0; round < 3; round += 1) {
      const intent = intentOf(await boost(customer));
      await Promise.all([confirm(shop, intent), ...[1, 2, 3].map(() => buyOnAccount(shop, customer))]);
    }
    await until(
      'all boosters are given',
      async () => (await balance(shop, customer.userId)).approved === 400_000 + 3 * 25_000,
    );
    expect(repeated).not.toHaveBeenCalled();
  });

  test('an unpaid purchase raises nothing, and expires after its time', async () => {
    const customer = await anApprovedCustomer(shopWithoutWebhooks);
    const { orderId } = await boost(customer);
    await shopWithoutWebhooks.db
      .updateTable('shop_order')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', orderId)
      .execute();
    await sweepPayments(shopWithoutWebhooks.deps, limits);
    expect((await statusOf(shopWithoutWebhooks, orderId)).status).toBe('canceled');
    expect(await movementsOf(shopWithoutWebhooks, orderId)).toEqual([]);
  });
});

describe('money for an invalid booster is refunded, and the customer is notified:', () => {
  const paymentOf = (orderId: string) =>
    shop.db
      .selectFrom('payment')
      .select(['id', 'status'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();

  test.each([
    ['the account was closed', (userId: string) => close(shop, userId), { approved: 0 }],
    [
      'the limit would pass $50,000',
      (userId: string) => setLimit(shop, userId, 4_999_000),
      { approved: 4_999_000 },
    ],
  ])('%s', async (_what, happens, then) => {
    const customer = await anApprovedCustomer(shop);
    const email = `${customer.userId.toLowerCase()}@example.com`;
    const answer = await boost(customer, { billingDetails: { ...billingDetails, email } });
    await happens(customer.userId);
    await confirm(shop, intentOf(answer));
    await until('it is canceled', async () => (await statusOf(shop, answer.orderId)).status === 'canceled');
    const payment = await paymentOf(answer.orderId);
    expect(payment.status).toBe('duplicate');
    await until('the money is back', async () => {
      const refunds = await shop.db
        .selectFrom('refund')
        .select(['state', 'amount_cents'])
        .where('payment_id', '=', payment.id)
        .execute();
      return refunds.length === 1 && refunds[0]?.state === 'succeeded' && refunds[0].amount_cents === 4_900;
    });
    const { data } = await stripeOf(shop).refunds.list({ payment_intent: intentOf(answer) });
    expect(data.map(({ amount }) => amount)).toEqual([4_900]);
    expect(await movementsOf(shop, answer.orderId)).toEqual([]);
    expect(await balance(shop, customer.userId)).toMatchObject(then);
    const [notice, ...more] = await emailsTo(shop, email);
    expect(notice?.subject).toBe('We are returning your payment of $49.00');
    expect(notice?.text).toContain('would have raised your credit limit by $250.00');
    expect(more).toEqual([]);
    const [alarm] = await shop.db
      .selectFrom('alarm')
      .select('detail')
      .where('subject', '=', payment.id)
      .execute();
    expect(alarm?.detail).toContain('paid after it was canceled');
    const [order] = await shop.db
      .selectFrom('shop_order')
      .select(['status', 'cancel_reason'])
      .where('id', '=', answer.orderId)
      .execute();
    expect(order).toEqual({ status: 'canceled', cancel_reason: 'not_possible' });
    const invoices = await shop.db
      .selectFrom('invoice')
      .select(['status', 'number'])
      .where('order_id', '=', answer.orderId)
      .execute();
    expect(invoices).toEqual([{ status: 'void', number: null }]);
  });

  test('two orders that fit separately but not together: one raises the limit, one is refunded', async () => {
    const customer = await anApprovedCustomer(shopWithoutWebhooks, cents(4_960_000));
    const first = await boost(customer);
    await confirm(shopWithoutWebhooks, intentOf(first));
    // The customer chooses another booster before the shop learns that the first was paid.
    await expect(boost(customer, { boosterIds: ['booster-500'] })).rejects.toMatchObject({
      code: 'credit_limit_highest',
    });
    const card = await saveCard(shopWithoutWebhooks, customer);
    await expect(
      boost(customer, { boosterIds: ['booster-250'], paymentMethodId: card }),
    ).resolves.toMatchObject({
      status: 'paid',
      orderId: first.orderId,
    });
    await expect(boost(customer)).rejects.toMatchObject({ code: 'credit_limit_highest' });
    expect(await balance(shopWithoutWebhooks, customer.userId)).toMatchObject({ approved: 4_985_000 });
  });

  test('a freeze in the meantime does not refund the money', async () => {
    const customer = await anApprovedCustomer(shop);
    const answer = await boost(customer);
    await inTx(shop, async (tx) => {
      const account = await lockOf(tx, customer.userId);
      if (account === null) throw new Error('expected an account');
      const { freezeByStaff } = await import('#modules/credit/ledger/freezes.ts');
      await freezeByStaff(tx, shop.deps, account, { reason: 'a test', actorId: null });
    });
    await confirm(shop, intentOf(answer));
    await until('it is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
    expect(await movementsOf(shop, answer.orderId)).toEqual([raised]);
  });
});

describe('23: a booster is reversed', () => {
  test('in proportion to a partial refund, and in full with the rest, as the emails state', async () => {
    const customer = await anApprovedCustomer(shop);
    const { orderId } = await boosted(shop, customer);
    for (const amount of [1_000, 3_900]) {
      await requestRefund(shop.deps, { orderId, amount: cents(amount), requestKey: `${amount}` });
      await until('it is refunded', async () => {
        const refunds = await shop.db
          .selectFrom('refund')
          .innerJoin('payment', 'payment.id', 'payment_id')
          .select('refund.id')
          .where('order_id', '=', orderId)
          .where('state', '=', 'succeeded')
          .where('refund.amount_cents', '=', amount)
          .execute();
        return refunds.length === 1;
      });
    }
    expect(await movementsOf(shop, orderId)).toEqual([
      raised,
      { kind: 'booster_back', reason: 'booster_refunded_in_part', available_cents: -5_102 },
      { kind: 'booster_back', reason: 'booster_refunded', available_cents: -19_898 },
    ]);
    const emails = await shop.db
      .selectFrom('mail')
      .select('text')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'refunded')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const falls = emails.map(({ text }) => /Your credit limit goes down by (\S+):/.exec(text)?.[1]);
    expect(falls.toSorted()).toEqual(['$198.98', '$51.02']);
    const { data } = await customer.call(contract.listCreditMovements, { query: {} });
    expect(data.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['booster_refunded_in_part', 'booster_refunded']),
    );
    expect(await balance(shop, customer.userId)).toEqual({
      approved: 50_000,
      available: 50_000,
      hold: 0,
      owed: 0,
    });
  });

  test('by a lost dispute, and not by a won one', async () => {
    const customer = await anApprovedCustomer(shop);
    const dispute = async (intent: string, outcome: 'won' | 'lost') => {
      const { id } = (await shop.control('POST', '/control/disputes', { payment_intent: intent })) as {
        id: string;
      };
      await shop.control('POST', `/control/disputes/${id}/close`, { outcome });
      await until(`the dispute is ${outcome}`, async () => {
        const row = await shop.db
          .selectFrom('dispute')
          .select('status')
          .where('dispute_ref', '=', id)
          .executeTakeFirst();
        return row?.status === outcome;
      });
    };
    const won = await boosted(shop, customer);
    await dispute(won.intent, 'won');
    expect(await movementsOf(shop, won.orderId)).toEqual([raised]);
    const lost = await boosted(shop, customer);
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 100_000 });
    await dispute(lost.intent, 'lost');
    await isTakenBack(lost.orderId);
    expect(await movementsOf(shop, lost.orderId)).toEqual([
      raised,
      { kind: 'booster_back', reason: 'booster_dispute_lost', available_cents: -25_000 },
    ]);
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 75_000, available: 75_000 });
  });
});
