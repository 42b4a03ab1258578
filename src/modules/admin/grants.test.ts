/**
 * Acting for a customer, over HTTP: a valid grant works and is audited, and anything that does not match it
 * is rejected.
 */
import { contract } from '#contract/contract.ts';
import { Writable } from 'node:stream';
import { aCustomer, anAdministrator, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  type Administrator,
  actingAs,
  aFullAdministrator,
  aReason,
  grantImpersonation,
} from '#test/builders/acting-administrator.ts';
import { emailsTo } from '#test/emails.ts';
import { createLogger } from '#platform/logger.ts';
import { withAccounts } from '#server/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as grants from './grants.ts';

let shop: Shop;
let admin: Administrator;
let customer: Customer;
const lines: string[] = [];
beforeAll(async () => {
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  shop = await aShop({ log: createLogger('info', to) });
  admin = await aFullAdministrator(shop);
});
beforeEach(async () => {
  customer = await aCustomer(shop);
  admin = { ...admin, ...(await logInAgain(shop, admin)) };
});
afterAll(() => shop.stop());

/** These tests move the clock forward, so sessions expire and users log in again. */
async function logInAgain(at: Shop, administrator: Administrator) {
  const { data } = await at.call(contract.login, {
    body: {
      email: administrator.email,
      password: administrator.password,
      code: administrator.app.nextCode(),
    },
  });
  return { ...data, headers: { authorization: `Bearer ${data.accessToken}` } };
}

type Reply = { status: number; code: string | null; body: unknown };

