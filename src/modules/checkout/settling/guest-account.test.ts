/**
 * How a guest's order is attached to its owner, and to no other account (decision 0014). Numbers refer to the
 * payment situations.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { aPurchaseRequest, billingDetails, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, aPassword, anAccount, type Customer, logIn, withToken } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
});
afterAll(() => shop.stop());

type Caller = Pick<Customer, 'call'>;

const orderRow = (id: string) =>
  shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const kindsOfEmails = async (to: string) =>
  (
    await shop.db
      .selectFrom('mail')
      .select('kind')
      .where('to_address', '=', to)
      .orderBy('created_at')
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind);
const accountsOf = (email: string) =>
  shop.db.selectFrom('app_user').selectAll().where('email', '=', email).execute();
const settled = async (answer: { orderId: string; client_secret?: string | undefined }): Promise<string> => {
  if (answer.client_secret !== undefined) await confirm(shop, intentOf(answer));
  expect((await statusOf(shop, answer.orderId)).status).toBe('paid');
  return answer.orderId;
};
const buyAsGuest = async (email: string): Promise<string> =>
  settled(await buy(shop, { billingDetails: { ...billingDetails, email } }));
const freshEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.com`;
const ordersIn = async ({ call }: Caller) => (await call(contract.me)).orders.map(({ id }) => id);

describe('22: a guest who pays', () => {
  test('gets one receipt and one password link; setting it shows the order', async () => {
    const email = freshEmail();
    const orderId = await buyAsGuest(email.replace('guest', 'Guest'));
    await Promise.all([statusOf(shop, orderId), statusOf(shop, orderId)]);
    const emails = await emailsTo(shop, email, 2);
    expect(await kindsOfEmails(email)).toEqual(['set_password']);
    expect(emails).toHaveLength(2);
    const link = emails.find((email) => email.text.includes('confirmToken'));
    const { data } = await shop.call(contract.setPassword, {
      body: { password: aPassword, confirmPassword: aPassword, confirmToken: tokenIn(link, 'confirmToken') },
    });
    const me = await withToken(shop, data.accessToken)(contract.me);
    expect(me).toMatchObject({
      email,
      firstName: 'Kofi',
      lastName: 'Mensah',
      phone: billingDetails.phone,
      country: 'GH',
    });
    expect(me.orders.map(({ id }) => id)).toEqual([orderId]);
  });

  test('and buys again before setting a password finds both orders behind the newest link', async () => {
    const email = freshEmail();
    const [first, second] = [await buyAsGuest(email), await buyAsGuest(email)];
    expect(await accountsOf(email)).toHaveLength(1);
    const links = (await emailsTo(shop, email, 4)).filter((email) => email.text.includes('confirmToken'));
    const set = (confirmToken: string) =>
      shop.call(contract.setPassword, {
        body: { password: aPassword, confirmPassword: aPassword, confirmToken },
      });
    const outcomes = await Promise.allSettled(links.map((link) => set(tokenIn(link, 'confirmToken'))));
    const opened = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.data.accessToken] : [],
    );
    expect(opened).toHaveLength(1);
    expect((await ordersIn({ call: withToken(shop, opened[0] ?? '') })).sort()).toEqual(
      [first, second].sort(),
    );
  });

  test("with a customer's address reveals nothing, and the customer sees the order after logging in", async () => {
    const customer = await aCustomer(shop);
    const stranger = freshEmail();
    const [forCustomer, forNewEmail] = [
      await buy(shop, { billingDetails: { ...billingDetails, email: customer.email } }),
      await buy(shop, { billingDetails: { ...billingDetails, email: stranger } }),
    ];
    expect(Object.keys(forCustomer).sort()).toEqual(Object.keys(forNewEmail).sort());
    expect([forCustomer.status, forCustomer.total]).toEqual([forNewEmail.status, forNewEmail.total]);
    const orderId = await settled(forCustomer);
    expect(await kindsOfEmails(customer.email)).toEqual(['receipt']);
    expect((await orderRow(orderId)).user_id).toBeNull();
    expect(await ordersIn(customer)).toEqual([]);
    expect(await ordersIn(await logIn(shop, customer))).toEqual([orderId]);
    expect(await ordersIn(customer)).toEqual([orderId]);
  });

  test("leaves the payment and the account's outcome in the audit log", async () => {
    const [fresh, registered] = [freshEmail(), freshEmail()];
    await anAccount(shop, { email: registered, confirmed: false });
    for (const [email, became] of [
      [fresh, 'account_made'],
      [registered, 'registration_replaced'],
    ] as const) {
      const orderId = await buyAsGuest(email);
      const { user_id: userId } = await orderRow(orderId);
      const auditEntries = shop.db.selectFrom('audit_log').select(['action', 'detail']);
      expect(
        await auditEntries.where('object', '=', userId).where('action', '=', became).execute(),
      ).toHaveLength(1);
      expect(await auditEntries.where('object', '=', orderId).execute()).toEqual([
        { action: 'order_paid', detail: { amountCents: 14_950 } },
      ]);
    }
  });

  test('does not reveal to another logged-in customer whether the address has an account', async () => {
    const [customer, otherCustomer] = [await aCustomer(shop), await aCustomer(shop)];
    const [waiting, fresh] = [await buyAsGuest(customer.email), await buyAsGuest(freshEmail())];
    const check = (orderId: string) =>
      otherCustomer.call(contract.readPaymentStatus, { params: { id: orderId } });
    const pay = (orderId: string) =>
      otherCustomer
        .call(contract.purchaseOrder, { headers: {}, body: { ...aPurchaseRequest(), orderId } })
        .catch(({ status, code }) => ({ status, code }));
    const before = [(await check(waiting)).status, await pay(waiting)];
    await logIn(shop, customer);
    expect((await orderRow(waiting)).user_id).toBe(customer.userId);
    expect(before).toEqual(['paid', { status: 409, code: 'order_already_paid' }]);
    for (const orderId of [waiting, fresh])
      expect([(await check(orderId)).status, await pay(orderId)]).toEqual(before);
  });

  test('replaces an unconfirmed registration of that address: the stranger who made it gets no access', async () => {
    const email = freshEmail();
    const { password } = await anAccount(shop, { email, confirmed: false, firstName: 'Mallory' });
    await shop.call(contract.resendConfirmation, { body: { email } });
    const [confirmation] = await emailsTo(shop, email);
    const orderId = await buyAsGuest(email);
    await emailsTo(shop, email, 3);
    await expect(
      shop.call(contract.confirmEmail, { body: { confirmToken: tokenIn(confirmation, 'confirmToken') } }),
    ).rejects.toMatchObject({
      code: 'link_invalid',
    });
    await expect(logIn(shop, { email, password })).rejects.toMatchObject({ code: 'login_failed' });
    expect(await accountsOf(email)).toMatchObject([
      { first_name: 'Kofi', password_hash: null, email_confirmed_at: null },
    ]);
    expect((await orderRow(orderId)).user_id).toBe((await accountsOf(email))[0]?.id);
  });

  test('does not affect an administrator whose address is not confirmed yet', async () => {
    const { email, userId } = await anAccount(shop, {
      email: freshEmail(),
      confirmed: false,
      role: 'owner',
      firstName: 'Operator',
    });
    const orderId = await buyAsGuest(email);
    expect(await accountsOf(email)).toMatchObject([{ id: userId, role: 'owner', first_name: 'Operator' }]);
    expect((await orderRow(orderId)).user_id).toBeNull();
    expect(await kindsOfEmails(email)).toEqual(['receipt']);
  });

  test('and registers afterwards reaches the order only through the email', async () => {
    const email = freshEmail();
    await buyAsGuest(email);
    await emailsTo(shop, email, 2);
    const { phone, country } = billingDetails;
    const password = 'a password of a stranger';
    await shop.call(contract.register, {
      body: {
        firstName: 'Mallory',
        lastName: 'Stranger',
        userName: 'mallory',
        email,
        phone,
        country,
        address: '1 Other Street',
        city: 'Elsewhere',
        password,
        confirmPassword: password,
      },
    });
    await emailsTo(shop, email, 3);
    await expect(logIn(shop, { email, password })).rejects.toMatchObject({ code: 'login_failed' });
    expect(await accountsOf(email)).toMatchObject([{ first_name: 'Kofi', password_hash: null }]);
  });

  test('concurrently for ten orders of one new address makes one account with all of them', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => buy(shop, { billingDetails: { ...billingDetails, email } })),
    );
    await Promise.all(answers.map((answer) => confirm(shop, intentOf(answer))));
    await Promise.all(answers.map(({ orderId }) => statusOf(shop, orderId)));
    const [account] = await accountsOf(email);
    const own = await shop.db
      .selectFrom('shop_order')
      .select('id')
      .where('user_id', '=', account?.id ?? '')
      .execute();
    expect(own.map(({ id }) => id).sort()).toEqual(answers.map(({ orderId }) => orderId).sort());
  });

  test('nothing thanks to a code gets an account too', async () => {
    const email = freshEmail();
    await buy(shop, { discountCode: 'FREEORDER', billingDetails: { ...billingDetails, email } });
    expect(await accountsOf(email)).toHaveLength(1);
  });
});

test('afterwards no invariant is broken', async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
});
