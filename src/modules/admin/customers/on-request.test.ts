/** A data export and a deletion that staff run at a customer's request. */
import { strFromU8, unzipSync } from 'fflate';
import { contract } from '#contract/contract.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { aCustomer, anAccount } from '#test/builders/customer.ts';
import { turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let support: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ runJobs: false, chained: false });
  support = await aStaffPerson(shop, 'support');
});
afterAll(() => shop.stop());

const reason = 'Asked for it by email today';
const mailsTo = (email: string, kind: string) =>
  shop.db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('to_address', '=', email)
    .where('kind', '=', kind)
    .execute();

test('staff export the data of a customer on request, and the customer is notified', async () => {
  const { userId: id, email } = await aCustomer(shop, { firstName: 'Zenobia' });
  const { content } = await support.call(contract.staffExportArchive, {
    params: { id },
    body: { email: email.toUpperCase(), reason },
  });
  const files = unzipSync(Buffer.from(content, 'base64'));
  expect(JSON.parse(strFromU8(files['profile.json'] ?? new Uint8Array()))).toMatchObject({
    id,
    first_name: 'Zenobia',
  });
  expect(await mailsTo(email, 'data_exported')).toMatchObject([
    { subject: 'Your data was exported', text: expect.stringContaining(reason) },
  ]);
  const entry = shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['effective_id', 'after']);
  expect(
    await entry.where('actor_id', '=', support.userId).where('action', '=', 'archive_exported').execute(),
  ).toEqual([{ effective_id: id, after: { reason } }]);
});

test('staff close an account on request, with or without a second factor, and no personal data is left', async () => {
  const customer = await aCustomer(shop, { firstName: 'Zenobia', lastName: 'Quartey' });
  await turnOnTwoFactor(shop, customer);
  const { userId: id, email } = customer;
  await support.call(contract.staffNoteOnCustomer, {
    params: { id },
    body: { text: 'Zenobia Quartey called' },
  });
  expect(
    await support.call(contract.staffDeleteCustomer, { params: { id }, body: { email, reason } }),
  ).toEqual({});
  await expect(support.call(contract.staffReadCustomer, { params: { id } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(customer.call(contract.me)).rejects.toMatchObject({ status: 401 });
  expect(await mailsTo(email, 'account_closed')).toMatchObject([{ text: expect.stringContaining(reason) }]);
  const row = shop.db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email', 'password_hash'])
    .where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({
    first_name: '',
    last_name: '',
    email: 'deleted@account.invalid',
    password_hash: null,
  });
  const readChanges = shop.db
    .selectFrom('audit_change')
    .innerJoin('audit_log', 'audit_log.id', 'audit_id')
    .select('after');
  expect(await readChanges.where('effective_id', '=', id).execute()).toEqual([]);
  expect(
    await shop.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'account_deleted')
      .execute(),
  ).toEqual([{ actor_id: support.userId }]);
  expect(await checkInvariants(shop.db)).toEqual([]);
});

test('nothing happens after a mistyped address, or for staff accounts', async () => {
  const { userId: id } = await anAccount(shop);
  for (const endpoint of [contract.staffExportArchive, contract.staffDeleteCustomer]) {
    await expect(
      support.call(endpoint, { params: { id }, body: { email: 'other@example.com', reason } }),
    ).rejects.toMatchObject({
      message: 'Type the customer’s email address to confirm',
    });
    const colleague = { params: { id: support.userId }, body: { email: support.email, reason } };
    await expect(support.call(endpoint, colleague)).rejects.toMatchObject({ status: 404 });
  }
  expect(await support.call(contract.staffReadCustomer, { params: { id } })).toMatchObject({ id });
});

test('an account stays while one of its payments is in progress', async () => {
  const { userId: id, email, call } = await aCustomer(shop);
  const { orderId } = await buyAs({ call });
  await shop.db
    .updateTable('payment')
    .set({ status: 'review', received_cents: 1_000 })
    .where('order_id', '=', orderId)
    .execute();
  await expect(
    support.call(contract.staffDeleteCustomer, { params: { id }, body: { email, reason } }),
  ).rejects.toMatchObject({
    code: 'account_has_payment',
  });
});
