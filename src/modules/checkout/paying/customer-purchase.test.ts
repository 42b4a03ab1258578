/** Purchases by a logged-in user, with new and with saved cards. Numbers refer to the payment situations. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import {
  aCart,
  billingDetails,
  buyAs,
  cards,
  cardsOf,
  confirm,
  intentOf,
  saveCard,
  statusOf,
} from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterEach(() => shop.control('DELETE', '/control/fail-next'));
afterAll(() => shop.stop());

const failNext = (fault: object) => shop.control('POST', '/control/fail-next', fault);
const customerOf = async ({ userId }: Customer) =>
  (
    await shop.db
      .selectFrom('app_user')
      .select('customer_ref')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).customer_ref ?? '';
const chargesOf = async (customer: Customer) =>
  (await stripeOf(shop).paymentIntents.list({ customer: await customerOf(customer) })).data.filter(
    ({ status }) => status === 'succeeded',
  );
const paymentsOf = (orderId: string) =>
  shop.db.selectFrom('payment').selectAll().where('order_id', '=', orderId).execute();
const savedCard = async (customer: Customer, card: string = cards.good): Promise<string> => {
  const id = await saveCard(shop, customer, card, { challenge: 'pass' });
  if (id === null) throw new Error('the card was not saved');
  return id;
};

describe('a purchase by a logged-in customer', () => {
  test('with a new card belongs to the customer, and sends the customer to the processor', async () => {
    const customer = await aCustomer(shop);
    const answer = await buyAs(customer);
    expect(answer.status).toBe('requires_confirmation');
    const intent = await stripeOf(shop).paymentIntents.retrieve(intentOf(answer));
    expect(intent).toMatchObject({ customer: await customerOf(customer), setup_future_usage: null });
    await confirm(shop, intentOf(answer));
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect((await customer.call(contract.me)).orders.map(({ id, status }) => [id, status])).toEqual([
      [answer.orderId, 'in_progress'],
    ]);
    expect(await cardsOf(customer)).toEqual([]);
  });

  test('of a subscription saves the new card for its renewals', async () => {
    const customer = await aCustomer(shop);
    const answer = await buyAs(customer, { productIds: ['us-business-address'] });
    await confirm(shop, intentOf(answer));
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await cardsOf(customer)).toHaveLength(1);
  });

  test('with a saved card is paid immediately, with one receipt and no email about an account', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await savedCard(customer);
    const cartId = await aCart(shop);
    const answer = await buyAs(customer, { paymentMethodId, cartId });
    expect(answer).toMatchObject({ status: 'paid' });
    expect(answer.client_secret).toBeUndefined();
    expect(await chargesOf(customer)).toMatchObject([
      { payment_method: paymentMethodId, amount: Math.round(answer.total * 100) },
    ]);
    expect(
      await shop.db.selectFrom('mail').select('kind').where('order_id', '=', answer.orderId).execute(),
    ).toEqual([{ kind: 'receipt' }]);
  });

  test('6: ten identical submits with a saved card give one order and one charge', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await savedCard(customer);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => buyAs(customer, { paymentMethodId }, key)),
    );
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
    expect(answers.every(({ status }) => status === 'paid' || status === 'processing')).toBe(true);
    expect(await buyAs(customer, { paymentMethodId }, key)).toMatchObject({ status: 'paid' });
    expect(await chargesOf(customer)).toHaveLength(1);
  });

  test('11: whose charge response was lost is never reported as failed, and is found', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await savedCard(customer);
    const key = randomUUID();
    await failNext({ where: 'after', how: '500', match: 'POST /v1/payment_intents/*/confirm' });
    const answer = await buyAs(customer, { paymentMethodId }, key);
    expect(['processing', 'paid']).toContain(answer.status);
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await buyAs(customer, { paymentMethodId }, key)).toMatchObject({
      orderId: answer.orderId,
      status: 'paid',
    });
    expect(await chargesOf(customer)).toHaveLength(1);
  });

  test('17: a declined saved card shows the reason; another card pays the same order', async () => {
    const customer = await aCustomer(shop);
    const [declined, good] = [await savedCard(customer, cards.savedThenDeclined), await savedCard(customer)];
    const cartId = await aCart(shop);
    const refused = buyAs(customer, { cartId, paymentMethodId: declined, discountCode: 'WELCOME10' });
    await expect(refused).rejects.toMatchObject({
      status: 402,
      code: 'card_declined',
      message: 'Your card was declined.',
    });
    const newCard = await buyAs(customer, { cartId, discountCode: 'WELCOME10' });
    expect(newCard.status).toBe('requires_confirmation');
    const paid = await buyAs(customer, { cartId, paymentMethodId: good, discountCode: 'WELCOME10' });
    expect(paid).toMatchObject({ orderId: newCard.orderId, status: 'paid' });
    expect(await paymentsOf(paid.orderId)).toMatchObject([
      { status: 'succeeded', intent_ref: intentOf(newCard) },
    ]);
  });

  test('17: a declined saved card is tried again within the same attempt', async () => {
    const customer = await aCustomer(shop);
    const [paymentMethodId, cartId, key] = [
      await savedCard(customer, cards.savedThenDeclined),
      await aCart(shop),
      randomUUID(),
    ];
    const askAgain = async () => {
      await expect(buyAs(customer, { cartId, paymentMethodId }, key)).rejects.toMatchObject({
        status: 402,
        code: 'card_declined',
      });
      return (await stripeOf(shop).charges.list({ customer: await customerOf(customer) })).data.length;
    };
    expect([await askAgain(), await askAgain()]).toEqual([1, 2]);
  });

  test('with credit is rejected with a clear message for a customer without credit', async () => {
    const customer = await aCustomer(shop);
    await expect(buyAs(customer, { creditPurchase: true })).rejects.toMatchObject({
      status: 409,
      code: 'credit_insufficient',
      message: 'Not enough available credit',
    });
  });

  test('needs the log-in', async () => {
    await expect(buyAs(shop)).rejects.toMatchObject({ status: 401, code: 'sign_in_required' });
  });
});

