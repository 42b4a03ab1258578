/**
 * Customers in the console: the lists, the sections of a customer, and staff actions on an account, recorded
 * under the staff member.
 */
import { contract } from '#contract/contract.ts';
import { aCreditAccount } from '#test/builders/credit-account.ts';
import { aCustomer } from '#test/builders/customer.ts';
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

const idsIn = async (view: 'all' | 'with_credit' | 'disabled' | 'unconfirmed') =>
  (await support.call(contract.staffListCustomers, { query: { view } })).rows.map(({ id }) => id);

test('each view lists its customers, without staff', async () => {
  const { userId } = await aCustomer(shop);
  const { email } = await aCreditAccount(shop);
  const [withCredit] = await idsIn('with_credit');
  expect((await support.call(contract.staffReadCustomer, { params: { id: withCredit ?? '' } })).email).toBe(
    email,
  );
  expect(await idsIn('all')).toEqual(expect.arrayContaining([userId, withCredit]));
  expect(await idsIn('all')).not.toContain(support.userId);
  await shop.db.updateTable('app_user').set({ email_confirmed_at: null }).where('id', '=', userId).execute();
  expect(await idsIn('unconfirmed')).toContain(userId);
  await expect(
    support.call(contract.staffReadCustomer, { params: { id: support.userId } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('an account is disabled, reopened, and its second factor reset, logged by actor', async () => {
  const customer = await aCustomer(shop);
  await turnOnTwoFactor(shop, customer);
  const id = customer.userId;
  const reset = await support.call(contract.staffResetCustomerFactor, { params: { id } });
  expect(reset).toMatchObject({ hasSecondFactor: false, sessions: 0, acts: { resetSecondFactor: false } });
  expect(await support.call(contract.staffDisableCustomer, { params: { id } })).toMatchObject({
    isDisabled: true,
    acts: { enable: true },
  });
  expect(await idsIn('disabled')).toEqual([id]);
  expect(await support.call(contract.staffEnableCustomer, { params: { id } })).toMatchObject({
    isDisabled: false,
  });
  const entries = await shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['action', 'before', 'after'])
    .where('actor_id', '=', support.userId)
    .where('object', '=', id)
    .orderBy('audit_log.id')
    .execute();
  expect(entries).toEqual([
    { action: 'two_factor_reset', before: { twoFactor: true }, after: { twoFactor: false } },
    { action: 'account_disabled', before: { isDisabled: false }, after: { isDisabled: true } },
    { action: 'account_enabled', before: { isDisabled: true }, after: { isDisabled: false } },
  ]);
  await expect(
    support.call(contract.staffDisableCustomer, { params: { id: support.userId } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('the sections of a customer load separately: notes with authors, emails, credit', async () => {
  const { userId: id, email } = await aCustomer(shop);
  const { notes } = await support.call(contract.staffNoteOnCustomer, {
    params: { id },
    body: { text: 'Calls after noon' },
  });
  expect(notes).toMatchObject([{ text: 'Calls after noon', by: expect.stringContaining('Esi') }]);
  await shop.db
    .insertInto('mail')
    .values({
      id: `mail_${id.slice(4)}`,
      kind: 'receipt',
      to_address: email,
      subject: 'Your receipt',
      text: '',
      html: '',
    })
    .execute();
  const { emails } = await support.call(contract.staffListCustomerEmails, { params: { id } });
  expect(emails).toContainEqual(
    expect.objectContaining({ subject: 'Your receipt', state: 'waiting', settledAt: null, sendAgain: false }),
  );
  expect(await support.call(contract.staffReadCustomerCredit, { params: { id } })).toEqual({
    account: null,
    company: null,
    application: null,
  });
});

test('details are changed by staff, and never overwrite a conflicting change', async () => {
  const { userId: id, call } = await aCustomer(shop);
  const seen = await support.call(contract.staffReadCustomer, { params: { id } });
  const details = {
    firstName: 'Ama',
    lastName: 'Owusu',
    phone: seen.phone,
    address: '',
    city: 'Tema',
    country: 'GH',
    updateByAdmin: true,
  } as const;
  const edit = (changes: { version?: number; phone?: string } = {}) =>
    support.call(contract.staffEditCustomer, {
      params: { id },
      body: { ...details, version: seen.version, ...changes },
    });
  expect(await edit()).toMatchObject({
    lastName: 'Owusu',
    city: 'Tema',
    version: seen.version + 1,
    changed: { by: 'Esi' },
  });
  await expect(edit()).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  const own = {
    id,
    firstName: 'Ama',
    lastName: 'Mensah',
    phone: '+233201234567',
    address: '1 Ring Road',
    city: 'Tema',
    country: 'GH',
  };
  await call(contract.updateUser, { body: { ...own, updateByAdmin: false } });
  await expect(edit({ version: seen.version + 1 })).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await support.call(contract.staffReadCustomer, { params: { id } })).toMatchObject({
    ...{ lastName: 'Mensah', changed: { by: 'the customer' } },
  });
  await expect(edit({ version: seen.version + 2, phone: '12' })).rejects.toMatchObject({
    code: 'phone_invalid',
  });
  const changes = shop.db
    .selectFrom('audit_change')
    .innerJoin('audit_log', 'audit_log.id', 'audit_id')
    .select(['actor_id', 'after']);
  expect(
    await changes.where('object', '=', id).where('action', '=', 'details_changed').execute(),
  ).toMatchObject([{ actor_id: support.userId, after: { city: 'Tema', last_name: 'Owusu' } }]);
});

test('filters narrow a view: state, credit, country and days', async () => {
  const { userId: customerId } = await aCustomer(shop);
  const { userId: abroad } = await aCustomer(shop);
  await shop.db.updateTable('app_user').set({ country: 'KE' }).where('id', '=', abroad).execute();
  const idsBy = async (query: {
    state?: string;
    credit?: string;
    country?: string;
    from?: string;
    to?: string;
  }) =>
    (await support.call(contract.staffListCustomers, { query: { view: 'all', ...query } })).rows.map(
      ({ id }) => id,
    );
  const inKenya = await idsBy({ country: 'Kenya' });
  expect(inKenya).toContain(abroad);
  expect(inKenya).not.toContain(customerId);
  expect(await idsBy({ credit: 'none', state: 'confirmed' })).toEqual(
    expect.arrayContaining([customerId, abroad]),
  );
  expect(await idsBy({ credit: 'open,closed' })).not.toContain(customerId);
  await support.call(contract.staffDisableCustomer, { params: { id: abroad } });
  expect(await idsBy({ state: 'disabled', country: 'KE' })).toEqual([abroad]);
  expect(await idsBy({ state: 'unconfirmed', country: 'KE' })).toEqual([]);
  expect(await idsBy({ to: '2020-01-01' })).toEqual([]);
});
