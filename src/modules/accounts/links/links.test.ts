/**
 * Links in emails: usable once under concurrent clicks, void when a newer one exists, and useless to a reader
 * of the database.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { aCustomer, anAccount, aPassword, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, mailboxOf, tokenIn } from '#test/emails.ts';
import { withAccounts } from '#server/accounts.ts';
import { until } from '#test/until.ts';
import * as confirmation from '#modules/accounts/registration/confirmation.ts';
import * as links from './service.ts';
import type { Purpose } from './rules.ts';
import * as users from '#modules/accounts/people/store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const purposes = ['confirm_email', 'reset_password', 'set_password'] as const satisfies Purpose[];
const newPassword = 'another good long password';

/** Sends a link to a user and returns the token from its email. */
async function aToken(userId: string, purpose: Purpose): Promise<string> {
  const before = await shop.db
    .selectFrom('one_time_token')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  await shop.db.transaction().execute(async (tx) => {
    const user = await users.lock(tx, userId);
    if (user === undefined) throw new Error('nobody is there');
    await links.send(tx, shop.deps, user, purpose);
  });
  const { id } = await shop.db
    .selectFrom('one_time_token')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'not in', ['', ...before.map((row) => row.id)])
    .executeTakeFirstOrThrow();
  return shop.deps.keys.oneTimeToken(id, null);
}

/** Sends the request of the page behind a link. */
const use = (purpose: Purpose, token: string): Promise<unknown> => {
  const both = { password: newPassword, confirmPassword: newPassword };
  if (purpose === 'confirm_email') return shop.call(contract.confirmEmail, { body: { confirmToken: token } });
  if (purpose === 'reset_password')
    return shop.call(contract.resetPassword, { body: { ...both, resetToken: token } });
  return shop.call(contract.setPassword, { body: { ...both, confirmToken: token } });
};
const outcome = (purpose: Purpose, token: string): Promise<string> =>
  use(purpose, token).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
/** The same without the HTTP server, which rejects some of a hundred concurrent requests. */
const useDirectly = (purpose: Purpose, token: string): Promise<string> => {
  const both = { password: newPassword, confirmPassword: newPassword };
  const deps = withAccounts(shop.deps);
  const used: Promise<unknown> =
    purpose === 'confirm_email'
      ? confirmation.confirmEmail(deps, { confirmToken: token })
      : purpose === 'reset_password'
        ? confirmation.resetPassword(deps, { ...both, resetToken: token })
        : confirmation.setPassword(deps, { ...both, confirmToken: token });
  return used.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
};
const rowOf = (userId: string) =>
  shop.db.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const auditEntriesOf = async (userId: string): Promise<string[]> =>
  (
    await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('effective_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('of a hundred concurrent uses of one link, one has an effect', () => {
  for (const purpose of purposes) {
    test(purpose, async () => {
      const { userId } = await anAccount(shop, { confirmed: false });
      const token = await aToken(userId, purpose);
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => useDirectly(purpose, token)));
      // A second click on a confirmation link also succeeds: the address is confirmed.
      const doneCount = purpose === 'confirm_email' ? 100 : 1;
      expect(outcomes.filter((each) => each === 'done')).toHaveLength(doneCount);
      expect(outcomes.filter((each) => each === 'link_invalid')).toHaveLength(100 - doneCount);
      const auditEntry = {
        confirm_email: 'email_confirmed',
        reset_password: 'password_reset',
        set_password: 'password_set',
      }[purpose];
      expect((await auditEntriesOf(userId)).filter((action) => action === auditEntry)).toHaveLength(1);
      const sessions = await shop.db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      expect(sessions).toHaveLength(purpose === 'set_password' ? 1 : 0);
    });
  }
});

test('a link of one purpose opens nothing else', async () => {
  for (const linkPurpose of purposes) {
    const { userId } = await anAccount(shop, { confirmed: false });
    const token = await aToken(userId, linkPurpose);
    const before = await rowOf(userId);
    for (const other of purposes.filter((purpose) => purpose !== linkPurpose))
      expect(await outcome(other, token)).toBe('link_invalid');
    expect(await rowOf(userId)).toEqual(before);
    expect(await outcome(linkPurpose, token), 'and it still works for what it was made for').toBe('done');
  }
});

test('a newer link voids the older ones, and one person’s link does not affect another', async () => {
  for (const purpose of purposes) {
    const { userId } = await anAccount(shop, { confirmed: false });
    const bystander = await anAccount(shop, { confirmed: false });
    const older = await aToken(userId, purpose);
    const newer = await aToken(userId, purpose);
    const bystanderToken = await aToken(bystander.userId, purpose);
    expect(await outcome(purpose, older)).toBe('link_invalid');
    expect(await outcome(purpose, newer)).toBe('done');
    expect((await rowOf(bystander.userId)).email_confirmed_at).toBeNull();
    expect(await outcome(purpose, bystanderToken)).toBe('done');
  }
});