describe('19: a saved card that needs authentication', () => {
  test('requires action, is not shown as paid before authentication, and is paid afterwards', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await savedCard(customer, cards.alwaysAsksFor3ds);
    const key = randomUUID();
    const answer = await buyAs(customer, { paymentMethodId }, key);
    expect(answer).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) });
    expect((await statusOf(shop, answer.orderId)).status).toBe('requires_action');
    expect((await customer.call(contract.me)).orders[0]?.status).toBe('awaiting_payment');
    // The same submit again, and another one, meet the same question: the dialog that is open stays good.
    expect(await buyAs(customer, { paymentMethodId }, key)).toEqual(answer);
    await answerBank(await questionOf(answer), 'complete');
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await chargesOf(customer)).toHaveLength(1);
  });

  test('fails it, and the order stays open with the reason, and another card pays it', async () => {
    const customer = await aCustomer(shop);
    const [asking, good] = [await savedCard(customer, cards.alwaysAsksFor3ds), await savedCard(customer)];
    const cartId = await aCart(shop);
    const answer = await buyAs(customer, { cartId, paymentMethodId: asking });
    await answerBank(await questionOf(answer), 'fail');
    expect(await statusOf(shop, answer.orderId)).toMatchObject({
      status: 'open',
      message: expect.stringMatching(/authenticate/),
    });
    expect(await buyAs(customer, { cartId, paymentMethodId: good })).toMatchObject({
      orderId: answer.orderId,
      status: 'paid',
    });
  });

  test('18: fails it, and the same card can authenticate again within the same attempt', async () => {
    const customer = await aCustomer(shop);
    const [paymentMethodId, cartId, key] = [
      await savedCard(customer, cards.alwaysAsksFor3ds),
      await aCart(shop),
      randomUUID(),
    ];
    const answer = await buyAs(customer, { cartId, paymentMethodId }, key);
    await answerBank(await questionOf(answer), 'fail');
    const repeated = await buyAs(customer, { cartId, paymentMethodId }, key);
    expect(repeated).toMatchObject({ orderId: answer.orderId, status: 'requires_action' });
    await answerBank(await questionOf(repeated), 'complete');
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  });

  test('is replaced by another one and chosen again: the challenge is for the first, and it is charged', async () => {
    const customer = await aCustomer(shop);
    const [first, second] = [
      await savedCard(customer, cards.alwaysAsksFor3ds),
      await savedCard(customer, cards.otherAsksFor3ds),
    ];
    const [cartId, key] = [await aCart(shop), randomUUID()];
    const choose = (paymentMethodId: string) => buyAs(customer, { cartId, paymentMethodId }, key);
    await choose(first);
    await choose(second);
    const answer = await choose(first);
    expect(answer.status).toBe('requires_action');
    await answerBank(await questionOf(answer), 'complete');
    expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
    expect(await chargesOf(customer)).toMatchObject([{ payment_method: first }]);
  });

  test('is abandoned for another card: that one is charged', async () => {
    const customer = await aCustomer(shop);
    const [asking, good] = [await savedCard(customer, cards.alwaysAsksFor3ds), await savedCard(customer)];
    const cartId = await aCart(shop);
    const answer = await buyAs(customer, { cartId, paymentMethodId: asking });
    expect(answer.status).toBe('requires_action');
    expect(await buyAs(customer, { cartId, paymentMethodId: good })).toMatchObject({
      orderId: answer.orderId,
      status: 'paid',
    });
    expect(await chargesOf(customer)).toMatchObject([{ payment_method: good }]);
  });
});

