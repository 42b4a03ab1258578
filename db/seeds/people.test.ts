/** The demo people can log in, keep their changes, and are closed in a shop with real money. */
import { contract } from '#contract/contract.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPeople, seedPeople } from './people.ts';
import { retireDemonstration } from './retire.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
  await seedPeople(shop.db, shop.deps.passwords, shop.deps.clock.now());
});
afterAll(() => shop.stop());

const logInOutcome = ({ email, password }: { email: string; password: string }): Promise<string> =>
  shop.call(contract.login, { body: { email, password } }).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );

test('demo customers can log in as documented, and unconfirmed accounts cannot', async () => {
  for (const person of demoPeople)
    expect(await logInOutcome(person), person.email).toBe(person.confirmed ? 'in' : 'login_failed');
  expect(demoPeople.some(({ confirmed }) => confirmed)).toBe(true);
});

test('no demo person is staff', async () => {
  expect(
    await shop.db.selectFrom('app_user').select('email').where('role', '<>', 'customer').execute(),
  ).toEqual([]);
});

test('seeding again preserves their changes', async () => {
  await shop.db
    .updateTable('app_user')
    .set({ first_name: 'Changed' })
    .where('id', '=', demoPeople[0]?.id ?? '')
    .execute();
  const before = await shop.db.selectFrom('app_user').selectAll().orderBy('id').execute();
  await seedPeople(shop.db, shop.deps.passwords, new Date('2027-02-01T12:00:00Z'));
  expect(await shop.db.selectFrom('app_user').selectAll().orderBy('id').execute()).toEqual(before);
});

test('a shop outside demo mode closes the demo accounts once, and seeding does not reopen them', async () => {
  const person = demoPeople.find(({ confirmed }) => confirmed) ?? { email: '', password: '' };
  expect((await retireDemonstration(shop.db, new Date())).closed).toEqual(
    demoPeople.map(({ email }) => email).toSorted(),
  );
  expect((await retireDemonstration(shop.db, new Date())).closed).toEqual([]);
  await seedPeople(shop.db, shop.deps.passwords, new Date());
  expect(await logInOutcome(person)).toBe('login_failed');
});
