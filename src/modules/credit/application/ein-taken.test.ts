/**
 * One account per EIN, also across changes of the secret, across processes with different secrets, and after
 * a change of company.
 */
import { contract } from '#contract/contract.ts';
import { createKeys } from '#platform/keys.ts';
import { aBusiness, aCompany, anEin, applyAs } from '#test/builders/business.ts';
import { buyOnAccount } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as companies from './company-store.ts';
import { factsOf } from './facts.ts';
import * as staff from '#modules/credit/account/staff.ts';
import { findOf } from '#modules/credit/ledger/store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const secretOf = (which: string): string =>
  Buffer.from(`${which} secret of a test, long enough for a key`).toString('base64url');
const byStaff = (email: string) => ({ email, actorId: null });
const laterPhone = { phone: '+1 307 555 0142' };

test('an EIN stored under an old secret is rejected for a second account', async () => {
  const ein = anEin();
  const first = await aBusiness(shop, { company: { ein } });
  expect((await applyAs(first)).application).toMatchObject({ state: 'approved' });
  const second = await aBusiness(shop, { company: { ...laterPhone, ein } });
  await applyAs(second);
  const changed = { ...shop.deps, keys: createKeys([secretOf('a new')], [testSessionSecret]) };
  await expect(staff.approveApplication(changed, byStaff(second.email))).rejects.toThrow(
    'This EIN is already used by another account',
  );
  expect(await findOf(shop.db, second.userId)).toBeNull();
});

test('an EIN with a written-off debt is rejected on a company change, also under a new secret', async () => {
  const ein = anEin();
  const debtor = await aBusiness(shop, { company: { ein } });
  await applyAs(debtor);
  await buyOnAccount(shop, debtor);
  await staff.writeOff(shop.deps, { ...byStaff(debtor.email), reason: 'Dissolved', beforeDue: true });
  expect(await debtor.call(contract.readCreditAccount)).toMatchObject({
    status: 'closed',
    isWrittenOff: true,
  });
  const person = await aBusiness(shop);
  await applyAs(person);
  expect(await person.call(contract.saveCompany, { body: aCompany({ ein }) })).toMatchObject({
    inReview: true,
  });
  const before = await shop.db
    .selectFrom('credit_account')
    .select('ein_index')
    .where('user_id', '=', person.userId)
    .execute();
  for (const keys of [shop.deps.keys, createKeys([secretOf('a new')], [testSessionSecret])])
    await expect(staff.approveApplication({ ...shop.deps, keys }, byStaff(person.email))).rejects.toThrow(
      'The published rules now decline this application: earlier_write_off',
    );
  expect(
    await shop.db
      .selectFrom('credit_account')
      .select('ein_index')
      .where('user_id', '=', person.userId)
      .execute(),
  ).toEqual(before);
});

test('two processes with different secrets decide on one EIN sequentially', async () => {
  const ein = anEin();
  const [one, other] = [
    await aBusiness(shop, { company: { ein } }),
    await aBusiness(shop, { company: { ein } }),
  ];
  const processes = [
    createKeys([testSessionSecret], [secretOf('one')]),
    createKeys([secretOf('a new')], [testSessionSecret, secretOf('another')]),
  ];
  const happened: string[] = [];
  const judge = (index: number, userId: string, meanwhile: () => Promise<unknown>): Promise<void> =>
    shop.db.transaction().execute(async (tx) => {
      const company = await companies.findOf(tx, userId);
      const keys = processes[index];
      if (company === null || keys === undefined) throw new Error('there is nothing to judge');
      await factsOf(tx, { ...shop.deps, keys }, company);
      happened.push(`${index} has its facts`);
      await meanwhile();
      happened.push(`${index} has decided`);
    });
  let second: Promise<void> = Promise.resolve();
  await judge(0, one.userId, async () => {
    second = judge(1, other.userId, () => Promise.resolve());
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await second;
  expect(happened).toEqual(['0 has its facts', '0 has decided', '1 has its facts', '1 has decided']);
});
