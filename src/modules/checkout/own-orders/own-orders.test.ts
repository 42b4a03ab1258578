/** Who owns an order, and who may see and pay it. Numbers refer to the payment situations. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import {
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
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

type Caller = Pick<Customer, 'call'>;
type OrderPayment = { paymentMethodId?: string; expectedTotal?: number; creditPurchase?: boolean };

const unknownOrder = { status: 404, code: 'order_not_found', message: 'Order not found' };
const readOrder = ({ call }: Caller, id: string) => call(contract.readOrder, { params: { id } });
const payOrder = (
  { call }: Caller,
  orderId: string,
  { paymentMethodId, expectedTotal, creditPurchase }: OrderPayment = {},
  key: string = randomUUID(),
) =>
  call(contract.purchaseOrder, {
    headers: { 'idempotency-key': key },
    body: {
      orderId,
      billingDetails: { ...billingDetails, email: 'someone-else@example.com' },
      productIds: ['trademark-filing-support'],
      ...(paymentMethodId === undefined ? {} : { paymentMethodId }),
      ...(expectedTotal === undefined ? {} : { expectedTotal }),
      ...(creditPurchase === undefined ? {} : { creditPurchase }),
    },
  });
const orderRow = (id: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const accountsOf = (email: string) =>
  shop.db.selectFrom('app_user').selectAll().where('email', '=', email).execute();
const settled = async (answer: { orderId: string; client_secret?: string | undefined }): Promise<string> => {
  if (answer.client_secret !== undefined) await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return answer.orderId;
};
const savedCard = async (customer: Customer, card: string = cards.good) =>
  (await saveCard(shop, customer, card, { challenge: 'pass' })) ?? '';
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  shop.travel(ms);
  return work().finally(() => shop.travel(-ms));
};
const ordersIn = async ({ call }: Caller) => (await call(contract.me)).orders.map(({ id }) => id);

describe('an order', () => {
  test('shows its owner everything, including payments and refunds', async () => {
    const customer = await aCustomer(shop);
    const answer = await buyAs(customer, { discountCode: 'WELCOME10' });
    expect(await readOrder(customer, answer.orderId)).toMatchObject({
      status: 'awaiting_payment',
      payable: true,
      receipts: [],
    });
    await settled(answer);
    const order = await readOrder(customer, answer.orderId);
    expect(order).toMatchObject({
      id: answer.orderId,
      number: expect.stringMatching(/^S-\d+$/),
      status: 'in_progress',
      payable: false,
      billingInfo: billingDetails,
      orderItems: [
        {
          id: 'ein-filing',
          total: 149.5,
          product: { id: 'ein-filing', name: expect.any(String), type: 'simple' },
        },
      ],
      invoices: [
        {
          number: expect.stringMatching(/^INV-\d{4}-\d{5}$/),
          status: 'paid',
          amount: answer.total,
          stripeHostedInvoice: expect.stringMatching(/^http:\/\/shop\.example\/invoices\/inv_[\w-]{22}$/),
        },
      ],
      subtotal: 149.5,
      total: answer.total,
      refunded: 0,
      receipts: [{ type: 'payment', amount: answer.total, pending: false }],
    });
    expect((await customer.call(contract.me)).orders).toEqual([order]);
    await requestRefund(shop.deps, { orderId: answer.orderId, amount: null, requestKey: 'all' });
    await until('the refund is made', async () =>
      (await readOrder(customer, answer.orderId)).receipts.every(({ pending }) => !pending),
    );
    expect(await readOrder(customer, answer.orderId)).toMatchObject({
      status: 'refunded',
      refunded: answer.total,
      receipts: [{ type: 'payment' }, { type: 'refund', amount: answer.total, pending: false }],
    });
  });

  test('shows a link holder what payment needs, with a masked address, and nothing once it is paid', async () => {
    const customer = await aCustomer(shop);
    const answer = await buyAs(customer);
    const seen = await readOrder(shop, answer.orderId);
    expect(seen.billingInfo).toEqual({
      firstName: 'Kofi',
      lastName: 'Mensah',
      email: 'k***@example.com',
      country: '',
      phone: '',
      addressLine1: '',
    });
    expect(seen).toMatchObject({ payable: true, total: answer.total, orderItems: [{ id: 'ein-filing' }] });
    await settled(answer);
    await expect(readOrder(shop, answer.orderId)).rejects.toMatchObject(unknownOrder);
    await expect(readOrder(shop, `ord_${'x'.repeat(22)}`)).rejects.toMatchObject(unknownOrder);
  });

  test('shows a link holder logged in as another customer the same, and its status', async () => {
    const [owner, other] = [await aCustomer(shop), await aCustomer(shop)];
    const answer = await buyAs(owner);
    const { orderId } = answer;
    expect(await readOrder(other, orderId)).toEqual(await readOrder(shop, orderId));
    const status = () => other.call(contract.readPaymentStatus, { params: { id: orderId } });
    expect(await status()).toMatchObject({ status: 'open' });
    await settled(answer);
    expect(await status()).toMatchObject({ status: 'paid' });
    await expect(readOrder(other, orderId)).rejects.toMatchObject(unknownOrder);
  });

  test('that was canceled is not in the list, and a waiting one is', async () => {
    const customer = await aCustomer(shop);
    const [first, second] = [
      await buyAs(customer),
      await buyAs(customer, { productIds: ['itin-application'] }),
    ];
    expect(await ordersIn(customer)).toEqual([second.orderId, first.orderId]);
    await cancelOrder(shop.deps, first.orderId, 'expired');
    expect(await ordersIn(customer)).toEqual([second.orderId]);
  });
});

describe('21: paying an order placed earlier', () => {
  test('charges its frozen total, to its stored address, whatever the request contains', async () => {
    const customer = await aCustomer(shop);
    const placed = await buyAs(customer);
    await shop.db
      .updateTable('product')
      .set({ price_cents: 99_900 })
      .where('id', '=', 'ein-filing')
      .execute();
    const answer = await payOrder(customer, placed.orderId);
    await shop.db
      .updateTable('product')
      .set({ price_cents: 14_950 })
      .where('id', '=', 'ein-filing')
      .execute();
    expect(answer).toEqual(placed);
    await settled(answer);
    expect(await orderRow(placed.orderId)).toMatchObject({
      email: billingDetails.email,
      total_cents: 14_950,
      status: 'in_progress',
    });
    expect(
      await shop.db.selectFrom('mail').select('to_address').where('order_id', '=', placed.orderId).execute(),
    ).toEqual([{ to_address: billingDetails.email }]);
  });

  test('with a saved card pays it immediately, and the same submit again gives the same answer', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await savedCard(customer);
    const { orderId, total } = await buyAs(customer);
    const key = randomUUID();
    expect(await payOrder(customer, orderId, { paymentMethodId }, key)).toMatchObject({
      orderId,
      status: 'paid',
      total,
    });
    expect(await payOrder(customer, orderId, { paymentMethodId }, key)).toMatchObject({
      orderId,
      status: 'paid',
    });
  });

  test('that is paid, canceled, or unknown is rejected with its state, for every link holder', async () => {
    const [owner, other] = [await aCustomer(shop), await aCustomer(shop)];
    const [paid, canceled] = [await buyAs(owner), await buyAs(owner)];
    await settled(paid);
    await cancelOrder(shop.deps, canceled.orderId, 'expired');
    for (const holder of [owner, other, shop]) {
      await expect(payOrder(holder, paid.orderId)).rejects.toMatchObject({
        status: 409,
        message: 'This order is already paid',
      });
      await expect(payOrder(holder, canceled.orderId)).rejects.toMatchObject({
        status: 409,
        message: 'This order can no longer be paid',
      });
      await expect(payOrder(holder, `ord_${'x'.repeat(22)}`)).rejects.toMatchObject(unknownOrder);
    }
  });

  test("by another logged-in customer uses that customer's saved card, and the order stays its owner’s", async () => {
    const [owner, other] = [await aCustomer(shop), await aCustomer(shop)];
    const paymentMethodId = await savedCard(other);
    const { orderId, total } = await buyAs(owner);
    expect(await later(120_000, () => payOrder(other, orderId, { paymentMethodId }))).toMatchObject({
      orderId,
      status: 'paid',
      total,
    });
    expect(await ordersIn(owner)).toEqual([orderId]);
    expect(await ordersIn(other)).toEqual([]);
  });

  test('by a guest with the link pays it for its owner, and saves no card', async () => {
    const owner = await aCustomer(shop);
    const placed = await buyAs(owner, { productIds: ['us-business-address'] });
    const answer = await later(120_000, () => payOrder(shop, placed.orderId));
    expect(intentOf(answer)).not.toBe(intentOf(placed));
    expect((await stripeOf(shop).paymentIntents.retrieve(intentOf(answer))).customer).toBeNull();
    await expect(confirm(shop, intentOf(placed))).rejects.toThrow();
    await settled(answer);
    expect(await ordersIn(owner)).toEqual([placed.orderId]);
    expect(await cardsOf(owner)).toEqual([]);
  });

  test('7: in two tabs concurrently is one charge, and the later tab sees that it is already paid', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await savedCard(customer);
    const { orderId } = await buyAs(customer);
    const tabs = await Promise.allSettled(
      Array.from({ length: 4 }, () => payOrder(customer, orderId, { paymentMethodId })),
    );
    for (const tab of tabs) {
      if (tab.status === 'fulfilled') expect(['paid', 'processing']).toContain(tab.value.status);
      else
        expect(tab.reason).toMatchObject({
          code: expect.stringMatching(/^(order_already_paid|payment_in_progress)$/),
        });
    }
    await expect(payOrder(customer, orderId, { paymentMethodId })).rejects.toMatchObject({
      code: 'order_already_paid',
    });
    const { customer_ref: ref } = (await accountsOf(customer.email))[0] ?? {};
    const charged = (await stripeOf(shop).paymentIntents.list({ customer: ref ?? '' })).data.filter(
      ({ status }) => status === 'succeeded',
    );
    expect(charged).toHaveLength(1);
  });

  test('on credit, or with a different total, is rejected with a message', async () => {
    const customer = await aCustomer(shop);
    const { orderId } = await buyAs(customer);
    await expect(payOrder(customer, orderId, { creditPurchase: true })).rejects.toMatchObject({
      code: 'credit_insufficient',
    });
    await expect(payOrder(customer, orderId, { expectedTotal: 1 })).rejects.toMatchObject({
      code: 'total_changed',
      message: 'The total is now $149.50. Please check it and try again',
    });
  });

  test('a key used for another order is rejected', async () => {
    const customer = await aCustomer(shop);
    const [one, other] = [await buyAs(customer), await buyAs(customer)];
    const key = randomUUID();
    await payOrder(customer, one.orderId, {}, key);
    await expect(payOrder(customer, other.orderId, {}, key)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });
});

test('afterwards no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