test('links expire: thirty minutes, a day, and seven days for a customer without a password', async () => {
  const minuteMs = 60_000;
  const withoutPassword = { password_hash: null, password_changed_at: null };
  const lifetimes: [Purpose, Partial<users.User>, number][] = [
    ['reset_password', {}, 30 * minuteMs],
    ['confirm_email', {}, 24 * 60 * minuteMs],
    ['set_password', {}, 24 * 60 * minuteMs],
    ['set_password', withoutPassword, 7 * 24 * 60 * minuteMs],
    ['set_password', { ...withoutPassword, role: 'owner' }, 24 * 60 * minuteMs],
  ];
  const userWith = async (like: Partial<users.User>): Promise<string> => {
    const { userId } = await anAccount(shop, { confirmed: false });
    await shop.db
      .updateTable('app_user')
      .set({ ...like, first_name: 'Somebody' })
      .where('id', '=', userId)
      .execute();
    return userId;
  };
  for (const [purpose, like, expectedMs] of lifetimes) {
    const earlyToken = await aToken(await userWith(like), purpose);
    const lateToken = await aToken(await userWith(like), purpose);
    shop.travel(expectedMs - minuteMs);
    expect(await outcome(purpose, earlyToken)).toBe('done');
    shop.travel(minuteMs + 1);
    expect(await outcome(purpose, lateToken)).toBe('link_invalid');
  }
});

test('links of disabled and deleted accounts open nothing', async () => {
  for (const column of ['disabled_at', 'deleted_at'] as const) {
    for (const purpose of purposes) {
      const { userId } = await anAccount(shop, { confirmed: false });
      const token = await aToken(userId, purpose);
      await shop.db
        .updateTable('app_user')
        .set({ [column]: new Date() })
        .where('id', '=', userId)
        .execute();
      expect(await outcome(purpose, token)).toBe('link_invalid');
    }
  }
});

test('a reset ends every session, confirms the address, notifies the owner, and opens no session', async () => {
  const customer = await aCustomer(shop);
  const other = await logIn(shop, customer);
  await shop.call(contract.forgotPassword, { body: { email: customer.email.toUpperCase() } });
  const [email] = await emailsTo(shop, customer.email);
  expect(email?.subject).toBe('Set a new password');
  expect(await use('reset_password', tokenIn(email, 'resetToken'))).toEqual({});
  for (const session of [customer, other]) {
    await expect(session.call(contract.me)).rejects.toMatchObject({ status: 401, code: 'token_expired' });
    await expect(
      shop.call(contract.refreshToken, { body: { refreshToken: session.refreshToken } }),
    ).rejects.toMatchObject({ status: 401 });
  }
  await expect(logIn(shop, customer)).rejects.toMatchObject({ code: 'login_failed' });
  await logIn(shop, { email: customer.email, password: newPassword });
  expect((await emailsTo(shop, customer.email, 2))[1]?.subject).toBe('Your password was changed');
});

test('the first password of an account opens a session, and an account in use has no first password', async () => {
  const { userId } = await anAccount(shop, { confirmed: false });
  await shop.db
    .updateTable('app_user')
    .set({ password_hash: null, password_changed_at: null })
    .where('id', '=', userId)
    .execute();
  const token = await aToken(userId, 'set_password');
  const { data } = await shop.call(contract.setPassword, {
    body: { password: newPassword, confirmPassword: newPassword, confirmToken: token },
  });
  expect(
    await shop.call(contract.refreshToken, { body: { refreshToken: data.refreshToken } }),
  ).toHaveProperty('accessToken');
  expect(await outcome('set_password', await aToken(userId, 'set_password'))).toBe('link_invalid');
});

test('a bad new password leaves the link usable', async () => {
  const { userId, email } = await anAccount(shop, { email: 'a.long.address@example.com' });
  const resetToken = await aToken(userId, 'reset_password');
  const reset = (password: string) =>
    shop.call(contract.resetPassword, { body: { password, confirmPassword: password, resetToken } });
  await expect(reset('Password1')).rejects.toMatchObject({ status: 422, code: 'password_common' });
  await expect(reset(email.toUpperCase())).rejects.toMatchObject({ status: 422, code: 'password_is_email' });
  expect(await reset(newPassword)).toEqual({});
});

