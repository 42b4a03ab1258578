/**
 * A user's own data over HTTP: an export with everything, and an account deletion that removes every
 * reference to its owner.
 */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { checkAuditLog } from '#modules/operations/audit/chain.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import { handleWebhook } from '#modules/payments/service.ts';
import { aPurchaseRequest, buy, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import { aCustomer, type Customer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aFullAdministrator, grantImpersonation } from '#test/builders/acting-administrator.ts';
import { refundOf } from '#test/builders/refund.ts';
import { emailsTo } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const invoiceTexts = (lastName: string) => mapNames(invoiceFieldNames, (name) => `${name} ${lastName}`);

const billing = ({ email }: Pick<Customer, 'email'>, lastName: string) => ({
  ...aPurchaseRequest().billingDetails,
  firstName: 'Yaa',
  lastName,
  email,
  ...invoiceTexts(lastName),
});

const purchase = (person: Customer, lastName = 'Asantewaa') =>
  person.call(contract.purchase, {
    headers: { 'idempotency-key': randomUUID() },
    body: { ...aPurchaseRequest(), billingDetails: billing(person, lastName) },
  });

async function paidOrder(person: Customer, lastName?: string): Promise<string> {
  const answer = await purchase(person, lastName);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return answer.orderId;
}

async function archiveOf(person: Customer) {
  const { fileName, content } = await person.call(contract.readArchive);
  const files = Object.entries(unzipSync(Buffer.from(content, 'base64'))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  );
  const texts = Object.fromEntries(files);
  const json = (name: string) => JSON.parse(texts[`${name}.json`] ?? 'null');
  return { fileName, texts, json };
}

const remove = (person: Customer, password = person.password) =>
  person.call(contract.deleteAccount, { body: { password } });

/** Every row of every table and of the job queue, as text. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    shop.db,
  );
  const texts = rows.map(async ({ name }) => {
    const read = await sql<{
      text: string;
    }>`select coalesce(string_agg(each::text, ' '), '') as text from ${sql.table(name)} as each`.execute(
      shop.db,
    );
    return read.rows[0]?.text ?? '';
  });
  return (await Promise.all(texts)).join('\n');
}

test("the archive is complete, and contains no card numbers and no other customer's data", async () => {
  const [person, other] = [
    await aCustomer(shop),
    await aCustomer(shop, { firstName: 'Kojo', lastName: 'Mensah' }),
  ];
  await paidOrder(other);
  const orderId = await paidOrder(person);
  await refundOf(shop, orderId, cents(4_950));
  const admin = await aFullAdministrator(shop);
  await grantImpersonation(shop, admin, person);
  const now = await logIn(shop, person);
  const { fileName, texts, json } = await archiveOf({ ...person, ...now });
  expect(fileName).toMatch(/^stateside-my-data-\d{4}-\d\d-\d\d\.zip$/);
  expect(Object.keys(texts).toSorted()).toEqual(
    [...(texts['README.txt'] ?? '').matchAll(/^([a-z-]+\.json) /gm)]
      .map(([, name]) => name)
      .concat('README.txt')
      .toSorted(),
  );
  expect(json('profile')).toMatchObject({
    id: person.userId,
    email: person.email,
    first_name: 'Ama',
    city: 'Accra',
  });
  expect(json('orders')).toMatchObject([
    {
      id: orderId,
      total: 149.5,
      billingInfo: { lastName: 'Asantewaa' },
      receipts: [
        { type: 'payment', amount: 149.5 },
        { type: 'refund', amount: 49.5 },
      ],
    },
  ]);
  expect(json('credit-notes')).toMatchObject([
    { number: expect.stringMatching(/^CN-/), amount: 49.5, billed_to: { name: 'Yaa Asantewaa' } },
  ]);
  expect(json('sessions')).toHaveLength(2);
  expect(json('emails').map(({ subject }: { subject: string }) => subject)).toContain(
    'Our support team opened your account',
  );
  expect(json('support-access')).toMatchObject([{ reason: 'Asked for help with an order by phone' }]);
  expect(json('activity').map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
    ['log_in', 'you'],
    ['impersonation_granted', 'our support'],
    ['log_in', 'you'],
  ]);
  const all = Object.values(texts).join('\n');
  for (const stranger of [other.userId, other.email, 'Kojo', admin.userId, admin.email])
    expect(all).not.toContain(stranger);
  for (const secret of ['argon2', '4242424242424242', '_secret_', 'v1.']) expect(all).not.toContain(secret);
  const auditEntries = await shop.db
    .selectFrom('audit_log')
    .select('action')
    .where('object', '=', person.userId)
    .execute();
  expect(auditEntries).toContainEqual({ action: 'archive_read' });
});

test('an archive is provided three times an hour, also under concurrent requests, each with an email', async () => {
  const person = await aCustomer(shop);
  await archiveOf(person);
  const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => archiveOf(person)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(archiveOf(person)).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: 'You can download your data three times an hour. Please try again in 60 minutes',
  });
  const emails = await shop.db
    .selectFrom('mail')
    .select('subject')
    .where('to_address', '=', person.email)
    .where('kind', '=', 'data_downloaded')
    .execute();
  expect(emails).toEqual(Array.from({ length: 3 }, () => ({ subject: 'Your data was downloaded' })));
});

test('a closed account leaves no personal data, and the books still balance', async () => {
  const email = 'leaving.person@example.com';
  const person = await aCustomer(shop, { email, firstName: 'Zenobia', lastName: 'Quartey-Papafio' });
  const orderId = await paidOrder(person, 'Quartey-Papafio');
  await refundOf(shop, orderId, cents(4_950));
  const colleague = await aFullAdministrator(shop);
  await colleague.call(contract.staffNoteOnOrder, {
    params: { id: orderId },
    body: { text: 'Zenobia Quartey-Papafio called' },
  });
  await emailsTo(shop, email);
  await person.call(contract.addPaymentMethod, {
    headers: { 'idempotency-key': randomUUID() },
    body: { firstName: 'Zenobia', lastName: 'Quartey-Papafio' },
  });
  await person.call(contract.createCart, {
    body: {
      productIds: ['ein-filing'],
      firstName: 'Zenobia',
      lastName: 'Quartey-Papafio',
      email,
      ...invoiceTexts('Quartey-Papafio'),
    },
  });
  await purchase(person, 'Quartey-Papafio');
  const { customer_ref: customerRef } = await shop.db
    .selectFrom('app_user')
    .select('customer_ref')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  expect(await shop.deps.gateway.readWallet(customerRef ?? '')).not.toBe(null);

  expect(await dump(), 'the look can see').toMatch(/Papafio/);
  await expect(remove(person, 'not the password')).rejects.toMatchObject({
    status: 422,
    code: 'current_password_wrong',
  });
  expect(await remove(person)).toEqual({});
  await expect(person.call(contract.me)).rejects.toMatchObject({ status: 401 });
  await expect(logIn(shop, person)).rejects.toMatchObject({ code: 'login_failed' });
  const emails = await until('the last email has come', async () => {
    const received = await emailsTo(shop, email);
    return received.some(({ subject }) => subject === 'Your account is deleted') && received;
  });
  expect(emails.find(({ subject }) => subject === 'Your account is deleted')?.text).toContain(
    'Hello Zenobia,',
  );
  await until(
    'the processor has forgotten the customer',
    async () => (await shop.deps.gateway.readWallet(customerRef ?? '')) === null,
  );
  await until(
    'every email has left',
    async () =>
      (await shop.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).length === 0,
  );
  const remainingData = await dump();
  expect(
    [...remainingData.matchAll(/.{60}(?:zenobia|papafio|leaving\.person).{20}/gi)].map(([found]) => found),
  ).toEqual([]);

  const order = await shop.db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    status: 'in_progress',
    total_cents: 14_950,
    country: billing(person, '').country,
    email: 'deleted@account.invalid',
  });
  expect(await checkInvariants(shop.db)).toEqual([]);
  expect((await checkAuditLog(shop.deps)).violations).toEqual([]);
  const newCustomer = await aCustomer(shop, { email });
  expect(await newCustomer.call(contract.me)).toMatchObject({ email, orders: [] });
});

test('processor reports about a card leave no text, also when handled after the account is closed', async () => {
  const [leaving, staying] = [await aCustomer(shop), await aCustomer(shop)];
  for (const person of [leaving, staying]) {
    await person.call(contract.addPaymentMethod, {
      headers: { 'idempotency-key': randomUUID() },
      body: { firstName: 'Efua', lastName: 'Sutherland' },
    });
    await sql`
      insert into webhook_inbox (event_id, type, about, object_ref, api_version, event_created, payload)
      select user_id, 'setup_intent.canceled', 'setup', setup_ref, '', now(), 'Efua' from card_setup where user_id = ${person.userId}`.execute(
      shop.db,
    );
  }
  await remove(leaving);
  const payloads = [];
  for (const { userId } of [leaving, staying]) {
    await handleWebhook(shop.deps, userId);
    const report = shop.db
      .selectFrom('webhook_inbox')
      .select(['payload', 'done_at'])
      .where('event_id', '=', userId);
    payloads.push(await report.executeTakeFirstOrThrow());
  }
  expect(payloads).toMatchObject([
    { payload: '', done_at: expect.any(Date) },
    { payload: 'Efua', done_at: expect.any(Date) },
  ]);
});

test('guest purchases are in the archive, and are erased with the account', async () => {
  const person = await aCustomer(shop);
  const guest = { ...billing(person, 'Owusu-Ansah'), email: person.email.toUpperCase() };
  const cart = { productIds: ['ein-filing'], firstName: 'Yaa', lastName: 'Owusu-Ansah', email: guest.email };
  const stored = await shop.call(contract.createCart, { body: cart });
  await shop.call(contract.createCart, { body: cart });
  const [paid, open] = [
    await buy(shop, { billingDetails: guest, cartId: stored.id }),
    await buy(shop, { billingDetails: guest }),
  ];
  await confirm(shop, intentOf(paid));
  expect((await statusOf(shop, paid.orderId)).status).toBe('paid');
  await cancelOrder(shop.deps, open.orderId, 'expired');
  expect((await archiveOf(person)).json('orders')).toMatchObject([{ id: paid.orderId }]);
  const newPurchase = await buy(shop, { billingDetails: guest });
  await confirm(shop, intentOf(newPurchase));
  expect((await statusOf(shop, newPurchase.orderId)).status).toBe('paid');
  await remove(person);
  await until('every email and report is dealt with', async () => {
    const unsent = await shop.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
    return unsent.length === 0 && !/owusu-ansah/i.test(await dump());
  });
  expect(await dump()).not.toContain(person.email);
});

describe('an account is not closed', () => {
  test('while a payment is in progress', async () => {
    const person = await aCustomer(shop);
    const { orderId } = await purchase(person);
    await shop.db
      .updateTable('payment')
      .set({ status: 'review', received_cents: 1_000 })
      .where('order_id', '=', orderId)
      .execute();
    await expect(remove(person)).rejects.toMatchObject({
      status: 409,
      message: 'A payment is still in progress. Please wait until it is finished, then try again',
    });
    expect(await person.call(contract.me)).toMatchObject({ email: person.email });
  });
  test('while its bank disputes a payment', async () => {
    const person = await aCustomer(shop);
    const orderId = await paidOrder(person);
    const { id } = await shop.db
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const dispute = {
      payment_id: id,
      amount_cents: 100,
      reason: 'fraudulent',
      withdrawn: true,
      closed: false,
    };
    await shop.db
      .insertInto('dispute')
      .values({ dispute_ref: 'dp_test', status: 'needs_response', ...dispute })
      .execute();
    await expect(remove(person)).rejects.toMatchObject({ status: 409, code: 'account_has_dispute' });
    await shop.db.updateTable('dispute').set({ closed: true }).where('dispute_ref', '=', 'dp_test').execute();
    expect(await remove(person)).toEqual({});
  });
  test('when it belongs to staff', async () => {
    const admin = await aFullAdministrator(shop);
    const proof = { password: admin.password, code: admin.app.nextCode() };
    await expect(admin.call(contract.deleteAccount, { body: proof })).rejects.toMatchObject({
      status: 409,
      code: 'account_is_staff',
    });
  });
});

test('closing twice concurrently closes once', async () => {
  const person = await aCustomer(shop);
  const attempts = await Promise.allSettled([remove(person), remove(person), remove(person)]);
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const auditEntries = await shop.db
    .selectFrom('audit_log')
    .select('id')
    .where('object', '=', person.userId)
    .where('action', '=', 'account_deleted')
    .execute();
  expect(auditEntries).toHaveLength(1);
});