describe('20: a saved card that cannot be used', () => {
  test("that is another customer's, made up, or detached is rejected; no charge and no order is made", async () => {
    const [owner, stranger] = [await aCustomer(shop), await aCustomer(shop)];
    const [foreign, detached] = [await savedCard(owner), await savedCard(stranger)];
    await stripeOf(shop).paymentMethods.detach(detached);
    for (const paymentMethodId of [foreign, detached, 'pm_made_up']) {
      await expect(buyAs(stranger, { paymentMethodId })).rejects.toMatchObject({
        status: 404,
        code: 'card_not_found',
        message: 'Card not found',
      });
    }
    expect(
      await shop.db.selectFrom('shop_order').select('id').where('user_id', '=', stranger.userId).execute(),
    ).toEqual([]);
    expect([...(await chargesOf(stranger)), ...(await chargesOf(owner))]).toEqual([]);
  });

  test('that has expired is rejected, and nothing is charged', async () => {
    const customer = await aCustomer(shop);
    const id = await savedCard(customer);
    await stripeOf(shop).paymentMethods.update(id, { card: { exp_month: 1, exp_year: 2025 } });
    await expect(buyAs(customer, { paymentMethodId: id })).rejects.toMatchObject({
      status: 402,
      code: 'card_expired',
    });
    expect(await chargesOf(customer)).toEqual([]);
  });

  test('that is detached between check and charge is rejected by the processor', async () => {
    const customer = await aCustomer(shop);
    const id = await savedCard(customer);
    const answer = await buyAs(customer);
    await stripeOf(shop).paymentMethods.detach(id);
    const charged = shop.deps.gateway.payWithCard({
      intentRef: intentOf(answer),
      cardRef: id,
      returnUrl: 'http://shop.example/payment-successful',
    });
    await expect(charged).rejects.toThrow();
    expect(await chargesOf(customer)).toEqual([]);
  });
});

test('13: money from an unexpected customer is parked', async () => {
  const customer = await aCustomer(shop);
  const answer = await buyAs(customer, {
    billingDetails: { ...billingDetails, email: 'another@example.com' },
  });
  await shop.db
    .updateTable('payment')
    .set({
      request: JSON.stringify({
        ...((await paymentsOf(answer.orderId))[0]?.request as object),
        customerRef: 'cus_somebody_else',
      }),
    })
    .where('order_id', '=', answer.orderId)
    .execute();
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('checking');
});

test('a payer whose processor customer was deleted pays as a new customer', async () => {
  const customer = await aCustomer(shop);
  await savedCard(customer);
  await stripeOf(shop).customers.del(await customerOf(customer));
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
});

test('afterwards no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});

const questionOf = async (answer: Parameters<typeof intentOf>[0]): Promise<unknown> =>
  (await stripeOf(shop).paymentIntents.retrieve(intentOf(answer))).next_action;

/** On the bank's own page, as the browser's dialog shows it. */
async function answerBank(nextAction: unknown, outcome: 'complete' | 'fail'): Promise<void> {
  const { use_stripe_sdk: details } = nextAction as { use_stripe_sdk: { stripe_js: string } };
  const response = await fetch(details.stripe_js, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  expect(response.status).toBeLessThan(400);
}
