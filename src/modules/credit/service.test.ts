/** What a customer sees of the book, and what it keeps them from. */
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { freshId } from '#kernel/ids.ts';
import { aCustomer, type Customer } from '#test/a-customer.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from './ledger.ts';
import type { Reason } from './rules.ts';
import * as store from './store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

const now = new Date();
const accountOf = (person: Customer) =>
  shop.db.transaction().execute((tx) => store.open(tx, { id: freshId('crd'), userId: person.userId, now }));
const move = (accountId: string, reason: Reason, amount: number) =>
  shop.db
    .transaction()
    .execute((tx) =>
      record(tx, { accountId, key: `${reason}:${accountId}`, reason, amount: cents(amount), rule: 'test-1', inputs: {}, now }),
    );
const creditsOf = async (person: Customer) => (await person.call(contract.me)).userCredits;
const remove = (person: Customer) => person.call(contract.deleteAccount, { body: { password: person.password } });

test('the current user says what is approved and what is left, in dollars, and zero without an account', async () => {
  const person = await aCustomer(shop);
  expect(await creditsOf(person)).toEqual({ availableCredit: 0, approvedCredit: 0 });
  const { id } = await accountOf(person);
  await move(id, 'approved', 50_000);
  await move(id, 'purchased', 12_345);
  expect(await creditsOf(person)).toEqual({ availableCredit: 376.55, approvedCredit: 500 });
  await move(id, 'invoiced', 12_345);
  await move(id, 'paid', 12_345);
  await move(id, 'payment_returned', 12_345);
  await move(id, 'lowered', 40_000);
  expect(await creditsOf(person)).toEqual({ availableCredit: -23.45, approvedCredit: 100 });
});

test('an account with something held or owed cannot be deleted before it is paid', async () => {
  const person = await aCustomer(shop);
  const { id } = await accountOf(person);
  await move(id, 'approved', 50_000);
  await move(id, 'purchased', 10_000);
  await expect(remove(person)).rejects.toMatchObject({ status: 409, message: 'Please pay your open invoices first' });
  await move(id, 'invoiced', 10_000);
  await expect(remove(person)).rejects.toMatchObject({ code: 'account_has_debts' });
  await move(id, 'paid', 10_000);
  await remove(person);
});
