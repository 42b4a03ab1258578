/**
 * Staff members: invitations, roles, and ending access. One owner who can log in always remains, and a
 * customer cannot be staff.
 */
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import type { Person } from '#platform/mount.ts';
import { withAccounts } from '#server/accounts.ts';
import { anOrderRow, inTx } from '#test/builders/credit-account.ts';
import { aCustomer, anAccount, logIn, withToken } from '#test/builders/customer.ts';
import { turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson, markFactor } from '#test/builders/staff-person.ts';
import type { Administrator } from '#test/builders/acting-administrator.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as staff from './service.ts';

let shop: Shop;
let owner: Administrator;
beforeAll(async () => {
  shop = await aShop({ chained: false });
  owner = await aStaffPerson(shop, 'owner');
});
afterAll(() => shop.stop());
beforeEach(() => markFactor(shop, owner, 'fresh'));

let invited = 0;
async function invite(role: 'manager' | 'support' | 'auditor' = 'support') {
  invited += 1;
  const email = `Colleague-${invited}@Team.example`;
  const member = await owner.call(contract.staffInvite, {
    body: { email, firstName: 'Efua', lastName: 'Asante', role },
  });
  return { id: member.id, email: member.email, member };
}

const aPassword = 'seven green umbrellas';
const choose = (confirmToken: string) =>
  shop.call(contract.setPassword, {
    body: { password: aPassword, confirmPassword: aPassword, confirmToken },
  });

const entriesAbout = (id: string) =>
  shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('object', '=', id)
    .orderBy('audit_log.id')
    .execute();

test('an invited person chooses a password by a single-use link, and needs a second factor to continue', async () => {
  const { id, email, member } = await invite('manager');
  expect(email).toBe(`colleague-${invited}@team.example`);
  expect(member).toMatchObject({
    name: 'Efua Asante',
    role: 'manager',
    state: 'invited',
    hasSecondFactor: false,
    isSelf: false,
  });
  const [invitation] = await emailsTo(shop, email);
  expect(invitation?.subject).toBe('You are invited to join the Stateside team');
  expect(invitation?.text).toContain('This link works once, within the next 24 hours.');
  const token = tokenIn(invitation, 'confirmToken');
  const { data } = await choose(token);
  await expect(choose(token)).rejects.toMatchObject({ code: 'link_invalid' });
  const call = withToken(shop, data.accessToken);
  await expect(call(contract.readStaffPerson)).rejects.toMatchObject({ code: 'two_factor_needed' });
  await turnOnTwoFactor(shop, { call, password: aPassword });
  expect(await call(contract.readStaffPerson)).toMatchObject({ id, role: 'manager' });
  await expect(call(contract.staffListStaff, {})).rejects.toMatchObject({ code: 'permission_missing' });
  expect(await owner.call(contract.staffReadMember, { params: { id } })).toMatchObject({
    state: 'active',
    hasSecondFactor: true,
    sessions: 1,
  });
  expect(await entriesAbout(id)).toEqual([
    {
      ...{ action: 'staff_invited', actor_id: owner.userId, before: null },
      after: { email, firstName: 'Efua', lastName: 'Asante', role: 'manager' },
    },
  ]);
});

test('an expired link is renewed, and the older one is void', async () => {
  const { id, email } = await invite();
  const [older] = await emailsTo(shop, email);
  shop.travel(25 * 3_600_000);
  await expect(choose(tokenIn(older, 'confirmToken'))).rejects.toMatchObject({ code: 'link_invalid' });
  await markFactor(shop, owner, 'fresh');
  const { call } = await logInFresh(owner);
  expect(await call(contract.staffReadMember, { params: { id } })).toMatchObject({
    state: 'invited',
    invitationEndsAt: null,
  });
  const reinvited = await call(contract.staffInviteAgain, { params: { id } });
  expect(reinvited.invitationEndsAt).not.toBeNull();
  const [, newer] = await emailsTo(shop, email, 2);
  await choose(tokenIn(newer, 'confirmToken'));
});

/** After time has passed, because access tokens last ten minutes. */
async function logInFresh(person: Administrator) {
  const { data } = await shop.call(contract.login, {
    body: { email: person.email, password: person.password, code: person.app.nextCode() },
  });
  Object.assign(person, data, {
    call: withToken(shop, data.accessToken),
    headers: { authorization: `Bearer ${data.accessToken}` },
  });
  await markFactor(shop, person, 'fresh');
  return person;
}

test("a customer's address is rejected, and so is one of the team", async () => {
  const customer = await aCustomer(shop);
  const body = { firstName: 'Ama', lastName: 'Boateng', role: 'support' } as const;
  await expect(
    owner.call(contract.staffInvite, { body: { ...body, email: customer.email.toUpperCase() } }),
  ).rejects.toMatchObject({
    code: 'staff_is_customer',
  });
  expect(
    await shop.db.selectFrom('app_user').select('role').where('email', '=', customer.email).execute(),
  ).toEqual([{ role: 'customer' }]);
  const guest = 'guest-buyer@example.com';
  const orderId = await inTx(shop, (tx) =>
    anOrderRow(tx, { userId: customer.userId, total: cents(100), now: new Date() }),
  );
  await shop.db
    .updateTable('shop_order')
    .set({ user_id: null, email: 'Guest-Buyer@Example.com' })
    .where('id', '=', orderId)
    .execute();
  await expect(owner.call(contract.staffInvite, { body: { ...body, email: guest } })).rejects.toMatchObject({
    code: 'staff_is_customer',
  });
  const { email } = await invite();
  await expect(owner.call(contract.staffInvite, { body: { ...body, email } })).rejects.toMatchObject({
    code: 'staff_exists',
  });
});

