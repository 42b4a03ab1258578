/**
 * Both spellings of an international domain are the same address in every call: one account, one customer,
 * one mailbox.
 */
import { contract } from '#contract/contract.ts';
import { acceptUnicodeMailboxes, mailboxRefusal } from '#kernel/email-address.ts';
import { billingDetails } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());
afterEach(() => acceptUnicodeMailboxes(true));

const typed = 'Info@m\u00fcnchen.de';
const stored = 'info@xn--mnchen-3ya.de';
const shown = 'info@m\u00fcnchen.de';

test('registering with one spelling allows a log-in with the other, and shows the Unicode address', async () => {
  const person = await aCustomer(shop, { email: stored });
  for (const email of [typed, shown, stored]) {
    const { data } = await shop.call(contract.login, { body: { email, password: person.password } });
    expect(data.accessToken).toEqual(expect.any(String));
  }
  expect((await person.call(contract.me)).email).toBe(shown);
  const body = { productIds: ['ein-filing'], email: typed };
  await person.call(contract.createCart, { body });
  const pending = (email: string) => person.call(contract.readPendingCart, { params: { email } });
  expect((await pending(typed)).email).toBe('Info@m\u00fcnchen.de');
  expect(await pending(stored)).toEqual(await pending(shown));
  await shop.call(contract.forgotPassword, { body: { email: typed } });
  await until('a reset link', async () =>
    (await mailboxOf(shop, shown)).some(({ subject }) => /password/i.test(subject)),
  );
});

test('a registration, a message, and an order of a guest store the address in ASCII', async () => {
  const email = 'kontakt@k\u00e4se-und-brot.de';
  const ascii = 'kontakt@xn--kse-und-brot-gcb.de';
  const person = {
    firstName: 'Ama',
    lastName: 'Obi',
    address: '14 Cole Street',
    city: 'Lagos',
    country: 'NG',
    phone: '08031234567',
  };
  const password = 'nine blue bicycles';
  await shop.call(contract.register, {
    body: { ...person, userName: 'ama', email, password, confirmPassword: password },
  });
  const { firstName, lastName, country, phone: contact } = person;
  await shop.call(contract.createContact, {
    body: { firstName, lastName, country, contact, email, message: 'Which state is best?' },
  });
  await shop.call(contract.createAndPurchase, {
    headers: {},
    body: { productIds: ['ein-filing'], billingDetails: { ...billingDetails, email } },
  });
  const has = (table: 'app_user' | 'contact_message' | 'shop_order') =>
    shop.db.selectFrom(table).select('email').where('email', '=', ascii).execute();
  await until('the account', async () => (await has('app_user')).length === 1);
  for (const table of ['contact_message', 'shop_order'] as const)
    expect(await has(table), table).toHaveLength(1);
});

test('a non-ASCII mailbox is rejected with the reason where the mail server does not support it', async () => {
  acceptUnicodeMailboxes(false);
  const buy = () =>
    shop.call(contract.createAndPurchase, {
      headers: {},
      body: {
        productIds: ['ein-filing'],
        billingDetails: { ...billingDetails, email: 'ren\u00e9e@example.fr' },
      },
    });
  await expect(buy()).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(mailboxRefusal),
  });
  acceptUnicodeMailboxes(true);
  const { orderId } = await buy();
  expect(await shop.db.selectFrom('shop_order').select('email').where('id', '=', orderId).execute()).toEqual([
    { email: 'ren\u00e9e@example.fr' },
  ]);
});

test('a written mail reaches an international domain', async () => {
  await shop.deps.mailer.send({
    messageId: '<mail_9@shop.example>',
    to: stored,
    subject: 'Hello',
    text: 'Words',
    html: '<p>Words</p>',
  });
  // The sandbox mailbox accepts the Unicode form of the domain.
  expect((await mailboxOf(shop, shown)).map(({ subject }) => subject)).toContain('Hello');
});
