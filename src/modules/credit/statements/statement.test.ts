/**
 * Statements at UTC month boundaries: opening balance, movements, closing balance, no duplicates; and paging
 * through the ledger.
 */
import { cents } from '#kernel/money.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import {
  aCreditAccount,
  buyOnCredit,
  type CreditShop,
  inTx,
  issueHalf,
  payInvoice,
} from '#test/builders/credit-account.ts';
import { anAccount } from '#test/builders/customer.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { noJobs } from '#test/no-jobs.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeLimit } from '#modules/credit/ledger/opening.ts';
import { defaultSettings } from '#test/builders/settings.ts';
import { readStatement } from './service.ts';
import { lockOf } from '#modules/credit/ledger/store.ts';
import { listMovements } from '#modules/credit/account/view.ts';

let database: TestDatabase;
let shop: CreditShop;
const clock = { at: new Date(), now: () => clock.at };
const at = (moment: string): void => {
  clock.at = new Date(moment);
};
const personOf = (userId: string): Person => ({
  kind: 'person',
  userId,
  email: '',
  sessionId: '',
  role: 'customer',
  actor: null,
});
const deps = (): Deps => ({ ...shop.deps, db: shop.db }) as unknown as Deps;

beforeAll(async () => {
  database = await aDatabase();
  shop = {
    db: database.db,
    deps: {
      clock,
      jobs: noJobs,
      publicOrigin: 'http://shop.example',
      settings: defaultSettings,
      passwords: cheapPasswords(),
    },
  };
});
afterAll(() => database.close());

test('a month ends at midnight UTC, and the next starts with its closing balance', async () => {
  at('2027-12-31T23:59:59.999Z');
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(20_000));
  at('2028-01-01T00:00:00.000Z');
  const invoiceId = await issueHalf(shop, orderId, 1);
  at('2028-02-29T12:00:00Z');
  await payInvoice(shop, invoiceId);
  const read = (month: string) => readStatement(deps(), personOf(userId), month);
  const nothing = { approvedCredit: 0, availableCredit: 0, held: 0, owed: 0 };
  const promised = { approvedCredit: 50_000, availableCredit: 30_000, held: 20_000, owed: 0 };
  const invoiced = { ...promised, held: 10_000, owed: 10_000 };
  const december = await read('2027-12');
  expect(december).toMatchObject({
    isFinal: true,
    months: ['2028-02', '2028-01', '2027-12'],
    before: nothing,
    after: promised,
  });
  expect(december).toMatchObject({ until: '2027-12-31', invoices: [], billTo: { company: 'Harmattan LLC' } });
  expect(december.movements.map(({ kind }) => kind)).toEqual(['approved', 'held']);
  expect(await read('2028-01')).toMatchObject({
    before: promised,
    after: invoiced,
    movements: [{ kind: 'invoiced' }],
  });
  expect((await read('2028-01')).invoices).toMatchObject([
    { id: invoiceId, dueOn: '2028-01-31', owed: 10_000, daysLate: 0 },
  ]);
  const february = await readStatement(deps(), personOf(userId));
  expect(february).toMatchObject({
    isFinal: false,
    before: invoiced,
    after: { ...invoiced, availableCredit: 40_000, owed: 0 },
  });
  expect(february.movements).toMatchObject([
    { kind: 'paid', onTime: false, approvedCredit: 50_000, availableCredit: 40_000 },
  ]);
  expect(february).toMatchObject({ month: '2028-02', until: '2028-02-29', invoices: [] });
  for (const month of ['2027-11', '2028-03']) await expect(read(month)).rejects.toThrow('Not found');
  const { userId: nobody } = await anAccount(shop);
  await expect(readStatement(deps(), personOf(nobody), '2028-01')).rejects.toThrow('Not found');
});

test('the lateness of debts at the end of a month counts the days passed by then', async () => {
  at('2027-01-10T00:00:00Z');
  const { userId } = await aCreditAccount(shop);
  const invoiceId = await issueHalf(shop, await buyOnCredit(shop, userId, cents(20_000)), 1);
  at('2027-04-10T00:00:00Z');
  await payInvoice(shop, invoiceId, { amount: cents(4_000) });
  const read = async (month: string) => (await readStatement(deps(), personOf(userId), month)).invoices;
  const unpaidInvoice = { id: invoiceId, number: expect.any(String), dueOn: '2027-02-09', owed: 10_000 };
  expect(await read('2027-01')).toEqual([{ ...unpaidInvoice, daysLate: 0 }]);
  expect(await read('2027-02')).toEqual([{ ...unpaidInvoice, daysLate: 19 }]);
  expect(await read('2027-04')).toEqual([{ ...unpaidInvoice, owed: 6_000, daysLate: 60 }]);
});

test('a month without activity is labeled', async () => {
  at('2027-01-15T00:00:00Z');
  const { userId } = await aCreditAccount(shop);
  at('2027-03-15T00:00:00Z');
  const { before, after, movements } = await readStatement(deps(), personOf(userId), '2027-02');
  expect([before, movements]).toEqual([after, []]);
});

test('the ledger is paged, with each movement once and its balances at the time', async () => {
  const { userId } = await aCreditAccount(shop);
  for (let to = 1; to <= 119; to += 1)
    await inTx(shop, async (tx) => {
      const account = await lockOf(tx, userId);
      if (account !== null)
        await changeLimit(tx, shop.deps, account, { to: cents(to * 100), reason: 'a test', actorId: null });
    });
  const seen: number[] = [];
  let cursor: string | undefined;
  const sizes: number[] = [];
  do {
    const { data, nextCursor } = await listMovements(deps(), personOf(userId), cursor);
    seen.push(...data.map(({ approvedCredit }) => approvedCredit));
    for (const { approvedCredit, availableCredit } of data) expect(availableCredit).toBe(approvedCredit);
    sizes.push(data.length);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(sizes).toEqual([50, 50, 20]);
  expect(seen).toEqual([...Array.from({ length: 119 }, (_, index) => (119 - index) * 100), 50_000]);
});