test('no table holds a token or a password, and the email that was sent holds the link', async () => {
  const { email } = await anAccount(shop, { confirmed: false });
  await shop.call(contract.resendConfirmation, { body: { email } });
  const token = tokenIn((await emailsTo(shop, email))[0], 'confirmToken');
  const { refreshToken, accessToken } = await aCustomer(shop);
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    shop.db,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const { rows: dump } = await sql<{
      line: string;
    }>`select kept::text as line from ${sql.raw(name)} kept`.execute(shop.db);
    const text = dump.map(({ line }) => line).join('\n');
    for (const secret of [
      token,
      refreshToken,
      refreshToken.split('.')[2] ?? '',
      accessToken,
      aPassword,
      newPassword,
    ])
      expect(text.includes(secret), `${name} holds a secret`).toBe(false);
  }
});

const formOf = (email: string, password: string, firstName = 'Esi') => ({
  firstName,
  lastName: 'Owusu',
  userName: 'esi',
  email,
  phone: '+233 20 765 4321',
  password,
  confirmPassword: password,
  address: '4 Liberation Road',
  city: 'Accra',
  country: 'GH',
});

test('competing registrations of one address cannot choose its password: an email lets its reader choose', async () => {
  const email = 'twice@example.com';
  const form = formOf(email, aPassword);
  await Promise.all(Array.from({ length: 5 }, () => shop.call(contract.register, { body: form })));
  await until(
    'every request is answered',
    async () => (await shop.db.selectFrom('account_request').select('id').execute()).length === 0,
  );
  expect(await shop.db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toHaveLength(
    1,
  );
  const found = await emailsTo(shop, email, 5);
  expect(found.map(({ subject }) => subject).toSorted()).toEqual([
    ...Array<string>(4).fill('Choose a password for your account'),
    'Please confirm your email address',
  ]);
  const outcomes = [];
  for (const email of found) outcomes.push(await outcome('confirm_email', tokenIn(email, 'confirmToken')));
  expect(new Set(outcomes), 'the first link would confirm an account that someone else registered').toEqual(
    new Set(['link_invalid']),
  );
  await expect(logIn(shop, { email, password: aPassword })).rejects.toMatchObject({ code: 'login_failed' });
  outcomes.length = 0;
  for (const email of found) outcomes.push(await outcome('set_password', tokenIn(email, 'confirmToken')));
  expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
  await expect(logIn(shop, { email, password: aPassword })).rejects.toMatchObject({ code: 'login_failed' });
  await logIn(shop, { email, password: newPassword });
  await shop.call(contract.register, { body: { ...form, email: ' Twice@Example.com' } });
  expect((await emailsTo(shop, email, 6)).at(-1)?.subject).toBe('You already have an account');
  await logIn(shop, { email, password: newPassword });
});

test('an account created by a purchase keeps its details when its address is registered', async () => {
  const { userId, email } = await anAccount(shop, { confirmed: false, firstName: 'Buyer' });
  await shop.db
    .updateTable('app_user')
    .set({ password_hash: null, password_changed_at: null })
    .where('id', '=', userId)
    .execute();
  await shop.call(contract.register, { body: formOf(email, aPassword, 'Somebody') });
  const [sent] = await emailsTo(shop, email);
  expect(sent?.subject).toBe('Choose a password for your account');
  expect(await rowOf(userId)).toMatchObject({
    first_name: 'Buyer',
    password_hash: null,
    email_confirmed_at: null,
  });
  expect(await outcome('set_password', tokenIn(sent, 'confirmToken'))).toBe('done');
  expect(await mailboxOf(shop, email)).toHaveLength(1);
});

test('an unknown address gets no text typed by others, and a known customer is greeted by name', async () => {
  const email = 'stranger@example.com';
  const name = 'Win at https://evil.example';
  await shop.call(contract.register, { body: formOf(email, aPassword, name) });
  const [requestEmail] = await emailsTo(shop, email);
  expect(`${requestEmail?.text}${requestEmail?.html}`).not.toContain('evil.example');
  expect(requestEmail?.text).toContain('Hello,');
  await use('confirm_email', tokenIn(requestEmail, 'confirmToken'));
  await shop.call(contract.forgotPassword, { body: { email } });
  expect((await emailsTo(shop, email, 2))[1]?.text).toContain(`Hello ${name},`);
});

test("registering an administrator's address before the first password keeps the name and the role", async () => {
  const { userId, email } = await anAccount(shop, { confirmed: false, role: 'owner', firstName: 'Operator' });
  await shop.call(contract.register, { body: formOf(email, aPassword, 'Somebody') });
  expect((await emailsTo(shop, email))[0]?.subject).toBe('Choose a password for your account');
  expect(await rowOf(userId)).toMatchObject({ first_name: 'Operator', role: 'owner' });
});
