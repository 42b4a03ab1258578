/**
 * Password changes over HTTP: which sessions survive, with which tokens, and that copies of older tokens are
 * useless.
 */
import { contract } from '#contract/contract.ts';
import { aCustomer, type Customer, logIn, withToken } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

const newPassword = 'ten red tricycles';
const body = (person: Customer) => ({
  oldPassword: person.password,
  newPassword,
  confirmNewPassword: newPassword,
});
const refresh = (refreshToken: string) => shop.call(contract.refreshToken, { body: { refreshToken } });

test('the device that sets it continues with new tokens, and every other device is logged out', async () => {
  const person = await aCustomer(shop);
  const other = await logIn(shop, person);
  const { data } = await person.call(contract.updatePassword, { body: body(person) });
  expect(await withToken(shop, data.accessToken)(contract.listSessions)).toMatchObject([{ current: true }]);
  const next = await refresh(data.refreshToken);
  expect(await withToken(shop, next.accessToken)(contract.me)).toMatchObject({ email: person.email });
  await expect(other.call(contract.me)).rejects.toMatchObject({ status: 401, code: 'token_expired' });
  await expect(refresh(other.refreshToken)).rejects.toMatchObject({ status: 401, code: 'refresh_refused' });
});

test('an earlier copy of the access token opens nothing afterwards', async () => {
  const person = await aCustomer(shop);
  const { data } = await person.call(contract.updatePassword, { body: body(person) });
  await expect(person.call(contract.me)).rejects.toMatchObject({ status: 401, code: 'token_expired' });
  expect(await withToken(shop, data.accessToken)(contract.me)).toMatchObject({ id: person.userId });
});

test('an earlier copy of the refresh token is rejected immediately, and using it ends the session', async () => {
  const person = await aCustomer(shop);
  const { data } = await person.call(contract.updatePassword, { body: body(person) });
  await expect(refresh(person.refreshToken)).rejects.toMatchObject({ status: 401, code: 'refresh_refused' });
  await expect(withToken(shop, data.accessToken)(contract.me)).rejects.toMatchObject({
    code: 'token_expired',
  });
  const rows = await shop.db
    .selectFrom('audit_log')
    .select('action')
    .where('effective_id', '=', person.userId)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['log_in', 'password_changed', 'refresh_token_reused']);
});

test('afterwards two tabs may again refresh concurrently', async () => {
  const person = await aCustomer(shop);
  const { data } = await person.call(contract.updatePassword, { body: body(person) });
  const [one, two] = await Promise.all([refresh(data.refreshToken), refresh(data.refreshToken)]);
  expect(one.refreshToken).toBe(two.refreshToken);
  expect(await withToken(shop, two.accessToken)(contract.me)).toMatchObject({ id: person.userId });
});

test('a weak password from before the rules still logs in, and only a new one must be stronger', async () => {
  for (const password of ['aaaaaaaa', ' '.repeat(8), 'Password1!']) {
    const person = await aCustomer(shop, { password });
    const same = { oldPassword: password, newPassword: password, confirmNewPassword: password };
    await expect(person.call(contract.updatePassword, { body: same }), password).rejects.toMatchObject({
      status: 422,
    });
    expect(await person.call(contract.updatePassword, { body: body(person) })).toHaveProperty('data');
  }
});
