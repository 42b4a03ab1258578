/** Boosters over HTTP: the catalog, the response of a purchase, and refusals before money moves. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { CallError } from '#contract/client.ts';
import { cents } from '#kernel/money.ts';
import { findOf } from '#modules/credit/ledger/store.ts';
import { freezeByStaff } from '#modules/credit/ledger/freezes.ts';
import { closeAccount } from '#modules/credit/ledger/opening.ts';
import {
  anApprovedCustomer,
  boost,
  type BoosterPurchase,
  boosted,
  movementsOf,
} from '#test/builders/booster.ts';
import { billingDetails, cards, confirm, intentOf, saveCard, statusOf } from '#test/builders/buyer.ts';
import { approve, balance, inTx } from '#test/builders/credit-account.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const starter = {
  id: 'booster-250',
  title: 'Starter boost',
  price: 49,
  creditLimitIncrease: 250,
  description: expect.any(String),
  bgColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
};
const fetchJson = async (path: string) => {
  const answer = await fetch(`${shop.origin}${path}`);
  return { status: answer.status, body: await answer.json() };
};
const ordersOf = (userId: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('user_id', '=', userId).orderBy('number').execute();
const refused = (purchase: Promise<unknown>) =>
  purchase.then(
    () => 'not refused',
    (error: unknown) => (error instanceof CallError ? [error.status, error.message] : error),
  );

describe('what is on sale', () => {
  test('GET /boosters answers a bare array of the fields of the specification', async () => {
    const { status, body } = await fetchJson('/api/boosters');
    expect(status).toBe(200);
    expect(body).toEqual([
      starter,
      { ...starter, id: 'booster-500', title: 'Growth boost', price: 89, creditLimitIncrease: 500 },
      { ...starter, id: 'booster-1000', title: 'Scale boost', price: 159, creditLimitIncrease: 1000 },
    ]);
  });

  test('GET /boosters/{id} answers one; an unknown or withdrawn one is not found', async () => {
    expect(await fetchJson('/api/boosters/booster-250')).toEqual({ status: 200, body: starter });
    for (const id of ['no-such-booster', 'ein-filing'])
      expect(await fetchJson(`/api/boosters/${id}`)).toEqual({ status: 404, body: 'Booster not found' });
    for (const id of ['UPPER', '%00', 'x'.repeat(61)])
      expect(await fetchJson(`/api/boosters/${id}`)).toEqual({ status: 422, body: 'Booster not found' });
    await shop.db.updateTable('booster').set({ active: false }).where('id', '=', 'booster-500').execute();
    expect(await fetchJson('/api/boosters/booster-500')).toEqual({ status: 404, body: 'Booster not found' });
    expect((await shop.call(contract.listBoosters)).map(({ id }) => id)).toEqual([
      'booster-250',
      'booster-1000',
    ]);
    const customer = await anApprovedCustomer(shop);
    expect(await refused(boost(customer, { boosterIds: ['booster-500'] }))).toEqual([
      404,
      'Booster not found',
    ]);
    await shop.db.updateTable('booster').set({ active: true }).where('id', '=', 'booster-500').execute();
  });
});

describe('buying', () => {
  test('with a new card returns a client_secret; once paid, the limit rises and the receipt shows it', async () => {
    const customer = await anApprovedCustomer(shop);
    const email = `${customer.userId}@example.com`.toLowerCase();
    const answer = await boost(customer, { billingDetails: { ...billingDetails, email } });
    expect(answer).toEqual({
      orderId: expect.stringMatching(/^ord_[\w-]{22}$/),
      status: 'requires_confirmation',
      client_secret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      total: 49,
    });
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 50_000 });
    expect((await customer.call(contract.me)).orders).toEqual([]);
    await confirm(shop, intentOf(answer));
    await until('the booster is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
    expect(await balance(shop, customer.userId)).toEqual({
      approved: 75_000,
      available: 75_000,
      hold: 0,
      owed: 0,
    });
    const me = await customer.call(contract.me);
    expect(me.userCredits).toEqual({ availableCredit: 750, approvedCredit: 750 });
    expect(me.orders).toMatchObject([
      {
        status: 'completed',
        total: 49,
        orderItems: [{ id: 'booster-250', total: 49, product: { name: 'Starter boost', type: 'simple' } }],
        invoices: [{ number: expect.stringMatching(/^INV-\d{4}-\d{5}$/) }],
      },
    ]);
    const [receipt] = await emailsTo(shop, email);
    expect(receipt?.text).toContain('Your credit limit has been increased by $250.00');
    expect(receipt?.text).not.toMatch(/score/i);
  });

  test('with a saved card charges it immediately, also after authentication by its bank', async () => {
    const customer = await anApprovedCustomer(shop);
    const charging = vi.spyOn(shop.deps.gateway, 'payWithCard');
    const paymentMethodId = await saveCard(shop, customer);
    expect(await boost(customer, { paymentMethodId })).toEqual({
      orderId: expect.any(String),
      status: 'paid',
      total: 49,
    });
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 75_000 });
    const asking = await saveCard(shop, customer, cards.alwaysAsksFor3ds, { challenge: 'pass' });
    const bought = await boost(customer, { paymentMethodId: asking, boosterIds: ['booster-1000'] });
    expect(bought).toMatchObject({
      status: 'requires_action',
      client_secret: expect.any(String),
      total: 159,
    });
    const returnUrl = `http://shop.example/booster-checkout?boosterId=booster-1000&orderId=${bought.orderId}`;
    expect(charging).toHaveBeenLastCalledWith(expect.objectContaining({ returnUrl }));
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 75_000 });
    await shop.control('POST', '/control/confirm', { payment_intent: intentOf(bought), challenge: 'pass' });
    await until('the booster is paid', async () => (await statusOf(shop, bought.orderId)).status === 'paid');
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 175_000 });
  });

  test('several are one order with a line each, with title, price, and increase frozen', async () => {
    const customer = await anApprovedCustomer(shop);
    const answer = await boost(customer, { boosterIds: ['booster-1000', 'booster-250'] });
    expect(answer.total).toBe(208);
    await shop.db
      .updateTable('booster')
      .set({ credit_limit_increase_cents: 1, title: 'Else' })
      .where('id', '=', 'booster-250')
      .execute();
    await confirm(shop, intentOf(answer));
    await until('they are paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
    await shop.db
      .updateTable('booster')
      .set({ credit_limit_increase_cents: 25_000, title: 'Starter boost' })
      .where('id', '=', 'booster-250')
      .execute();
    expect(await ordersOf(customer.userId)).toMatchObject([
      { kind: 'booster', cart_id: null, status: 'completed', total_cents: 20_800 },
    ]);
    expect(await movementsOf(shop, answer.orderId)).toEqual([
      { kind: 'booster', reason: 'booster_paid', available_cents: 125_000 },
    ]);
    expect(
      (await customer.call(contract.readOrder, { params: { id: answer.orderId } })).orderItems.map(
        ({ product }) => product.name,
      ),
    ).toEqual(['Starter boost', 'Scale boost']);
  });

  test('the same request or key again is the same purchase, and another request under the key is rejected', async () => {
    const customer = await anApprovedCustomer(shop);
    const key = randomUUID();
    const first = await boost(customer, {}, key);
    expect(await boost(customer, {}, key)).toEqual(first);
    expect(await boost(customer)).toEqual(first);
    const keyless = () =>
      customer.call(contract.purchaseBooster, {
        headers: {},
        body: { boosterIds: ['booster-250'], billingDetails },
      });
    expect(await keyless()).toEqual(first);
    expect(await refused(boost(customer, { boosterIds: ['booster-500'] }, key))).toEqual([
      409,
      'This attempt was already used for a different purchase. Please try again',
    ]);
    await confirm(shop, intentOf(first));
    await until('it is paid', async () => (await statusOf(shop, first.orderId)).status === 'paid');
    const paid = { orderId: first.orderId, status: 'paid', total: 49 };
    expect([await boost(customer, {}, key), await keyless()]).toEqual([paid, paid]);
    expect(await ordersOf(customer.userId)).toHaveLength(1);
    // A new attempt is a new booster.
    expect((await boost(customer)).orderId).not.toBe(first.orderId);
  });

  test('a waiting order is replaced by another choice, and twenty concurrent requests make one order', async () => {
    const customer = await anApprovedCustomer(shop);
    const first = await boost(customer);
    const other = await boost(customer, { boosterIds: ['booster-500'] });
    expect((await statusOf(shop, first.orderId)).status).toBe('canceled');
    const many = await Promise.all(
      Array.from({ length: 20 }, () => boost(customer, { boosterIds: ['booster-500'] })),
    );
    expect(new Set(many.map(({ orderId }) => orderId))).toEqual(new Set([other.orderId]));
  });

  test('a booster order cannot be paid or read by its link', async () => {
    const customer = await anApprovedCustomer(shop);
    const { orderId } = await boost(customer);
    expect(await refused(shop.call(contract.purchaseOrder, { headers: {}, body: { orderId } }))).toEqual([
      409,
      'This order can no longer be paid',
    ]);
    expect(await refused(shop.call(contract.readOrder, { params: { id: orderId } }))).toEqual([
      404,
      'Order not found',
    ]);
  });

  test('the cart is unchanged', async () => {
    const customer = await anApprovedCustomer(shop);
    const { id } = await customer.call(contract.createCart, {
      body: { productIds: ['ein-filing'], email: customer.email },
    });
    await boosted(shop, customer);
    expect(await customer.call(contract.readCart, { params: { id } })).toMatchObject({
      status: 'pending',
      productIds: ['ein-filing'],
    });
  });
});

describe('rejected with a message before money moves:', () => {
  const needsCredit = [
    409,
    'Boosters raise the limit of a Net 30 account. Please apply for an account first',
  ];
  const rows: [
    string,
    () => Promise<Pick<Customer, 'call' | 'userId'>>,
    Partial<BoosterPurchase>,
    unknown,
  ][] = [
    ['without a credit account', () => aCustomer(shop), {}, needsCredit],
    [
      'an account that was closed',
      async () => {
        const customer = await anApprovedCustomer(shop);
        await close(customer.userId);
        return customer;
      },
      {},
      needsCredit,
    ],
    [
      'a frozen account',
      async () => {
        const customer = await anApprovedCustomer(shop);
        const account = await findOf(shop.db, customer.userId);
        if (account === null) throw new Error('expected an account');
        await inTx(shop, (tx) => freezeByStaff(tx, shop.deps, account, { reason: 'a test', actorId: null }));
        return customer;
      },
      {},
      [
        409,
        'Your credit is on hold, so its limit cannot be raised. Please pay the invoices that are past due first',
      ],
    ],
    [
      'a limit that would pass $50,000',
      () => anApprovedCustomer(shop, cents(4_975_001)),
      {},
      [409, 'Your limit cannot rise above $50,000'],
    ],
    [
      'a limit that would pass $50,000 with all of them',
      () => anApprovedCustomer(shop, cents(4_930_000)),
      { boosterIds: ['booster-250', 'booster-500'] },
      [409, 'Your limit cannot rise above $50,000'],
    ],
    [
      'an unknown booster',
      () => anApprovedCustomer(shop),
      { boosterIds: ['booster-250', 'ein-filing'] },
      [404, 'Booster not found'],
    ],
    ['no booster', () => anApprovedCustomer(shop), { boosterIds: [] }, [422, 'Choose a booster']],
    [
      'one twice',
      () => anApprovedCustomer(shop),
      { boosterIds: ['booster-250', 'booster-250'] },
      [422, 'Each booster can be bought once at a time'],
    ],
    [
      'a total that was not shown',
      () => anApprovedCustomer(shop),
      { expectedTotal: 48 },
      [409, 'The total is now $49.00. Please check it and try again'],
    ],
    [
      'another customer’s card',
      () => anApprovedCustomer(shop),
      { paymentMethodId: 'pm_ofsomebodyelse' },
      [404, 'Card not found'],
    ],
    [
      'no name',
      () => anApprovedCustomer(shop),
      { billingDetails: { ...billingDetails, firstName: '' } },
      [422, 'First name is required'],
    ],
  ];
  test.each(rows)('%s', async (_what, createBuyer, changes, refusal) => {
    const customer = await createBuyer();
    expect(await refused(boost(customer, changes))).toEqual(refusal);
    expect(await ordersOf(customer.userId)).toEqual([]);
  });

  test('exactly $50,000 is allowed', async () => {
    expect((await boost(await anApprovedCustomer(shop, cents(4_975_000)))).status).toBe(
      'requires_confirmation',
    );
  });

  test('a declined saved card shows the reason, and the next attempt pays the same order', async () => {
    const customer = await anApprovedCustomer(shop);
    const bad = await saveCard(shop, customer, cards.savedThenDeclined);
    expect(await refused(boost(customer, { paymentMethodId: bad }))).toEqual([
      402,
      expect.stringContaining('declined'),
    ]);
    const good = await saveCard(shop, customer);
    expect(await boost(customer, { paymentMethodId: good })).toMatchObject({ status: 'paid' });
    expect(await ordersOf(customer.userId)).toHaveLength(1);
    expect(await balance(shop, customer.userId)).toMatchObject({ approved: 75_000 });
  });

  test('the conditions checked at placement are checked again on a retry', async () => {
    const customer = await anApprovedCustomer(shop);
    const key = randomUUID();
    await boost(customer, {}, key);
    await close(customer.userId);
    expect(await refused(boost(customer, {}, key))).toEqual(needsCredit);
    await approve(shop, customer.userId);
    expect(await boost(customer, {}, key)).toMatchObject({ status: 'requires_confirmation' });
  });
});

async function close(userId: string): Promise<void> {
  await inTx(shop, async (tx) => {
    const account = await findOf(tx, userId);
    if (account !== null) await closeAccount(tx, shop.deps, account, 'by_customer');
  });
}
