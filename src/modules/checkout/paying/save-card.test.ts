/** Saving the new card with the payment, as the checkbox at checkout requests. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import type { Sent } from '#contract/endpoint.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { cardsAtMost } from '#modules/payments/card-rules.ts';
import { assertCardLimit } from '#modules/payments/cards.ts';
import {
  aCart,
  buyAs,
  cards,
  cardsOf,
  confirm,
  intentOf,
  type PurchaseAnswer,
  saveCard,
  statusOf,
} from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const paymentsOf = (orderId: string) =>
  shop.db
    .selectFrom('payment')
    .select(['status', 'intent_ref', 'request'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
const usageOf = async (answer: PurchaseAnswer) =>
  (await stripeOf(shop).paymentIntents.retrieve(intentOf(answer))).setup_future_usage;
const settled = async (answer: PurchaseAnswer, card?: string) => {
  await confirm(shop, intentOf(answer), card);
  return (await statusOf(shop, answer.orderId)).status;
};
const lastOf = async (customer: Customer) => (await cardsOf(customer)).map(({ last4 }) => last4);
const payOrder = ({ call }: Pick<Customer, 'call'>, body: Sent<typeof contract.purchaseOrder>['body']) =>
  call(contract.purchaseOrder, { headers: { 'idempotency-key': randomUUID() }, body });

describe('a new card to be saved', () => {
  test('is listed once it has paid, pays the next order, and is in the audit log', async () => {
    const customer = await aCustomer(shop);
    const answer = await buyAs(customer, { saveCard: true });
    expect(await usageOf(answer)).toBe('off_session');
    expect(await lastOf(customer)).toEqual([]);
    expect(await settled(answer)).toBe('paid');
    const [card] = await cardsOf(customer);
    expect(card).toMatchObject({ last4: '4242', brand: 'visa' });
    const audited = await shop.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', customer.userId)
      .where('action', '=', 'card_saved')
      .execute();
    expect(audited).toHaveLength(1);
    expect(await buyAs(customer, { paymentMethodId: card?.id, cartId: await aCart(shop) })).toMatchObject({
      status: 'paid',
    });
  });

  test('is not saved without consent, nor when it is declined', async () => {
    const customer = await aCustomer(shop);
    expect(await settled(await buyAs(customer, { saveCard: false }))).toBe('paid');
    const refused = await buyAs(customer, { saveCard: true, cartId: await aCart(shop) });
    expect(await settled(refused, cards.declined)).toBe('open');
    expect(await lastOf(customer)).toEqual([]);
  });

  test('may be requested and canceled after the payment was opened: one order, and one payable payment', async () => {
    const customer = await aCustomer(shop);
    const [cartId, key] = [await aCart(shop), randomUUID()];
    const first = await buyAs(customer, { cartId }, key);
    expect(await settled(first, cards.declined)).toBe('open');
    const ticked = await buyAs(customer, { cartId, saveCard: true }, key);
    const unticked = await buyAs(customer, { cartId }, key);
    const repeated = await buyAs(customer, { cartId, saveCard: true }, key);
    expect(new Set([first, ticked, unticked, repeated].map(({ orderId }) => orderId)).size).toBe(1);
    expect(new Set([first, ticked, unticked, repeated].map(intentOf)).size).toBe(4);
    for (const purchase of [first, ticked, unticked])
      await expect(confirm(shop, intentOf(purchase))).rejects.toThrow();
    expect(await buyAs(customer, { cartId, saveCard: true }, key)).toEqual(repeated);
    expect(await settled(repeated)).toBe('paid');
    expect((await paymentsOf(first.orderId)).map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
      'canceled',
      'succeeded',
    ]);
    expect(await lastOf(customer)).toEqual(['4242']);
  });

  test('and the same one unsaved, in two concurrent tabs, are one live order and one charge', async () => {
    const customer = await aCustomer(shop);
    const cartId = await aCart(shop);
    const attempts = await Promise.allSettled(
      [true, false, true, false].map((saveCard) => buyAs(customer, { cartId, saveCard })),
    );
    const answers = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const paid = await Promise.allSettled(answers.map((answer) => confirm(shop, intentOf(answer))));
    expect(
      paid.some(({ status }) => status === 'fulfilled') ||
        (await settled(await buyAs(customer, { cartId }))) === 'paid',
    ).toBe(true);
    // A tab that asks while another tab's payment is being canceled replaces the order of both with a new
    // one.
    const orders = await shop.db
      .selectFrom('shop_order')
      .select('id')
      .where('cart_id', '=', cartId)
      .execute();
    const states = await Promise.all(orders.map(async ({ id }) => (await statusOf(shop, id)).status));
    expect(states.filter((state) => state !== 'canceled')).toEqual(['paid']);
    const statuses = (await Promise.all(orders.map(({ id }) => paymentsOf(id))))
      .flat()
      .map(({ status }) => status);
    expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(1);
    expect(statuses).not.toContain('duplicate');
  });

  test('of a subscription is always saved: the box changes nothing, and opens no other payment', async () => {
    const customer = await aCustomer(shop);
    const [cartId, key] = [await aCart(shop, ['us-business-address']), randomUUID()];
    const purchase = { productIds: ['us-business-address'], cartId };
    const first = await buyAs(customer, { ...purchase, saveCard: true }, key);
    expect(await buyAs(customer, purchase, key)).toEqual(first);
    expect((await paymentsOf(first.orderId)).map(({ request }) => request)).toMatchObject([
      { keepCard: true },
    ]);
    expect((await paymentsOf(first.orderId))[0]?.request).not.toHaveProperty('saveCard');
  });

  test('has no effect for a saved card, which pays as usual', async () => {
    const customer = await aCustomer(shop);
    const paymentMethodId = await saveCard(shop, customer);
    const cartId = await aCart(shop);
    const opened = await buyAs(customer, { cartId, saveCard: true });
    const paid = await buyAs(customer, { cartId, saveCard: true, paymentMethodId });
    expect(paid).toMatchObject({ orderId: opened.orderId, status: 'paid' });
    expect((await paymentsOf(paid.orderId)).at(-1)?.request).not.toHaveProperty('saveCard');
    expect(await lastOf(customer)).toEqual(['4242']);
  });

  test('is rejected at the limit of saved cards, and no order is placed', async () => {
    const customer = await aCustomer(shop);
    await saveCard(shop, customer);
    const card = { name: null, last4: '4242', expMonth: 12, expYear: 2050, brand: 'visa' };
    const wallet = {
      cards: Array.from({ length: cardsAtMost }, (_, at) => ({
        ...card,
        cardRef: `pm_${at}`,
        fingerprint: `${at}`,
      })),
      defaultCardRef: null,
    };
    const gateway = { ...shop.deps.gateway, readWallet: async () => wallet };
    await expect(assertCardLimit({ ...shop.deps, gateway }, customer.userId)).rejects.toMatchObject({
      code: 'cards_full',
      message: 'You can save up to 20 cards. Please remove one first',
    });
    await expect(assertCardLimit(shop.deps, customer.userId)).resolves.toBeUndefined();
  });
});

describe('an order placed earlier', () => {
  test('saves the card for its payer, not for its owner', async () => {
    const [owner, other] = [await aCustomer(shop), await aCustomer(shop)];
    const { orderId } = await buyAs(owner);
    shop.travel(120_000);
    const answer = await payOrder(other, { orderId, saveCard: true }).finally(() => shop.travel(-120_000));
    expect(await settled(answer)).toBe('paid');
    expect([await lastOf(owner), await lastOf(other)]).toEqual([[], ['4242']]);
  });

  test('saves no card for a guest', async () => {
    const { orderId } = await buyAs(await aCustomer(shop));
    await expect(payOrder(shop, { orderId, saveCard: true })).rejects.toMatchObject({
      status: 401,
      code: 'sign_in_required',
    });
  });
});

test('afterwards no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
