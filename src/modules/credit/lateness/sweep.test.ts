/**
 * The effects of time: reminders, freezes, and their end, on the exact day and once, regardless of how often
 * the sweep runs.
 */
import { addDays, dueDate } from '#kernel/credit-terms.ts';
import { cents } from '#kernel/money.ts';
import { createLogger } from '#platform/logger.ts';
import {
  aCreditAccount,
  buyOnCredit,
  type CreditShop,
  inTx,
  issueHalf,
  payInvoice,
} from '#test/builders/credit-account.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { noJobs } from '#test/no-jobs.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as freezes from '#modules/credit/ledger/freezes.ts';
import { openOf } from '#modules/credit/ledger/freeze-store.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import * as store from '#modules/credit/ledger/store.ts';
import { defaultSettings } from '#test/builders/settings.ts';
import { sweepCredit } from './sweep.ts';

let database: TestDatabase;
let shop: CreditShop;
const clock = { at: new Date('2027-01-01T00:00:00Z'), now: () => clock.at };
const at = (moment: string): void => {
  clock.at = new Date(moment);
};

beforeAll(async () => {
  database = await aDatabase({ max: 20 });
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

const sweep = () => sweepCredit({ ...shop.deps, db: shop.db, log: createLogger('silent') });
const subjectsTo = async (userId: string): Promise<string[]> =>
  (
    await shop.db
      .selectFrom('credit_notice')
      .innerJoin('mail', 'mail.id', 'mail_id')
      .select('subject')
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('subject')
      .execute()
  ).map(({ subject }) => subject.replace(/INV-\d+-\d+/, 'INV'));
const accountOf = async (userId: string) => {
  const account = await store.findOf(shop.db, userId);
  if (account === null) throw new Error(`${userId} has no account`);
  return account;
};
const frozenBy = async (userId: string) =>
  (await openOf(shop.db, (await accountOf(userId)).id)).map(({ kind }) => kind);

/** A customer who has owed the first half of an order since that day. */
async function aDebtor(issuedOn: string) {
  at(`${issuedOn}T15:00:00Z`);
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(10_000));
  return { userId, orderId, invoiceId: await issueHalf(shop, orderId, 1) };
}

describe.each(['2027-01-30', '2028-01-30', '2026-12-02', '2027-02-26'])('an invoice of %s', (issuedOn) => {
  const due = dueDate(issuedOn);
  test('gets a reminder on each of its days and on no other, and freezes at midnight after its due day', async () => {
    const { userId } = await aDebtor(issuedOn);
    const seen: [number, string[]][] = [];
    for (let day = -9; day <= 32; day += 1) {
      const before = (await subjectsTo(userId)).length;
      at(`${addDays(due, day)}T00:00:00.000Z`);
      await sweep();
      at(`${addDays(due, day)}T23:59:59.999Z`);
      await sweep();
      const now = await subjectsTo(userId);
      if (now.length > before) seen.push([day, now.slice(before)]);
    }
    expect(seen).toEqual([
      [-7, ['Invoice INV is due in 7 days']],
      [0, ['Invoice INV is due today']],
      [1, ['Invoice INV is 1 day past due', 'Your credit is on hold']],
      [7, ['Invoice INV is 7 days past due']],
      [15, ['Invoice INV is 15 days past due']],
      [30, ['Invoice INV is 30 days past due']],
    ]);
  });

  test('blocks buying on credit from that midnight on, before any sweep, until it is paid', async () => {
    const { userId, invoiceId } = await aDebtor(issuedOn);
    at(`${due}T23:59:59.999Z`);
    await expect(buyOnCredit(shop, userId, cents(1_000))).resolves.toBeDefined();
    at(`${addDays(due, 1)}T00:00:00.000Z`);
    await expect(buyOnCredit(shop, userId, cents(1_000))).rejects.toThrow(
      'Your credit is on hold. Please pay the invoices that are past due first',
    );
    expect(await frozenBy(userId)).toEqual([]);
    await sweep();
    expect(await frozenBy(userId)).toEqual(['past_due']);
    await payInvoice(shop, invoiceId, { amount: cents(4_999) });
    expect(await frozenBy(userId)).toEqual(['past_due']);
    await payInvoice(shop, invoiceId);
    expect(await frozenBy(userId)).toEqual([]);
    expect(await subjectsTo(userId)).toContain('You can buy on credit again');
    await expect(buyOnCredit(shop, userId, cents(1_000))).resolves.toBeDefined();
    await sweep();
    expect(await frozenBy(userId)).toEqual([]);
  });
});

test('after downtime the shop sends only the relevant reminder, and concurrent sweeps send it once', async () => {
  const { userId } = await aDebtor('2027-01-10');
  at('2027-02-19T08:00:00Z');
  const reports = await Promise.all(Array.from({ length: 4 }, sweep));
  expect(reports.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
  expect(await subjectsTo(userId)).toEqual(['Invoice INV is 10 days past due', 'Your credit is on hold']);
});

test('everything past due must be paid, and nothing else', async () => {
  const { userId, orderId, invoiceId } = await aDebtor('2027-01-10');
  const second = await issueHalf(shop, orderId, 2);
  at('2027-01-25T08:00:00Z');
  const third = await issueHalf(shop, await buyOnCredit(shop, userId, cents(2_000)), 1);
  at('2027-02-12T08:00:00Z');
  await sweep();
  await payInvoice(shop, invoiceId);
  expect(await frozenBy(userId)).toEqual(['past_due']);
  await payInvoice(shop, second);
  expect(await frozenBy(userId)).toEqual([]);
  at('2027-02-25T08:00:00Z');
  await sweep();
  expect(await frozenBy(userId)).toEqual(['past_due']);
  await inTx(shop, (tx) => ledger.invoiceVoided(tx, shop.deps, { invoiceId: third }));
  expect(await frozenBy(userId)).toEqual([]);
});

test('a payment lifts no staff freeze, and staff lift no freeze for debts past due', async () => {
  const { userId, invoiceId } = await aDebtor('2027-01-10');
  at('2027-02-12T08:00:00Z');
  await sweep();
  const locked = async <T>(
    work: (tx: Parameters<typeof freezes.unfreezeByStaff>[0], account: store.Account) => Promise<T>,
  ) => inTx(shop, async (tx) => work(tx, (await store.lockOf(tx, userId)) ?? (await accountOf(userId))));
  await locked((tx, account) =>
    freezes.freezeByStaff(tx, shop.deps, account, { reason: 'a question', actorId: null }),
  );
  expect(await frozenBy(userId)).toEqual(['past_due', 'staff']);
  expect(await locked((tx, account) => freezes.unfreezeByStaff(tx, shop.deps, account))).toEqual({
    remainsFrozen: true,
  });
  await locked((tx, account) =>
    freezes.freezeByStaff(tx, shop.deps, account, { reason: 'a question', actorId: null }),
  );
  await payInvoice(shop, invoiceId);
  expect(await frozenBy(userId)).toEqual(['staff']);
  expect(await subjectsTo(userId)).not.toContain('You can buy on credit again');
  await expect(buyOnCredit(shop, userId, cents(1_000))).rejects.toThrow('Your credit is on hold');
  expect(await locked((tx, account) => freezes.unfreezeByStaff(tx, shop.deps, account))).toEqual({
    remainsFrozen: false,
  });
  expect(await subjectsTo(userId)).toContain('You can buy on credit again');
});

test('a freeze whose invoice was settled otherwise ends with the next sweep', async () => {
  const { userId, invoiceId } = await aDebtor('2027-01-10');
  at('2027-02-12T08:00:00Z');
  await sweep();
  await shop.db
    .updateTable('invoice')
    .set({ status: 'void', closed_at: clock.at })
    .where('id', '=', invoiceId)
    .execute();
  await sweep();
  // The ledger decides, and it says that the invoice is owed.
  expect(await frozenBy(userId)).toEqual(['past_due']);
  await inTx(shop, async (tx) => {
    const account = await store.lockOf(tx, userId);
    await store.insertMovement(tx, account?.id ?? '', {
      ...{
        key: `by-hand:${invoiceId}`,
        kind: 'voided',
        amount: cents(5_000),
        reason: 'by_hand',
        inputs: {},
        invoiceId,
        at: clock.at,
      },
    });
  });
  expect((await sweep()).lifted).toBeGreaterThan(0);
  expect(await frozenBy(userId)).toEqual([]);
});
