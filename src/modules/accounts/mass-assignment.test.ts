/**
 * Unknown fields in a body are rejected: adding a field cannot make an account an administrator, confirmed,
 * or rich.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { aCustomer, aPassword, anAccount, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';

let shop: Shop;
let customer: Customer;
let stranger: { userId: string };
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
  customer = await aCustomer(shop);
  stranger = await anAccount(shop);
});
afterAll(() => shop.stop());

const details = {
  firstName: 'Ama',
  lastName: 'Boateng',
  phone: '+233 20 123 4567',
  address: '12 Ring Road',
  city: 'Accra',
  country: 'GH',
};
const chosen = { password: 'a new good password', confirmPassword: 'a new good password' };

/** A valid body for every accounts endpoint that takes one. A missing entry fails the first test. */
const bodies: Record<string, () => Record<string, unknown>> = {
  register: () => ({ ...details, ...chosen, userName: 'ama', email: 'ama.new@example.com' }),
  confirmEmail: () => ({ confirmToken: 'x'.repeat(43) }),
  resendConfirmation: () => ({ email: 'ama.new@example.com' }),
  login: () => ({ email: customer.email, password: customer.password }),
  forgotPassword: () => ({ email: customer.email }),
  resetPassword: () => ({ ...chosen, resetToken: 'x'.repeat(43) }),
  setPassword: () => ({ ...chosen, confirmToken: 'x'.repeat(43) }),
  updatePassword: () => ({
    oldPassword: aPassword,
    newPassword: 'a newer password',
    confirmNewPassword: 'a newer password',
  }),
  refreshToken: () => ({ refreshToken: customer.refreshToken }),
  logout: () => ({ refreshToken: customer.refreshToken }),
  updateUser: () => ({ ...details, id: customer.userId, updateByAdmin: true }),
  startTwoFactor: () => ({ password: aPassword }),
  confirmTwoFactor: () => ({ code: '123456' }),
  renewRecoveryCodes: () => ({ password: aPassword, code: '123456' }),
  removeTwoFactor: () => ({ password: aPassword, code: '123456' }),
  deleteAccount: () => ({ password: aPassword }),
};

const takesBody = ({ method, path }: Endpoint): boolean =>
  ['POST', 'PUT'].includes(method) && /^\/api\/(auth\/|users$)/.test(path);
const endpoints = Object.entries(contract as Record<string, Endpoint>).filter(([, endpoint]) =>
  takesBody(endpoint),
);

const extras = [
  'role',
  'isAdmin',
  'admin',
  'userId',
  'user_id',
  'status',
  'approvedCredit',
  'availableCredit',
  'userCredits',
  'creditLimit',
  'emailConfirmedAt',
  'email_confirmed_at',
  'emailVerified',
  'passwordHash',
  'password_hash',
  'customerRef',
  'customer_ref',
  'twoFactorEnabledAt',
  'two_factor_secret',
  'disabledAt',
  'deletedAt',
  'sessionId',
  'generation',
  'createdAt',
  'price',
  'amount',
  'usedCount',
  'constructor',
  'prototype',
  '__proto__',
  'toString',
];
const values = ['"admin"', 'true', '1000000', '{"isAdmin":true}', 'null'];

const send = (endpoint: Endpoint, body: string) =>
  fetch(`${shop.origin}${endpoint.path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...customer.headers },
    body,
  });
const everything = async () => ({
  users: await shop.db.selectFrom('app_user').selectAll().orderBy('id').execute(),
  sessions: await shop.db.selectFrom('session').selectAll().orderBy('id').execute(),
  requests: await shop.db.selectFrom('account_request').selectAll().execute(),
});

test('every endpoint with a body is tried', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(11);
  expect(endpoints.map(([name]) => name).filter((name) => bodies[name] === undefined)).toEqual([]);
});

describe('an extra field is rejected and changes nothing:', () => {
  for (const [name, endpoint] of endpoints) {
    test(name, async () => {
      const before = await everything();
      const good = JSON.stringify(bodies[name]?.());
      for (const [index, extra] of extras.entries()) {
        const answer = await send(
          endpoint,
          good.replace('{', `{"${extra}":${values[index % values.length]},`),
        );
        expect([answer.status, await answer.json()], extra).toEqual([422, `Unknown field: ${extra}`]);
      }
      expect(await everything()).toEqual(before);
      expect(Object.prototype).not.toHaveProperty('isAdmin');
    });
  }
});

test('an allowed field does no more than documented', async () => {
  const update = (change: object) =>
    send(contract.updateUser, JSON.stringify({ ...bodies.updateUser?.(), ...change }));
  const before = await everything();
  expect((await update({ id: stranger.userId })).status).toBe(404);
  expect((await update({ id: 'usr_AAAAAAAAAAAAAAAAAAAAAA' })).status).toBe(404);
  expect((await update({ firstName: { set: 'x' } })).status).toBe(422);
  expect((await update({ country: ['GH'] })).status).toBe(422);
  expect((await update({ city: 'Accra\r\nBcc: all@example.com' })).status).toBe(422);
  expect(await everything()).toEqual(before);
  expect((await update({ firstName: 'Efua' })).status).toBe(200);
  const { users } = await everything();
  const [customerRow, otherRow] = [
    users.find(({ id }) => id === customer.userId),
    users.find(({ id }) => id === stranger.userId),
  ];
  const changed = { first_name: 'Efua', version: 1, updated_at: customerRow?.updated_at };
  expect(customerRow).toEqual({ ...before.users.find(({ id }) => id === customer.userId), ...changed });
  expect(otherRow).toEqual(before.users.find(({ id }) => id === stranger.userId));
});
