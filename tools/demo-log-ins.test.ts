/** Every login that a demo prints works. */
import { creditPeople } from '#db/seeds/credit-people.ts';
import { demoPeople, seedPeople } from '#db/seeds/people.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usableLogIns } from './demo-log-ins.ts';

let database: TestDatabase;
const passwords = cheapPasswords();
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

test('accounts missing in older data, with changed passwords, or closed are left out', async () => {
  const { db } = database;
  const people = [...demoPeople, ...creditPeople];
  expect(await usableLogIns({ db, passwords }, people)).toEqual([]);
  await seedPeople(db, passwords, new Date());
  expect(await usableLogIns({ db, passwords }, people)).toEqual(demoPeople);
  const [first, second] = demoPeople;
  await db
    .updateTable('app_user')
    .set({ password_hash: await passwords.hash('another password') })
    .where('id', '=', first?.id ?? '')
    .execute();
  await db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where('id', '=', second?.id ?? '')
    .execute();
  expect(await usableLogIns({ db, passwords }, people)).toEqual(demoPeople.slice(2));
});