test('a role applies from the next call on, and a change from an older version is rejected', async () => {
  const support = await aStaffPerson(shop, 'support');
  const [params, before] = [
    { id: support.userId },
    await owner.call(contract.staffReadMember, { params: { id: support.userId } }),
  ];
  await support.call(contract.staffListOrders, {});
  await owner.call(contract.staffChangeRole, { params, body: { role: 'content', version: before.version } });
  await expect(support.call(contract.staffListOrders, {})).rejects.toMatchObject({
    code: 'permission_missing',
  });
  await expect(
    owner.call(contract.staffChangeRole, { params, body: { role: 'manager', version: before.version } }),
  ).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(await entriesAbout(support.userId)).toEqual([
    {
      action: 'staff_role_changed',
      actor_id: owner.userId,
      before: { role: 'support' },
      after: { role: 'content' },
    },
  ]);
});

test('ended access stops immediately: sessions, the password, and every link', async () => {
  const support = await aStaffPerson(shop, 'support');
  const params = { id: support.userId };
  await shop.call(contract.forgotPassword, { body: { email: support.email } });
  const emails = await emailsTo(shop, support.email, 2);
  const reset = tokenIn(
    emails.find(({ subject }) => subject === 'Set a new password'),
    'resetToken',
  );
  expect(await owner.call(contract.staffEndAccess, { params })).toMatchObject({
    state: 'ended',
    sessions: 0,
    acts: { end: false },
  });
  await expect(support.call(contract.readStaffPerson)).rejects.toMatchObject({ code: 'token_expired' });
  await expect(logIn(shop, support)).rejects.toMatchObject({ code: 'login_failed' });
  const body = { password: aPassword, confirmPassword: aPassword, resetToken: reset };
  await expect(shop.call(contract.resetPassword, { body })).rejects.toMatchObject({ code: 'link_invalid' });
  const ended = (await owner.call(contract.staffListStaff, { query: { view: 'ended' } })).rows.map(
    ({ id }) => id,
  );
  expect(ended).toContain(support.userId);
  // Returns through an invitation, with a new password and second factor.
  expect(await owner.call(contract.staffInviteAgain, { params })).toMatchObject({
    state: 'invited',
    hasSecondFactor: false,
  });
  await expect(logIn(shop, support)).rejects.toMatchObject({ code: 'login_failed' });
});

test('one session is ended, or all', async () => {
  const support = await aStaffPerson(shop, 'support');
  const params = { id: support.userId };
  const { logIns } = await owner.call(contract.staffReadMember, { params });
  const [first] = logIns;
  if (first === undefined) throw new Error('nobody is logged in');
  expect(
    await owner.call(contract.staffEndMemberSession, { params: { ...params, sessionId: first.id } }),
  ).toMatchObject({ logIns: [] });
  await expect(support.call(contract.readStaffPerson)).rejects.toMatchObject({ code: 'token_expired' });
  await expect(
    owner.call(contract.staffEndMemberSession, { params: { ...params, sessionId: first.id } }),
  ).rejects.toMatchObject({
    status: 404,
  });
  const other = await aCustomer(shop);
  await expect(
    owner.call(contract.staffEndMemberSessions, { params: { id: other.userId } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('changing your own role or access is rejected', async () => {
  const params = { id: owner.userId };
  const { version, acts } = await owner.call(contract.staffReadMember, { params });
  expect(acts).toEqual({ changeRole: false, invite: false, end: false, endSessions: false });
  const attempts = [
    () => owner.call(contract.staffChangeRole, { params, body: { role: 'manager', version } }),
    () => owner.call(contract.staffEndAccess, { params }),
    () => owner.call(contract.staffInviteAgain, { params }),
    () => owner.call(contract.staffEndMemberSessions, { params }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'staff_self' });
});

const asCaller = ({ userId, email }: Administrator): Person => ({
  ...{ kind: 'person', userId, email, sessionId: '', role: 'owner', actor: null },
});

test('the last owner who can log in is neither demoted nor ended, even by concurrent requests', async () => {
  const deps = withAccounts(shop.deps);
  await shop.db
    .updateTable('app_user')
    .set({ role: 'manager' })
    .where('role', '=', 'owner')
    .where('id', '<>', owner.userId)
    .execute();
  // Was an owner until just now, and has an open invitation out.
  const former = await aStaffPerson(shop, 'manager');
  await anAccount(shop, { role: 'owner' });
  const { version } = await owner.call(contract.staffReadMember, { params: { id: owner.userId } });
  const attempts = [
    () => staff.endAccess(deps, asCaller(former), owner.userId),
    () => staff.changeRole(deps, asCaller(former), owner.userId, { role: 'manager', version }),
    () => staff.reinvite(deps, asCaller(former), owner.userId),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'staff_last_owner' });
  await shop.db.updateTable('app_user').set({ role: 'owner' }).where('id', '=', former.userId).execute();
  const both = await Promise.allSettled([
    staff.endAccess(deps, asCaller(former), owner.userId),
    staff.endAccess(deps, asCaller(owner), former.userId),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
