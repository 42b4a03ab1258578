/**
 * A guest corrects the email address of a paid order: who may, what moves with the order, and what the former
 * address can still do.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { billingDetails, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, aPassword, anAccount, logIn, withToken } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

const anEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.com`;
const headersOf = (key: string) => ({ 'purchase-key': key });
const read = (id: string, key: string) =>
  shop.call(contract.readGuestOrder, { params: { id }, headers: headersOf(key) });
const correct = (id: string, key: string, email: string) =>
  shop.call(contract.correctGuestEmail, { params: { id }, headers: headersOf(key), body: { email } });
const orderRow = (id: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const accountOf = (email: string) =>
  shop.db
    .selectFrom('app_user')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

async function paidOrder(email: string, productIds = ['ein-filing']): Promise<{ id: string; key: string }> {
  const key = randomUUID();
  const answer = await buy(shop, { productIds, billingDetails: { ...billingDetails, email } }, key);
  await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return { id: answer.orderId, key };
}

const use = async (confirmToken: string) =>
  (
    await shop.call(contract.setPassword, {
      body: { password: aPassword, confirmPassword: aPassword, confirmToken },
    })
  ).data;
const linkTo = async (email: string, count: number) =>
  tokenIn(
    (await emailsTo(shop, email, count)).find(({ text }) => text.includes('confirmToken')),
    'confirmToken',
  );

describe('the browser that placed the order', () => {
  test('sees the full address and the invoice; the order link and server-made keys prove nothing', async () => {
    const email = anEmail();
    const { id, key } = await paidOrder(email);
    expect(await read(id, key)).toMatchObject({
      email,
      invoice: { number: expect.stringMatching(/^INV-/) },
      correctionsLeft: 3,
    });
    const byLink = randomUUID();
    await shop
      .call(contract.purchaseOrder, { headers: { 'idempotency-key': byLink }, body: { orderId: id } })
      .catch(() => undefined);
    for (const wrong of [byLink, randomUUID(), `request-${'x'.repeat(43)}`]) {
      await expect(read(id, wrong)).rejects.toMatchObject({ status: 404, code: 'order_not_found' });
      await expect(correct(id, wrong, anEmail())).rejects.toMatchObject({
        status: 404,
        code: 'order_not_found',
      });
    }
    const other = await paidOrder(anEmail());
    await expect(read(id, other.key)).rejects.toMatchObject({ code: 'order_not_found' });
  });

  test('corrects the address: order, invoice, and account follow, and the former link and address are gone', async () => {
    const [slip, email] = [anEmail(), anEmail()];
    const { id, key } = await paidOrder(slip);
    const before = await linkTo(slip, 2);
    const { user_id: userId } = await orderRow(id);
    expect(await correct(id, key, email)).toMatchObject({ email, correctionsLeft: 2 });
    await expect(use(before)).rejects.toMatchObject({ code: 'link_invalid' });
    const received = await emailsTo(shop, email, 2);
    expect(received.map(({ subject }) => subject).some((subject) => subject.startsWith('Your receipt'))).toBe(
      true,
    );
    expect(await orderRow(id)).toMatchObject({ email, user_id: userId, email_corrections: 1 });
    const { accessToken } = await use(await linkTo(email, 2));
    expect((await withToken(shop, accessToken)(contract.me)).orders.map((order) => order.id)).toEqual([id]);
    for (const table of [
      'shop_order',
      'app_user',
      'invoice',
      'mail',
      'cart',
      'subscription',
      'audit_log',
    ] as const) {
      const rows = await shop.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows).includes(slip), table).toBe(false);
    }
    const [entry] = await shop.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'order_email_corrected')
      .where('object', '=', id)
      .execute();
    expect(entry).toMatchObject({ actor_id: null });
    // From here on the order belongs to a confirmed account.
    await expect(correct(id, key, anEmail())).rejects.toMatchObject({
      status: 409,
      code: 'order_email_final',
    });
    expect(await read(id, key)).toMatchObject({ correctableUntil: null, correctionsLeft: 0 });
  });

  test('moves the emails of a subscription too', async () => {
    const email = anEmail();
    const { id, key } = await paidOrder(anEmail(), ['us-phone-number']);
    await correct(id, key, email);
    const [subscription] = await shop.db
      .selectFrom('subscription')
      .selectAll()
      .where('order_id', '=', id)
      .execute();
    expect(subscription).toMatchObject({ billing_email: email, payer_id: (await accountOf(email))?.id });
    expect(subscription?.bill_to).toMatchObject({ email });
  });

  test('corrects it three times within 24 hours; the same address again does not count', async () => {
    const { id, key } = await paidOrder(anEmail());
    for (const correctionsLeft of [2, 1, 0]) {
      const email = anEmail();
      expect((await correct(id, key, email)).correctionsLeft).toBe(correctionsLeft);
      expect((await correct(id, key, email.toUpperCase())).correctionsLeft).toBe(correctionsLeft);
    }
    await expect(correct(id, key, anEmail())).rejects.toMatchObject({ code: 'order_email_final' });
    const oldOrder = await paidOrder(anEmail());
    shop.travel(24 * 3_600_000);
    await expect(correct(oldOrder.id, oldOrder.key, anEmail())).rejects.toMatchObject({
      code: 'order_email_final',
    });
    shop.travel(-24 * 3_600_000);
    expect((await correct(oldOrder.id, oldOrder.key, anEmail())).correctionsLeft).toBe(2);
  });

  test('in concurrent tabs: at most three corrections, and one final address', async () => {
    const { id, key } = await paidOrder(anEmail());
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => correct(id, key, anEmail())));
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(['order_email_final', 'busy']).toContain((outcome.reason as { code: string }).code);
    const { email, email_corrections: corrections, user_id: userId } = await orderRow(id);
    expect(corrections).toBe(done.length);
    expect(corrections).toBeLessThanOrEqual(3);
    expect((await accountOf(email))?.id).toBe(userId);
  });
});

describe('the answer is the same', () => {
  test('whether the new address is unknown, unconfirmed, or a customer’s, who sees the order only logged in', async () => {
    const customer = await aCustomer(shop);
    const unconfirmed = await anAccount(shop, { confirmed: false });
    const answers = [];
    for (const email of [anEmail(), unconfirmed.email, customer.email]) {
      const { id, key } = await paidOrder(anEmail());
      const { correctableUntil, invoice, ...answer } = await correct(id, key, email);
      answers.push([{ ...answer, email: '' }, correctableUntil !== null, invoice !== null]);
      const { user_id: userId } = await orderRow(id);
      expect(userId).toBe(email === customer.email ? null : (await accountOf(email))?.id);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { call } = await logIn(shop, customer);
    expect((await call(contract.me)).orders).toHaveLength(1);
  });

  test("whether the former address is a customer’s or a guest's, who keep their orders, details, and access", async () => {
    const customer = await aCustomer(shop);
    const waiting = await paidOrder(customer.email);
    expect((await correct(waiting.id, waiting.key, anEmail())).correctionsLeft).toBe(2);
    const { call } = await logIn(shop, customer);
    expect((await call(contract.me)).orders).toEqual([]);

    const earlier = anEmail();
    const own = await paidOrder(earlier);
    await shop.db.updateTable('shop_order').set({ first_name: 'Earlier' }).where('id', '=', own.id).execute();
    const slip = await paidOrder(earlier);
    // Emails that are not sent before the correction go to the new address.
    await emailsTo(shop, earlier, 4);
    expect((await correct(slip.id, slip.key, anEmail())).correctionsLeft).toBe(2);
    expect(await accountOf(earlier)).toMatchObject({ first_name: 'Earlier', email_confirmed_at: null });
    const links = (await emailsTo(shop, earlier, 5)).filter(({ text }) => text.includes('confirmToken'));
    const outcomes = await Promise.allSettled(links.map((link) => use(tokenIn(link, 'confirmToken'))));
    const [opened] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const me = await withToken(shop, opened?.accessToken ?? '')(contract.me);
    expect(me.orders.map(({ id }) => id)).toEqual([own.id]);
  });
});

test('afterwards no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
