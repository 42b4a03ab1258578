/**
 * The sections of a customer in the console: their content, and that they never include another customer's
 * data.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { reportingConsent, reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { aCustomer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { grantImpersonation } from '#test/builders/acting-administrator.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let support: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ runJobs: false, chained: false });
  support = await aStaffPerson(shop, 'support');
});
afterAll(() => shop.stop());

const sessionOf = ({ refreshToken }: { refreshToken: string }): string => refreshToken.split('.')[0] ?? '';

test('one session ends immediately, the others stay, and another customer’s session is not found', async () => {
  const [customer, other] = [await aCustomer(shop), await aCustomer(shop)];
  const phone = await logIn(shop, customer);
  const params = { id: customer.userId, sessionId: sessionOf(phone) };
  const { sessions } = await support.call(contract.staffListCustomerSessions, {
    params: { id: customer.userId },
  });
  expect(sessions.map(({ id }) => id).toSorted()).toEqual([sessionOf(customer), sessionOf(phone)].toSorted());
  expect(await support.call(contract.staffEndCustomerSession, { params })).toMatchObject({ sessions: 1 });
  await expect(phone.call(contract.me)).rejects.toMatchObject({ status: 401 });
  expect(await customer.call(contract.me)).toMatchObject({ id: customer.userId });
  await expect(support.call(contract.staffEndCustomerSession, { params })).rejects.toMatchObject({
    status: 404,
  });
  const otherSession = { id: customer.userId, sessionId: sessionOf(other) };
  await expect(
    support.call(contract.staffEndCustomerSession, { params: otherSession }),
  ).rejects.toMatchObject({
    status: 404,
  });
  expect(await other.call(contract.me)).toMatchObject({ id: other.userId });
});

test('staff with a grant to view the shop as the customer are listed with the sessions', async () => {
  const customer = await aCustomer(shop);
  await grantImpersonation(shop, support, customer);
  const { support: live } = await support.call(contract.staffListCustomerSessions, {
    params: { id: customer.userId },
  });
  expect(live).toMatchObject([{ by: 'Esi', reason: 'Asked for help with an order by phone' }]);
});

test('carts list their items, and consents the text that was agreed to', async () => {
  const customer = await aCustomer(shop);
  const params = { id: customer.userId };
  const stored = await customer.call(contract.createCart, {
    body: { productIds: ['ein-filing'], firstName: 'Ama', email: customer.email },
  });
  expect(await support.call(contract.staffListCustomerCarts, { params })).toMatchObject({
    carts: [{ id: stored.id, status: 'pending', items: ['EIN filing'] }],
  });
  const now = shop.deps.clock.now();
  await shop.db
    .insertInto('reporting_consent')
    .values([
      { user_id: customer.userId, terms_version: reportingTermsVersion, agreed_at: now },
      {
        user_id: customer.userId,
        terms_version: null,
        agreed_at: new Date(now.getTime() - 1_000),
        withdrawn_at: now,
      },
    ])
    .execute();
  expect((await support.call(contract.staffListCustomerConsents, { params })).consents).toMatchObject([
    { kind: 'reporting', version: reportingTermsVersion, text: reportingConsent, withdrawnAt: null },
    { kind: 'reporting', version: null, text: null, withdrawnAt: now.toISOString() },
  ]);
});

test('credit terms are shown word for word, as agreed to', async () => {
  const { userId } = await aCustomer(shop);
  const now = shop.deps.clock.now();
  const words = {
    kind: 'credit_terms',
    version: 'of-a-test',
    text: 'I agree that each half is due in 30 days.',
  } as const;
  await shop.db
    .insertInto('consent_text')
    .values({ ...words, first_used_at: now })
    .execute();
  await shop.db
    .insertInto('credit_consent')
    .values({ kind: words.kind, version: words.version, user_id: userId, given_at: now })
    .execute();
  const { consents } = await support.call(contract.staffListCustomerConsents, { params: { id: userId } });
  expect(consents).toMatchObject([{ ...words, givenAt: now.toISOString(), withdrawnAt: null }]);
});

test('cards, reports, and subscriptions are empty for a new customer', async () => {
  const { userId } = await aCustomer(shop);
  const params = { id: userId };
  expect(await support.call(contract.staffListCustomerCards, { params })).toEqual({ cards: [] });
  expect(await support.call(contract.staffListCustomerReports, { params })).toEqual({
    connection: null,
    reports: [],
    hasMore: false,
  });
  expect(await support.call(contract.staffListCustomerSubscriptions, { params })).toEqual({
    subscriptions: [],
  });
});

test('an email can be resent unless it carries a single-use link', async () => {
  const { userId, email } = await aCustomer(shop);
  const written = {
    kind: 'receipt',
    to_address: email,
    subject: 'Your receipt',
    text: 'Paid',
    html: '<p>Paid</p>',
  };
  const [plain, erased, old] = [freshId('mail'), freshId('mail'), freshId('mail')];
  await shop.db
    .insertInto('mail')
    .values([
      { id: plain, ...written, sent_at: shop.deps.clock.now() },
      { id: erased, ...written, text: '', html: '' },
      { id: old, ...written, html: '' },
    ])
    .execute();
  const { emails } = await support.call(contract.staffListCustomerEmails, { params: { id: userId } });
  expect(Object.fromEntries(emails.map(({ id, sendAgain }) => [id, sendAgain]))).toMatchObject({
    [plain]: true,
    [erased]: false,
    [old]: false,
  });
  const headers = { 'idempotency-key': randomUUID() };
  expect(await support.call(contract.staffSendEmailAgain, { params: { id: plain }, headers })).toMatchObject({
    kind: 'send_email_again',
  });
  await expect(
    support.call(contract.staffSendEmailAgain, { params: { id: erased }, headers }),
  ).rejects.toMatchObject({ status: 409 });
});
