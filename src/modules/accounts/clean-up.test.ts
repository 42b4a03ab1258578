/** Which account data the cleanup deletes, and which it never deletes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { aCustomer, anAccount, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { deleteOldAccountData } from './clean-up.ts';

const dayMs = 86_400_000;
let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ limits: { accounts: { logInsPerHour: 50 } } });
});
afterAll(() => shop.stop());

const nothing = { counters: 0, requests: 0, links: 0, sessions: 0, unconfirmed: 0 };
const emails = async () =>
  (await shop.db.selectFrom('app_user').select('email').orderBy('email').execute()).map(({ email }) => email);

test('expired links, sessions, and unconfirmed accounts are deleted, and customers stay', async () => {
  const customer = await aCustomer(shop, { email: 'customer@example.com' });
  await anAccount(shop, { email: 'never@example.com', confirmed: false });
  await shop.call(contract.resendConfirmation, { body: { email: 'never@example.com' } });
  await shop.call(contract.forgotPassword, { body: { email: customer.email } });
  await until(
    'both were answered',
    async () => (await shop.db.selectFrom('one_time_token').select('id').execute()).length === 2,
  );
  expect(await deleteOldAccountData(shop.deps)).toEqual(nothing);
  shop.travel(2 * dayMs);
  expect(await deleteOldAccountData(shop.deps)).toEqual({ ...nothing, counters: 1 });
  shop.travel(40 * dayMs);
  expect(await deleteOldAccountData(shop.deps)).toEqual({ ...nothing, links: 2 });
  expect(await emails()).toEqual(['customer@example.com', 'never@example.com']);
  shop.travel(20 * dayMs);
  expect(await deleteOldAccountData(shop.deps)).toEqual({ ...nothing, unconfirmed: 1 });
  shop.travel(60 * dayMs);
  expect(await deleteOldAccountData(shop.deps)).toEqual({ ...nothing, sessions: 1 });
  expect(await emails()).toEqual(['customer@example.com']);
  await logIn(shop, customer);
});

test('an unconfirmed account is deleted despite monthly link requests, but not while a link is valid', async () => {
  const email = 'monthly@example.com';
  const askForLink = async () => {
    await shop.call(contract.resendConfirmation, { body: { email } });
    await until(
      'it was answered',
      async () => (await shop.db.selectFrom('account_request').select('id').execute()).length === 0,
    );
  };
  const unconfirmed = async () => (await deleteOldAccountData(shop.deps)).unconfirmed;
  await anAccount(shop, { email, confirmed: false });
  const today = { created_at: shop.deps.clock.now(), updated_at: shop.deps.clock.now() };
  await shop.db.updateTable('app_user').set(today).where('email', '=', email).execute();
  shop.travel(30 * dayMs);
  await askForLink();
  shop.travel(30.5 * dayMs);
  await askForLink();
  expect(await unconfirmed()).toBe(0);
  shop.travel(17 * dayMs);
  expect(await unconfirmed()).toBe(1);
  expect(await emails()).toEqual(['customer@example.com']);
});