async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Reply> {
  const answer = await fetch(`${shop.origin}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, code: answer.headers.get('x-error-code'), body: await answer.json() };
}

const readMe = (headers: Record<string, string>): Promise<Reply> => ask('GET', '/api/auth/me', headers);
const refused = { status: 403, code: 'impersonation_refused', body: 'You may not act as another user' };
const details = {
  firstName: 'Ama',
  lastName: 'Owusu',
  phone: '+233 20 123 4567',
  address: '1 High Street',
  city: 'Kumasi',
  country: 'GH',
};

const auditEntriesFor = (userId: string) =>
  shop.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object', 'route', 'detail'])
    .where('effective_id', '=', userId)
    .where('action', '<>', 'log_in')
    .orderBy('id')
    .execute();

test('with a grant an administrator sees and changes what the customer may, and everything is logged', async () => {
  const { grantId, device, expiresAt } = await grantImpersonation(shop, admin, customer);
  expect(device).toBe('Unknown device');
  expect(expiresAt.getTime() - shop.deps.clock.now().getTime()).toBeGreaterThan(29 * 60_000);
  const headers = actingAs(admin, customer);
  const { status, body } = await readMe(headers);
  expect([status, body]).toMatchObject([200, { id: customer.userId, email: customer.email }]);
  expect(
    await ask('PUT', '/api/users', headers, { id: customer.userId, ...details, updateByAdmin: true }),
  ).toMatchObject({ status: 200 });
  expect((await customer.call(contract.me)).lastName).toBe('Owusu');
  expect(await ask('PUT', '/api/users', headers, { id: admin.userId, ...details })).toMatchObject({
    status: 404,
  });

  expect(await auditEntriesFor(customer.userId)).toMatchObject([
    { action: 'impersonation_granted', actor_id: admin.userId, object: grantId, detail: { minutes: 30 } },
    { action: 'acted_for_customer', actor_id: admin.userId, object: grantId, route: '/api/users' },
    { action: 'details_changed', actor_id: admin.userId, object: customer.userId },
    { action: 'acted_for_customer', actor_id: admin.userId, object: grantId, route: '/api/users' },
  ]);
  const logLines = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'request' && line.user === customer.userId);
  expect(logLines.map(({ actor, route }) => [actor, route])).toContainEqual([admin.userId, '/api/auth/me']);
  const [email] = await emailsTo(shop, customer.email);
  expect(email?.subject).toBe('Our support team opened your account');
  expect(email?.text).toContain(aReason);
  expect(email?.text).toContain('for 30 minutes at most');
});

describe('rejected, and never served as the administrator’s own account:', () => {
  const others: [
    string,
    (headers: Record<string, string>) => Promise<Record<string, string>> | Record<string, string>,
  ][] = [
    ['another user id', (headers) => ({ ...headers, 'user-id': admin.userId })],
    ['another address', (headers) => ({ ...headers, 'user-email': admin.email })],
    ['the address in capitals', (headers) => ({ ...headers, 'user-email': customer.email.toUpperCase() })],
    ['no user id', ({ 'user-id': _id, ...headers }) => headers],
    ['no address', ({ 'user-email': _email, ...headers }) => headers],
    [
      'neither',
      ({ authorization = '', 'admin-as-user': claim = '' }) => ({ authorization, 'admin-as-user': claim }),
    ],
    ['without a log-in', ({ authorization: _token, ...headers }) => headers],
    ['the customer', (headers) => ({ ...headers, ...customer.headers })],
    ['another customer', async (headers) => ({ ...headers, ...(await aCustomer(shop)).headers })],
    ['another administrator', async (headers) => ({ ...headers, ...(await anAdministrator(shop)).headers })],
    [
      'another log-in of the same administrator',
      async (headers) => ({ ...headers, ...(await logInAgain(shop, admin)).headers }),
    ],
  ];
  test.each(others)('%s', async (_what, change) => {
    await grantImpersonation(shop, admin, customer);
    const headers = await change(actingAs(admin, customer));
    expect(await readMe(headers)).toEqual(refused);
    expect(await ask('GET', '/api/products', headers), 'on public rows too').toEqual(refused);
  });
  test('an administrator without a grant, logged once rather than per attempt', async () => {
    const count = async () =>
      Number(
        (
          await shop.db
            .selectFrom('audit_log')
            .select((eb) => eb.fn.countAll().as('n'))
            .where('action', '=', 'impersonation_refused')
            .executeTakeFirstOrThrow()
        ).n,
      );
    const fresh = await aFullAdministrator(shop);
    const before = await count();
    for (let count = 0; count < 5; count++) expect(await readMe(actingAs(fresh, customer))).toEqual(refused);
    expect(await count()).toBe(before + 1);
  });
  test('without the claim the other two headers have no effect', async () => {
    const { 'admin-as-user': _claim, ...headers } = actingAs(admin, customer);
    expect(await readMe({ ...headers, 'admin-as-user': 'false' })).toMatchObject({
      status: 200,
      body: { id: admin.userId },
    });
  });
});

describe('a grant ends', () => {
  test('on time, to the second', async () => {
    const { expiresAt } = await grantImpersonation(shop, admin, customer, 5);
    const headers = actingAs(admin, customer);
    shop.travel(expiresAt.getTime() - shop.deps.clock.now().getTime() - 10_000);
    expect(await readMe(headers)).toMatchObject({ status: 200 });
    shop.travel(10_000);
    expect(await readMe(headers)).toEqual(refused);
  });
  test('when it is revoked, which counts once', async () => {
    const { grantId } = await grantImpersonation(shop, admin, customer);
    expect(await grants.revoke(shop.deps, grantId)).toBe(true);
    expect(await readMe(actingAs(admin, customer))).toEqual(refused);
    expect(await grants.revoke(shop.deps, grantId)).toBe(false);
    expect((await auditEntriesFor(customer.userId)).map(({ action }) => action)).toContain(
      'impersonation_revoked',
    );
  });
  test('when the administrator ends it, which is idempotent and open to every account', async () => {
    const { grantId } = await grantImpersonation(shop, admin, customer);
    const headers = actingAs(admin, customer);
    expect(await ask('DELETE', '/api/auth/acting', headers)).toMatchObject({ status: 200 });
    expect(await readMe(headers)).toMatchObject({ status: 403 });
    expect((await auditEntriesFor(customer.userId)).at(-2)).toMatchObject({
      action: 'acted_for_customer',
      actor_id: admin.userId,
    });
    expect(
      (await auditEntriesFor(customer.userId)).filter(
        ({ action, object }) => action === 'impersonation_revoked' && object === grantId,
      ),
    ).toMatchObject([{ actor_id: admin.userId }]);
    expect(await customer.call(contract.endActing)).toEqual({});
  });

  test('with the administrator’s log-in', async () => {
    await grantImpersonation(shop, admin, customer);
    await shop.call(contract.logout, { body: { refreshToken: admin.refreshToken } });
    expect(await readMe(actingAs(admin, customer))).toMatchObject({ status: 401, code: 'token_expired' });
    const newLogIn = await logInAgain(shop, admin);
    expect(await readMe(actingAs(newLogIn, customer))).toEqual(refused);
  });
  test('when the administrator gets a grant for another customer', async () => {
    await grantImpersonation(shop, admin, customer);
    await grantImpersonation(shop, admin, await aCustomer(shop));
    expect(await readMe(actingAs(admin, customer))).toEqual(refused);
  });
  test('when the customer’s account is disabled', async () => {
    await grantImpersonation(shop, admin, customer);
    await shop.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', customer.userId)
      .execute();
    expect(await readMe(actingAs(admin, customer))).toEqual(refused);
  });
});

test('customer-only actions are rejected, endpoint by endpoint, and logged', async () => {
  await grantImpersonation(shop, admin, customer);
  const endpoints = Object.values(contract).filter(
    (endpoint) => 'impersonation' in endpoint && endpoint.impersonation === 'refused',
  );
  expect(endpoints.length).toBeGreaterThan(6);
  for (const { method, path } of endpoints) {
    const body = method === 'POST' || method === 'PUT' ? {} : undefined;
    expect(await ask(method, path.replace(/\{\w+\}/g, 'x'), actingAs(admin, customer), body), path).toEqual(
      refused,
    );
  }
  expect(await auditEntriesFor(customer.userId)).toContainEqual(
    expect.objectContaining({
      action: 'impersonation_refused',
      actor_id: admin.userId,
      detail: { reason: 'not while acting as a customer' },
    }),
  );
});

describe('no grant is given', () => {
  const request = (change: Partial<grants.GrantRequest>) =>
    grants.grant(withAccounts(shop.deps), {
      adminEmail: admin.email,
      targetEmail: customer.email,
      reason: aReason,
      code: admin.app.nextCode(),
      minutes: 30,
      sessionId: admin.refreshToken.split('.')[0],
      ...change,
    });
  test.each<[string, Partial<grants.GrantRequest>]>([
    ['Enter a reason of at least 10 characters', { reason: ' too   short ' }],
    ['Enter 1 to 30 minutes', { minutes: 31 }],
    ['Enter 1 to 30 minutes', { minutes: 0 }],
    ['Enter 1 to 30 minutes', { minutes: Number.NaN }],
    ['No customer has the email address nobody@example.com', { targetEmail: 'nobody@example.com' }],
    ['The code is incorrect', { code: '000000' }],
  ])('%s', async (message, change) => {
    await expect(request(change)).rejects.toMatchObject({ message });
  });
  test('with a code that was used, or one of the recovery codes', async () => {
    const code = admin.app.nextCode();
    await request({ code });
    await expect(request({ code })).rejects.toMatchObject({ code: 'code_wrong' });
    await expect(request({ code: admin.app.recoveryCodes[0] ?? '' })).rejects.toMatchObject({
      code: 'code_wrong',
    });
  });
  test('to a customer, to an administrator without a second factor, for an administrator, or for oneself', async () => {
    const weak = await anAdministrator(shop);
    await expect(request({ adminEmail: customer.email })).rejects.toMatchObject({
      message: `${customer.email} may not act for customers`,
    });
    await expect(request({ adminEmail: weak.email })).rejects.toMatchObject({
      message: `${weak.email} must first turn on two-factor log-in in the profile`,
    });
    for (const { email } of [weak, admin])
      await expect(request({ targetEmail: email })).rejects.toMatchObject({
        message: `${email} is a staff member. Staff members cannot be impersonated`,
      });
  });
  test('to an administrator who is not logged in', async () => {
    const away = await aFullAdministrator(shop);
    await shop.call(contract.logout, { body: { refreshToken: away.refreshToken } });
    await expect(
      request({ adminEmail: away.email, code: away.app.nextCode(), sessionId: undefined }),
    ).rejects.toMatchObject({
      message:
        'Log in to the shop as this administrator with a two-factor code first. The grant belongs to that session',
    });
  });
  test('for the latest session, or for one without a code', async () => {
    const twice = await aFullAdministrator(shop);
    const later = await logInAgain(shop, twice);
    const first = twice.refreshToken.split('.')[0] ?? '';
    const requestWith = (sessionId: string | undefined) =>
      request({ adminEmail: twice.email, code: twice.app.nextCode(), sessionId });
    await expect(requestWith(undefined)).rejects.toMatchObject({
      message: expect.stringContaining(`with --session: ${later.refreshToken.split('.')[0]} (`),
    });
    await shop.db.updateTable('session').set({ second_factor_at: null }).where('id', '=', first).execute();
    await expect(requestWith(first)).rejects.toMatchObject({
      message: expect.stringContaining('with a two-factor code'),
    });
    expect(await readMe({ ...later.headers })).toMatchObject({ status: 200 });
    expect(await requestWith(undefined)).toMatchObject({ targetId: customer.userId });
  });
  test('and the database itself rejects one that is too long, in the past, or without a reason', async () => {
    const now = new Date();
    const good = {
      id: 'gra_test',
      admin_id: admin.userId,
      target_id: customer.userId,
      reason: aReason,
      stepped_up_at: now,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    };
    for (const bad of [
      { expires_at: new Date(now.getTime() + 31 * 60_000) },
      { stepped_up_at: new Date(now.getTime() - 5 * 60_000) },
      { reason: '  short   ' },
      { target_id: admin.userId },
    ])
      await expect(
        shop.db
          .insertInto('impersonation_grant')
          .values({ ...good, ...bad })
          .execute(),
      ).rejects.toThrow(/check constraint/);
  });
});
