/** How customers see and end an administrator's grant among their own sessions. Over HTTP. */
import { contract } from '#contract/contract.ts';
import { aCustomer, type Customer, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  type Administrator,
  actingAs,
  aFullAdministrator,
  aReason,
  grantImpersonation,
} from '#test/builders/acting-administrator.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revoke } from './grants.ts';

let shop: Shop;
let admin: Administrator;
let customer: Customer;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
beforeEach(async () => {
  admin = await aFullAdministrator(shop);
  customer = await aCustomer(shop);
});
afterAll(() => shop.stop());

const supportSeen = async (): Promise<string[]> =>
  (await customer.call(contract.listSessions)).filter(({ kind }) => kind === 'support').map(({ id }) => id);

const act = async (): Promise<number> =>
  (await fetch(`${shop.origin}/api/auth/me`, { headers: actingAs(admin, customer) })).status;

test('it is listed first, with its reason and its end, and without a name', async () => {
  const { grantId, expiresAt } = await grantImpersonation(shop, admin, customer, 20);
  const [first, second, ...others] = await customer.call(contract.listSessions);
  expect(first).toEqual({
    kind: 'support',
    id: grantId,
    reason: aReason,
    createdAt: new Date(expiresAt.getTime() - 20 * 60_000).toISOString(),
    endsAt: expiresAt.toISOString(),
  });
  expect(second).toMatchObject({ kind: 'own', current: true });
  expect(others).toEqual([]);
});

test("the customer ends it, which works immediately, is logged as the customer's action, and works once", async () => {
  const { grantId } = await grantImpersonation(shop, admin, customer);
  expect(await act()).toBe(200);
  expect(await customer.call(contract.endSession, { params: { id: grantId } })).toEqual({});
  expect(await act()).toBe(403);
  expect(await supportSeen()).toEqual([]);
  const auditEntries = await shop.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object', '=', grantId)
    .orderBy('id')
    .execute();
  expect(auditEntries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['impersonation_granted', admin.userId],
    ['impersonation_revoked', customer.userId],
  ]);
  await expect(customer.call(contract.endSession, { params: { id: grantId } })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
});

test('ending all other sessions also ends it, but no grant for another customer', async () => {
  const [second, stranger] = [await aFullAdministrator(shop), await aCustomer(shop)];
  await grantImpersonation(shop, admin, customer);
  await grantImpersonation(shop, second, stranger);
  const other = await logIn(shop, customer);
  expect(await customer.call(contract.endOtherSessions)).toEqual({});
  expect(await act()).toBe(403);
  expect(await customer.call(contract.listSessions)).toMatchObject([{ kind: 'own', current: true }]);
  await expect(other.call(contract.me)).rejects.toMatchObject({ status: 401 });
  expect(await stranger.call(contract.listSessions)).toMatchObject([{ kind: 'support' }, { kind: 'own' }]);
});

describe('it is hidden when it can no longer be used:', () => {
  const ends: [string, (grantId: string) => unknown][] = [
    ['after its time', () => shop.travel(60_000)],
    ['after it was revoked', (grantId) => revoke(shop.deps, grantId)],
    [
      'after the administrator has done',
      () => fetch(`${shop.origin}/api/auth/acting`, { method: 'DELETE', headers: actingAs(admin, customer) }),
    ],
    [
      'after the administrator has logged out',
      () => shop.call(contract.logout, { body: { refreshToken: admin.refreshToken } }),
    ],
    [
      'after the administrator was disabled',
      () =>
        shop.db
          .updateTable('app_user')
          .set({ disabled_at: shop.deps.clock.now() })
          .where('id', '=', admin.userId)
          .execute(),
    ],
  ];
  test.each(ends)('%s', async (_when, end) => {
    const { grantId } = await grantImpersonation(shop, admin, customer, 1);
    expect(await supportSeen()).toEqual([grantId]);
    await end(grantId);
    expect(await supportSeen()).toEqual([]);
    expect([401, 403]).toContain(await act());
  });
});
