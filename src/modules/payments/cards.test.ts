/** Saving, listing and removing cards. Numbers refer to the payment situations. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { cards, cardsOf, intentOf, saveCard } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { stripeOf } from '#test/webhooks.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterEach(() => shop.control('DELETE', '/control/fail-next'));
afterAll(() => shop.stop());

const failNext = (fault: object) => shop.control('POST', '/control/fail-next', fault);
const add = ({ call }: Customer, key?: string) =>
  call(contract.addPaymentMethod, {
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: { firstName: 'Ama', lastName: 'Boateng' },
  });
const customerOf = async ({ userId }: Customer) =>
  (
    await shop.db
      .selectFrom('app_user')
      .select('customer_ref')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).customer_ref ?? '';
const savedCard = async (customer: Customer, card: string = cards.good): Promise<string> => {
  const id = await saveCard(shop, customer, card, { challenge: 'pass' });
  if (id === null) throw new Error('the card was not saved');
  return id;
};

describe('saved cards', () => {
  test('without any are an empty list, and the processor is not called', async () => {
    const customer = await aCustomer(shop);
    await failNext({ where: 'before', how: '500', match: 'GET /v1/customers*' });
    expect(await cardsOf(customer)).toEqual([]);
  });

  test('are listed with name, last digits, expiry, and brand; the newest is the default until another is chosen', async () => {
    const customer = await aCustomer(shop);
    const first = await savedCard(customer);
    const second = await savedCard(customer, cards.other);
    const year = new Date().getUTCFullYear() + 2;
    expect(await cardsOf(customer)).toEqual([
      {
        id: second,
        name: 'Ama Boateng',
        last4: '4444',
        expMonth: 12,
        expYear: year,
        brand: 'mastercard',
        isDefault: true,
      },
      {
        id: first,
        name: 'Ama Boateng',
        last4: '4242',
        expMonth: 12,
        expYear: year,
        brand: 'visa',
        isDefault: false,
      },
    ]);
    await customer.call(contract.makePaymentMethodDefault, { params: { id: first } });
    expect((await cardsOf(customer)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first, true],
      [second, false],
    ]);
    await customer.call(contract.removePaymentMethod, { params: { id: first } });
    expect((await cardsOf(customer)).map(({ id, isDefault }) => [id, isDefault])).toEqual([[second, true]]);
  });

  test('are hidden once they have expired', async () => {
    const customer = await aCustomer(shop);
    const id = await savedCard(customer);
    await stripeOf(shop).paymentMethods.update(id, { card: { exp_month: 1, exp_year: 2025 } });
    expect(await cardsOf(customer)).toEqual([]);
    await expect(customer.call(contract.makePaymentMethodDefault, { params: { id } })).rejects.toMatchObject({
      status: 402,
      code: 'card_expired',
    });
  });

  test('show an error while the processor is unavailable', async () => {
    const customer = await aCustomer(shop);
    const id = await savedCard(customer);
    await failNext({ where: 'before', how: '503', times: 20, match: '* /v1/customers*' });
    const refusal = { status: 503, code: 'cards_unavailable' };
    await expect(cardsOf(customer)).rejects.toMatchObject(refusal);
    await expect(customer.call(contract.removePaymentMethod, { params: { id } })).rejects.toMatchObject(
      refusal,
    );
  });

  test('of another customer can neither be removed nor chosen, as if they did not exist', async () => {
    const [owner, stranger] = [await aCustomer(shop), await aCustomer(shop)];
    const id = await savedCard(owner);
    await savedCard(stranger);
    const refusal = { status: 404, code: 'card_not_found', message: 'Card not found' };
    for (const other of [id, 'pm_made_up']) {
      await expect(
        stranger.call(contract.removePaymentMethod, { params: { id: other } }),
      ).rejects.toMatchObject(refusal);
      await expect(
        stranger.call(contract.makePaymentMethodDefault, { params: { id: other } }),
      ).rejects.toMatchObject(refusal);
    }
    expect(await cardsOf(owner)).toHaveLength(1);
  });

  test('require a log-in', async () => {
    await expect(shop.call(contract.listPaymentMethods)).rejects.toMatchObject({
      status: 401,
      code: 'sign_in_required',
    });
  });

  test('add a row to the audit log when saved and when removed', async () => {
    const customer = await aCustomer(shop);
    const id = await savedCard(customer);
    await customer.call(contract.removePaymentMethod, { params: { id } });
    await until('both are written', async () => {
      const rows = await shop.db
        .selectFrom('audit_log')
        .select('action')
        .where('effective_id', '=', customer.userId)
        .execute();
      const actions = rows.map(({ action }) => action);
      return actions.includes('card_saved') && actions.includes('card_removed');
    });
  });
});

describe('32: saving a card', () => {
  test('abandoned leaves no data, and can be repeated', async () => {
    const customer = await aCustomer(shop);
    await add(customer);
    expect(await cardsOf(customer)).toEqual([]);
    await savedCard(customer);
    expect(await cardsOf(customer)).toHaveLength(1);
  });

  test('repeated under one key, five times concurrently, opens one set-up and one customer', async () => {
    const customer = await aCustomer(shop);
    const key = randomUUID();
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => add(customer, key)));
    const secrets = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value.client_secret] : [],
    );
    expect(new Set([...secrets, (await add(customer, key)).client_secret]).size).toBe(1);
    expect((await stripeOf(shop).customers.list({ email: customer.email })).data).toHaveLength(1);
    expect(
      (await stripeOf(shop).setupIntents.list({ customer: await customerOf(customer) })).data,
    ).toHaveLength(1);
  });

  test('under a key used for another name is rejected', async () => {
    const customer = await aCustomer(shop);
    const key = randomUUID();
    await add(customer, key);
    const other = customer.call(contract.addPaymentMethod, {
      headers: { 'idempotency-key': key },
      body: { firstName: 'Kojo', lastName: 'Boateng' },
    });
    await expect(other).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
      message: 'This attempt was already used for a different name. Please try again',
    });
  });

  test('under the key of an already saved card opens a new set-up, and the first is in the audit log', async () => {
    const customer = await aCustomer(shop);
    const key = randomUUID();
    const first = await add(customer, key);
    await shop.control('POST', '/control/confirm', {
      setup_intent: intentOf(first),
      card: cards.good,
      challenge: 'pass',
    });
    const second = await add(customer, key);
    expect(second.client_secret).not.toBe(first.client_secret);
    expect((await add(customer, key)).client_secret).toBe(second.client_secret);
    const auditEntries = shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('effective_id', '=', customer.userId);
    expect((await auditEntries.where('action', '=', 'card_saved').execute()).length).toBe(1);
  });

  test('is limited to ten an hour, also for concurrent attempts', async () => {
    const customer = await aCustomer(shop);
    await add(customer);
    const attempts = await Promise.allSettled(Array.from({ length: 11 }, () => add(customer)));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'You have tried to save a card many times. Please try again in 60 minutes',
    });
  });

  test('declined by the bank is not listed; after successful authentication it is', async () => {
    const customer = await aCustomer(shop);
    expect(await saveCard(shop, customer, cards.asksFor3ds, { challenge: 'fail' })).toBeNull();
    expect(await cardsOf(customer)).toEqual([]);
    expect(await saveCard(shop, customer, cards.asksFor3ds)).toBeNull();
    expect(await cardsOf(customer)).toEqual([]);
    await savedCard(customer, cards.asksFor3ds);
    expect(await cardsOf(customer)).toHaveLength(1);
  });

  test('twice lists it once, and one removal removes it', async () => {
    const customer = await aCustomer(shop);
    await savedCard(customer);
    await savedCard(customer);
    const listed = await cardsOf(customer);
    expect(listed).toHaveLength(1);
    await customer.call(contract.removePaymentMethod, { params: { id: listed[0]?.id ?? '' } });
    expect(await cardsOf(customer)).toEqual([]);
  });

  test('after a lost response to a completed call makes no second customer', async () => {
    const customer = await aCustomer(shop);
    await failNext({ where: 'after', how: '500', match: 'POST /v1/customers' });
    await savedCard(customer);
    expect((await stripeOf(shop).customers.list({ email: customer.email })).data).toHaveLength(1);
  });

  test('continues with a new customer after the old one was deleted at the processor', async () => {
    const customer = await aCustomer(shop);
    await savedCard(customer);
    await stripeOf(shop).customers.del(await customerOf(customer));
    await add(customer);
    await savedCard(customer);
    expect(await cardsOf(customer)).toHaveLength(1);
  });
});
