/**
 * Buying on credit over HTTP: what is offered and rejected, the two invoices, every way to pay them, and the
 * effect of each payment.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { applyCreditInvoice } from '#modules/credit/invoices/follow.ts';
import { sendCreditInvoice } from '#modules/credit/invoices/sending.ts';
import { sweepInvoices } from '#modules/credit/lateness/sweep-invoices.ts';
import { aCart, aPurchaseRequest, buyAs, cards, saveCard } from '#test/builders/buyer.ts';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import { compareCharges } from '#modules/checkout/reconcile.ts';
import {
  aBoughtInvoice,
  accountOf,
  aCreditBuyer,
  buyOnAccount,
  complete,
  creditsOf,
  orderOf,
  payOnPage,
  sentInvoice,
  untilPaid,
} from '#test/builders/credit-buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  // The processor's records match ours, including payments of invoices that it collects.
  expect(await compareCharges(shop.deps, { expireAfterHours: 24, atLeastDays: 60 })).toMatchObject({
    unmatched: [],
    missing: [],
  });
  await shop.stop();
});

const dayFrom = (days: number) =>
  new Date(shop.deps.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe('a purchase with credit', () => {
  test('is invoiced in halves, now and on completion, due in 30 days each; paid on time, the limit rises by 10%', async () => {
    const person = await aCreditBuyer(shop);
    const cartId = await aCart(shop);
    const answer = await buyOnAccount(shop, person, { cartId });
    expect(answer).toEqual({ orderId: answer.orderId, status: 'invoiced', total: 149.5 });
    expect(await creditsOf(person)).toEqual({ approvedCredit: 500, availableCredit: 350.5 });
    expect(await accountOf(person)).toMatchObject({
      held: 74.75,
      owed: 74.75,
      invoices: [{ amount: 74.75, owed: 74.75, dueOn: dayFrom(30) }],
    });
    expect(await person.call(contract.readCart, { params: { id: cartId } })).toMatchObject({
      status: 'completed',
    });

    const first = (await orderOf(person, answer.orderId)).invoices[0];
    const sent = await sentInvoice(shop, first?.id ?? '');
    expect(sent).toMatchObject({
      number: first?.number,
      collection_method: 'send_invoice',
      status: 'open',
      total: 7_475,
      auto_advance: false,
      metadata: { order_id: answer.orderId, invoice_id: first?.id },
    });
    expect(new Date((sent.due_date ?? 0) * 1_000).toISOString().slice(0, 10)).toBe(dayFrom(30));
    expect(sent.lines.data[0]?.description).toMatch(/^First half of order S-\d+: /);
    const order = await orderOf(person, answer.orderId);
    expect(order).toMatchObject({
      status: 'in_progress',
      invoices: [{ status: 'open', stripeHostedInvoice: sent.hosted_invoice_url }],
    });

    const open = await shop.call(contract.readInvoice, { params: { id: first?.id ?? '' } });
    expect(open).toMatchObject({ status: 'open', due: 74.75, payAt: sent.hosted_invoice_url });
    expect(open.billTo.company).toBe('Harmattan Trading LLC');
    expect(await payOnPage(shop, first?.id ?? '')).toBe(303);
    await untilPaid(shop, first?.id ?? '');
    expect(await creditsOf(person)).toEqual({ approvedCredit: 500, availableCredit: 425.25 });

    await complete(shop, answer.orderId);
    const second = (await orderOf(person, answer.orderId)).invoices[1];
    expect(second).toMatchObject({ status: 'open', amount: 74.75 });
    const card = (await saveCard(shop, person)) ?? '';
    await sentInvoice(shop, second?.id ?? '');
    const paid = await person.call(contract.payCreditInvoices, {
      body: { invoiceIds: [second?.id ?? ''], paymentMethodId: card },
    });
    expect(paid.results).toEqual([{ invoiceId: second?.id, status: 'paid' }]);
    // 10% of $149.50.
    expect(await creditsOf(person)).toEqual({ approvedCredit: 514.95, availableCredit: 514.95 });
    for (const part of [
      `Your order ${order.number} on Net 30`,
      `We received $74.75 for invoice ${first?.number}`,
      `Invoice ${second?.number}: $74.75, due by`,
    ])
      await until(`“${part}” arrives`, async () =>
        (await emailsTo(shop, person.email)).some(({ subject }) => subject.startsWith(part)),
      );
    const document = await shop.call(contract.readInvoice, { params: { id: second?.id ?? '' } });
    expect(document).toMatchObject({
      status: 'paid',
      total: 74.75,
      due: 0,
      payAt: null,
      payments: [{ card: { brand: 'visa', last4: '4242' } }],
    });
  });

  test('with the same key is the same order', async () => {
    const person = await aCreditBuyer(shop);
    const [key, cartId] = [randomUUID(), await aCart(shop)];
    const purchase = await buyOnAccount(shop, person, { key, cartId });
    expect(await buyOnAccount(shop, person, { key, cartId })).toEqual(purchase);
    expect((await accountOf(person)).invoices).toHaveLength(1);
  });

  test('is rejected with a message and stores nothing: too little credit, a subscription, no account, a guest', async () => {
    const person = await aCreditBuyer(shop);
    const tooMuch = { productIds: ['ein-filing', 'wyoming-llc', 'delaware-llc', 'new-mexico-llc'] };
    await expect(buyOnAccount(shop, person, tooMuch)).rejects.toMatchObject({
      status: 409,
      message: 'Not enough available credit',
    });
    await expect(buyOnAccount(shop, person, { productIds: ['us-business-address'] })).rejects.toMatchObject({
      status: 422,
      message: 'Subscriptions cannot be bought on credit',
    });
    await shop.db.updateTable('product').set({ price_cents: 60 }).where('id', '=', 'ein-filing').execute();
    await expect(buyOnAccount(shop, person)).rejects.toMatchObject({
      status: 422,
      message: 'An order on credit must be at least $1.00',
    });
    await shop.db
      .updateTable('product')
      .set({ price_cents: 14_950 })
      .where('id', '=', 'ein-filing')
      .execute();
    const stranger = await aCustomer(shop);
    await expect(buyOnAccount(shop, stranger)).rejects.toMatchObject({
      message: 'Not enough available credit',
    });
    await expect(
      shop.call(contract.createAndPurchase, {
        headers: {},
        body: { ...aPurchaseRequest(), creditPurchase: true as never },
      }),
    ).rejects.toMatchObject({ message: 'Please log in to pay with credit' });
    expect((await person.call(contract.me)).orders).toHaveLength(1);
    expect(await creditsOf(person)).toEqual({ approvedCredit: 500, availableCredit: 500 });
  });

  test('races for the last dollar (situation 24): as many orders as fit, never below zero', async () => {
    const person = await aCreditBuyer(shop);
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => buyOnAccount(shop, person)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'credit_insufficient' });
    expect(await creditsOf(person)).toEqual({ approvedCredit: 500, availableCredit: 51.5 });
  });

  test('takes over an order that awaits a card: its payment is canceled, and only its owner can', async () => {
    const person = await aCreditBuyer(shop);
    const waiting = await buyAs(person, { cartId: await aCart(shop) });
    const sent = { headers: {}, body: { orderId: waiting.orderId, creditPurchase: true } };
    const stranger = await aCreditBuyer(shop);
    await expect(stranger.call(contract.purchaseOrder, sent)).rejects.toMatchObject({
      code: 'order_not_found',
    });
    await expect(shop.call(contract.purchaseOrder, sent)).rejects.toMatchObject({ code: 'sign_in_required' });
    expect(await person.call(contract.purchaseOrder, sent)).toMatchObject({
      orderId: waiting.orderId,
      status: 'invoiced',
    });
    expect(await person.call(contract.purchaseOrder, sent)).toMatchObject({ status: 'invoiced' });
    const intent = (waiting.client_secret ?? '').split('_secret_')[0] ?? '';
    expect((await stripeOf(shop).paymentIntents.retrieve(intent)).status).toBe('canceled');
    expect((await orderOf(person, waiting.orderId)).invoices).toMatchObject([
      { status: 'open', amount: 74.75 },
    ]);
  });
});

describe('an invoice on credit', () => {
  test('is sent once however often the job runs, also after a lost response (situation 25)', async () => {
    const { person, id } = await aBoughtInvoice(shop);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.deps.jobs
          .enqueue(shop.db as never, 'send-credit-invoice', { invoiceId: id })
          .catch(() => undefined),
      ),
    );
    await sweepInvoices(shop.deps);
    const customer =
      (
        await shop.db
          .selectFrom('app_user')
          .select('customer_ref')
          .where('id', '=', person.userId)
          .executeTakeFirst()
      )?.customer_ref ?? '';
    expect(
      (await stripeOf(shop).invoices.list({ customer })).data.filter(
        ({ metadata }) => metadata?.invoice_id === id,
      ),
    ).toHaveLength(1);
  });

  test('has our due date at the processor, however late it is sent', async () => {
    const person = await aCreditBuyer(shop);
    await shop.control('POST', '/control/fail-next', {
      where: 'before',
      how: '503',
      times: 200,
      match: 'POST /v1/invoices',
    });
    const { orderId } = await buyOnAccount(shop, person);
    const [id, dueOn] = [(await orderOf(person, orderId)).invoices[0]?.id ?? '', dayFrom(30)];
    await expect(sendCreditInvoice(shop.deps, id)).rejects.toThrow();
    shop.travel(3 * 86_400_000);
    await shop.control('POST', '/control/clock', { advance_days: 3 });
    await shop.control('DELETE', '/control/fail-next');
    await sendCreditInvoice(shop.deps, id);
    const { due_date: due } = await sentInvoice(shop, id);
    expect(new Date((due ?? 0) * 1_000).toISOString()).toBe(`${dueOn}T23:59:59.000Z`);
  });

  test('that staff void at the processor is no longer owed; the customer is notified (situation 26)', async () => {
    const { person, id, sent } = await aBoughtInvoice(shop);
    await stripeOf(shop).invoices.voidInvoice(sent.id);
    await until(
      'it is void here',
      async () =>
        (await shop.db.selectFrom('invoice').select('status').where('id', '=', id).executeTakeFirst())
          ?.status === 'void',
    );
    expect(await accountOf(person)).toMatchObject({ owed: 0, held: 74.75, availableCredit: 425.25 });
    const expectedSubject = `Invoice ${sent.number} is void`;
    await until('the email', async () =>
      (await emailsTo(shop, person.email)).some(({ subject }) => subject === expectedSubject),
    );
  });

  const isCredited = async (invoiceId: string) =>
    (await shop.db
      .selectFrom('credit_note')
      .select('id')
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirst()) !== undefined;

  test('is voided with its order when staff cancel it; payments are refunded first', async () => {
    const { person, orderId, id, sent } = await aBoughtInvoice(shop);
    await cancelCreditOrder(shop.deps, orderId);
    expect((await stripeOf(shop).invoices.retrieve(sent.id)).status).toBe('void');
    expect(await accountOf(person)).toMatchObject({ owed: 0, held: 0, availableCredit: 500, invoices: [] });
    expect(await orderOf(person, orderId)).toMatchObject({
      status: 'canceled',
      invoices: [{ id, status: 'void' }],
    });
    await expect(cancelCreditOrder(shop.deps, orderId)).rejects.toMatchObject({
      code: 'order_not_on_credit',
    });
    const secondPurchase = await buyOnAccount(shop, person);
    const half = (await orderOf(person, secondPurchase.orderId)).invoices[0]?.id ?? '';
    await payOnPage(shop, half);
    await untilPaid(shop, half);
    await expect(cancelCreditOrder(shop.deps, secondPurchase.orderId)).rejects.toMatchObject({
      code: 'order_has_payments',
    });
    await requestRefund(shop.deps, { orderId: secondPurchase.orderId, amount: null, requestKey: null });
    // Available credit stays the same: the payment is refunded, and its credit note reduces the debt by the
    // same amount.
    await until(
      'the refund is through',
      async () =>
        (await orderOf(person, secondPurchase.orderId)).status === 'partially_refunded' &&
        (await isCredited(half)),
    );
    expect((await accountOf(person)).availableCredit).toBe(425.25);
    await cancelCreditOrder(shop.deps, secondPurchase.orderId);
    expect(await accountOf(person)).toMatchObject({ owed: 0, held: 0, availableCredit: 500 });
  });

  test('that was paid outside the processor counts as paid, without a card', async () => {
    const { person, id, sent } = await aBoughtInvoice(shop);
    await stripeOf(shop).invoices.pay(sent.id, { paid_out_of_band: true });
    await untilPaid(shop, id);
    expect(await accountOf(person)).toMatchObject({ owed: 0, availableCredit: 425.25 });
  });

  test('paid in parts at the processor counts each part once; later money is refunded (situation 26)', async () => {
    const { person, id, sent } = await aBoughtInvoice(shop);
    const { gateway } = shop.deps;
    const part = (paymentRef: string, amount: number) => ({
      paymentRef,
      intentRef: null,
      amount: cents(amount),
      paidAt: new Date(),
    });
    const reported = [part('inpay_one', 2_000), part('inpay_two', 5_475), part('inpay_late', 900)];
    const deliver = async (count: number) => {
      const real = await gateway.readInvoice(sent.id);
      if (real === null) throw new Error('the invoice is not there');
      await applyCreditInvoice(
        {
          ...shop.deps,
          gateway: { ...gateway, readInvoice: async () => ({ ...real, payments: reported.slice(0, count) }) },
        },
        sent.id,
      );
    };
    await deliver(1);
    await deliver(1);
    expect(await accountOf(person)).toMatchObject({
      owed: 54.75,
      invoices: [{ id, amount: 74.75, owed: 54.75 }],
    });
    await Promise.all([deliver(2), deliver(2)]);
    expect((await accountOf(person)).invoices).toEqual([]);
    await deliver(3);
    const payments = await shop.db
      .selectFrom('payment')
      .select(['status', 'amount_cents'])
      .where('invoice_id', '=', id)
      .orderBy('amount_cents')
      .execute();
    expect(payments).toEqual([
      { status: 'duplicate', amount_cents: 900 },
      { status: 'succeeded', amount_cents: 2_000 },
      { status: 'succeeded', amount_cents: 5_475 },
    ]);
    // It was not paid by card, so staff refund it by hand.
    await shop.db
      .updateTable('payment')
      .set({ status: 'canceled' })
      .where('invoice_id', '=', id)
      .where('status', '=', 'duplicate')
      .execute();
  });

  test('is paid once: a second click, the page, and a stranger', async () => {
    const { person, id } = await aBoughtInvoice(shop);
    const card = (await saveCard(shop, person)) ?? '';
    const pay = (buyer: Pick<Customer, 'call'>, paymentMethodId = card) =>
      buyer.call(contract.payCreditInvoices, { body: { invoiceIds: [id], paymentMethodId } });
    await expect(pay(await aCustomer(shop))).rejects.toMatchObject({ code: 'credit_invoice_unknown' });
    const [one, other] = await Promise.all([pay(person), pay(person)]);
    expect([one.results[0]?.status, other.results[0]?.status]).toContain('paid');
    expect((await pay(person)).results).toEqual([{ invoiceId: id, status: 'paid' }]);
    expect(
      await shop.db.selectFrom('payment').select('id').where('invoice_id', '=', id).execute(),
    ).toHaveLength(1);
  });

  test("with a declined card stays open, with the bank's message; authentication happens in the browser", async () => {
    const { person, id } = await aBoughtInvoice(shop);
    const declined = (await saveCard(shop, person, cards.savedThenDeclined)) ?? '';
    const pay = (paymentMethodId: string) =>
      person.call(contract.payCreditInvoices, { body: { invoiceIds: [id], paymentMethodId } });
    expect((await pay(declined)).results[0]).toMatchObject({
      status: 'declined',
      message: 'Your card was declined.',
    });
    const cardId = (await saveCard(shop, person, cards.alwaysAsksFor3ds, { challenge: 'pass' })) ?? '';
    const [attempt] = (await pay(cardId)).results;
    expect(attempt).toMatchObject({ status: 'requires_action' });
    await shop
      .control('POST', '/control/confirm', {
        payment_intent: (attempt?.client_secret ?? '').split('_secret_')[0],
        card: cards.alwaysAsksFor3ds,
        challenge: 'pass',
      })
      .catch(() => undefined);
    await untilPaid(shop, id);
    expect((await accountOf(person)).owed).toBe(0);
  });
});
