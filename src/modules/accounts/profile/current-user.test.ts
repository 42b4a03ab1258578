/** The exact response for the current user, and its cost: every page of a logged-in user requests it. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Person } from '#platform/mount.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { withAccounts } from '#server/accounts.ts';
import { readMe } from './service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

async function statementsFor({ userId, email }: Customer): Promise<number> {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const person: Person = { kind: 'person', userId, email, sessionId: '', role: 'customer', actor: null };
  await readMe(withAccounts({ ...shop.deps, db: shop.db.withPlugin(counting) }), person);
  return statements;
}

test('it has the specified fields, and the extra ones of our own pages', async () => {
  const person = await aCustomer(shop);
  const specified = [
    'id',
    'firstName',
    'lastName',
    'address',
    'phone',
    'city',
    'country',
    'email',
    'userCredits',
    'orders',
    'ordersCursor',
    'factBusinessId',
  ];
  const answer = await person.call(contract.me);
  expect(Object.keys(answer).toSorted()).toEqual(
    [...specified, 'cart', 'userName', 'language', 'twoFactorEnabled', 'staffRole'].toSorted(),
  );
});

test('it costs five statements without orders, and no more for many orders than for one', async () => {
  const person = await aCustomer(shop);
  expect(
    await statementsFor(person),
    'the person, the orders, the cart, the credit, the business at Factiiv',
  ).toBe(5);
  await buyAs(person);
  const withOne = await statementsFor(person);
  expect(withOne).toBeLessThanOrEqual(9);
  for (let more = 0; more < 3; more += 1) await buyAs(person);
  expect((await person.call(contract.me)).orders.length).toBeGreaterThan(1);
  expect(await statementsFor(person)).toBe(withOne);
});
