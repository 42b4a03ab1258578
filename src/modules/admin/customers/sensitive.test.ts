/** Data that requires a fresh code: an EIN, and the shop as a customer sees it. */
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { actingAs } from '#test/builders/acting-administrator.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
type Staff = Awaited<ReturnType<typeof aStaffPerson>>;
let support: Staff;
let credit: Staff;
beforeAll(async () => {
  shop = await aShop({ runJobs: false, chained: false });
  [support, credit] = [await aStaffPerson(shop, 'support'), await aStaffPerson(shop, 'credit')];
});
afterAll(() => shop.stop());

const reason = 'Asked for help with a cart by phone';
const entriesOf = (actorId: string, action: string) =>
  shop.db
    .selectFrom('audit_log')
    .select(['effective_id', 'object', 'detail'])
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .orderBy('id')
    .execute();

test('a full EIN is readable by credit staff only, and the log omits its digits', async () => {
  const { userId: id } = await anApplicationInReview(shop);
  const { company } = await credit.call(contract.staffReadCustomerCredit, { params: { id } });
  const { ein } = await credit.call(contract.staffRevealEin, { params: { id } });
  expect(ein).toMatch(/^\d\d-\d{7}$/);
  expect(ein.endsWith(company?.einLast4 ?? '-')).toBe(true);
  const { id: companyId } = await shop.db
    .selectFrom('company')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await entriesOf(credit.userId, 'ein_revealed')).toEqual([
    { effective_id: id, object: companyId, detail: {} },
  ]);
  await expect(support.call(contract.staffRevealEin, { params: { id } })).rejects.toMatchObject({
    code: 'permission_missing',
  });
  const { userId: without } = await aCustomer(shop);
  await expect(credit.call(contract.staffRevealEin, { params: { id: without } })).rejects.toMatchObject({
    status: 404,
  });
});

test('support views the shop as a customer, cannot buy, and ends it', async () => {
  const customer = await aCustomer(shop);
  const params = { id: customer.userId };
  const grant = await support.call(contract.staffViewAs, { params, body: { reason } });
  expect(grant).toMatchObject({ userId: customer.userId, email: customer.email });
  const acting = actingAs(support, customer);
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${shop.origin}${path}`, { ...init, headers: { ...acting, ...init.headers } });
    return { status: answer.status, code: answer.headers.get('x-error-code') };
  };
  expect(await send('/api/auth/me')).toMatchObject({ status: 200 });
  expect(await send(`/api/admin/customers/${customer.userId}`)).toMatchObject({
    code: 'impersonation_refused',
  });
  const call = createClient(
    (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...acting } }),
    shop.origin,
  );
  await expect(buyAs({ call })).rejects.toMatchObject({ code: 'impersonation_refused' });
  const mails = shop.db
    .selectFrom('mail')
    .select('text')
    .where('to_address', '=', customer.email)
    .where('kind', '=', 'support_access');
  expect((await mails.execute()).map(({ text }) => text.includes(reason))).toEqual([true]);
  await support.call(contract.staffStopViewing, { params });
  expect(await send('/api/auth/me')).toMatchObject({ code: 'impersonation_refused' });
  await expect(support.call(contract.staffStopViewing, { params })).rejects.toMatchObject({ status: 404 });
  expect(await entriesOf(support.userId, 'impersonation_revoked')).toMatchObject([
    { effective_id: customer.userId },
  ]);
});

test('viewing as staff, as a disabled customer, or without a reason is rejected', async () => {
  const customer = await aCustomer(shop);
  const view = (id: string, why = reason) =>
    support.call(contract.staffViewAs, { params: { id }, body: { reason: why } });
  await expect(view(credit.userId)).rejects.toMatchObject({ status: 404 });
  await expect(view(customer.userId, 'No')).rejects.toMatchObject({
    message: 'Enter a reason of at least 10 characters',
  });
  await support.call(contract.staffDisableCustomer, { params: { id: customer.userId } });
  await expect(view(customer.userId)).rejects.toMatchObject({
    message: 'The account is disabled. Enable it first',
  });
  await expect(
    credit.call(contract.staffViewAs, { params: { id: customer.userId }, body: { reason } }),
  ).rejects.toMatchObject({
    code: 'permission_missing',
  });
});
