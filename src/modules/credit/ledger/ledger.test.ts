/**
 * The ledger against PostgreSQL: each row of the movement table, repeats, refusals, and the database's own
 * constraints.
 */
import { cents } from '#kernel/money.ts';
import {
  aCreditAccount,
  approve,
  balance,
  buyOnCredit,
  completeOrderRow,
  type CreditShop,
  inTx,
  issueHalf,
  payInvoice,
} from '#test/builders/credit-account.ts';
import { anAccount } from '#test/builders/customer.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { noJobs } from '#test/no-jobs.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import * as ledger from './service.ts';
import { changeLimit, closeAccount } from './opening.ts';
import * as store from './store.ts';

let database: TestDatabase;
let shop: CreditShop;
const clock = { at: new Date('2027-01-10T12:00:00Z'), now: () => clock.at };
const on = (day: string): void => {
  clock.at = new Date(`${day}T12:00:00Z`);
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

const locked = async <T>(
  userId: string,
  work: (tx: Parameters<Parameters<typeof inTx>[1]>[0], account: store.Account) => Promise<T>,
) =>
  inTx(shop, async (tx) => {
    const account = await store.lockOf(tx, userId);
    if (account === null) throw new Error('no account');
    return work(tx, account);
  });

test('an order passes through the ledger: held, invoiced in halves, paid, with a ten percent bonus', async () => {
  on('2027-01-10');
  const { userId } = await aCreditAccount(shop);
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 50_000, hold: 0, owed: 0 });
  const orderId = await buyOnCredit(shop, userId, cents(34_901));
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 15_099, hold: 34_901, owed: 0 });
  const first = await issueHalf(shop, orderId, 1);
  expect(await balance(shop, userId)).toEqual({
    approved: 50_000,
    available: 15_099,
    hold: 17_450,
    owed: 17_451,
  });
  await payInvoice(shop, first);
  await completeOrderRow(shop, orderId);
  const second = await issueHalf(shop, orderId, 2);
  on('2027-02-09');
  await payInvoice(shop, second, { amount: cents(10_000) });
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 42_550, hold: 0, owed: 7_450 });
  await payInvoice(shop, second);
  expect(await balance(shop, userId)).toEqual({ approved: 53_490, available: 53_490, hold: 0, owed: 0 });
});

test('each duplicate fact, also concurrent, is one movement; with another amount it is rejected', async () => {
  on('2027-01-10');
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(10_000));
  const invoiceId = await issueHalf(shop, orderId, 1);
  const twice = { invoiceId, paymentRef: 'ch_twice', amount: cents(5_000), paidAt: clock.at };
  await Promise.all(
    Array.from({ length: 5 }, () => inTx(shop, (tx) => ledger.invoicePaid(tx, shop.deps, twice))),
  );
  await inTx(shop, (tx) => ledger.holdForOrder(tx, shop.deps, { userId, orderId, total: cents(10_000) }));
  await inTx(shop, (tx) => ledger.invoiceIssued(tx, shop.deps, { orderId, invoiceId, amount: cents(5_000) }));
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 45_000, hold: 5_000, owed: 0 });
  await expect(
    inTx(shop, (tx) => ledger.invoicePaid(tx, shop.deps, { ...twice, amount: cents(4_999) })),
  ).rejects.toThrow('with a different amount');
});

test('of many orders racing for the last dollar exactly those that fit succeed', async () => {
  const { userId } = await aCreditAccount(shop);
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, () => buyOnCredit(shop, userId, cents(9_000))),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const found of attempts)
    if (found.status === 'rejected') expect(found.reason.message).toBe('Not enough available credit');
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 5_000, hold: 45_000, owed: 0 });
});

test('without an account, below a dollar, and above the available credit nothing is held', async () => {
  const { userId: nobody } = await anAccount(shop);
  await expect(buyOnCredit(shop, nobody, cents(5_000))).rejects.toThrow('Not enough available credit');
  const { userId } = await aCreditAccount(shop);
  await expect(buyOnCredit(shop, userId, cents(99))).rejects.toThrow(
    'An order on credit must be at least $1.00',
  );
  await expect(buyOnCredit(shop, userId, cents(50_001))).rejects.toThrow('Not enough available credit');
  await expect(buyOnCredit(shop, userId, cents(50_000))).resolves.toMatch(/^ord_/);
});

test('a canceled order releases the uninvoiced part, a void invoice the debt', async () => {
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(20_000));
  const invoiceId = await issueHalf(shop, orderId, 1);
  await inTx(shop, async (tx) => {
    await ledger.orderCanceled(tx, shop.deps, { orderId });
    await ledger.orderCanceled(tx, shop.deps, { orderId });
  });
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 40_000, hold: 0, owed: 10_000 });
  await inTx(shop, async (tx) => {
    await ledger.invoiceVoided(tx, shop.deps, { invoiceId });
    await ledger.invoiceVoided(tx, shop.deps, { invoiceId });
  });
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 50_000, hold: 0, owed: 0 });
});

/** An order that was paid on time and completed, with its bonus. */
async function anOrderWithBonus(total = 20_000) {
  on('2027-01-10');
  const person = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, person.userId, cents(total));
  const invoices = [await issueHalf(shop, orderId, 1), await issueHalf(shop, orderId, 2)] as const;
  for (const invoiceId of invoices) await payInvoice(shop, invoiceId, { paymentRef: `ch_${invoiceId}` });
  await completeOrderRow(shop, orderId);
  return { ...person, orderId, invoices };
}

test('a reversed payment reopens the invoice and takes the bonus back; available may go below zero', async () => {
  const { userId, invoices } = await anOrderWithBonus();
  expect(await balance(shop, userId)).toMatchObject({ approved: 52_000, available: 52_000 });
  await buyOnCredit(shop, userId, cents(52_000));
  const returned = {
    invoiceId: invoices[0],
    reference: 're_1',
    amount: cents(10_000),
    why: 'refunded',
  } as const;
  await inTx(shop, (tx) => ledger.invoicePaymentReturned(tx, shop.deps, returned));
  await inTx(shop, (tx) => ledger.invoicePaymentReturned(tx, shop.deps, returned));
  expect(await balance(shop, userId)).toEqual({
    approved: 50_000,
    available: -12_000,
    hold: 52_000,
    owed: 10_000,
  });
  await expect(buyOnCredit(shop, userId, cents(100))).rejects.toThrow('Not enough available credit');
});

test('the bonus needs completed work, every payment on time, and no credit note', async () => {
  on('2027-01-10');
  const { userId } = await aCreditAccount(shop);
  const lateOrder = await buyOnCredit(shop, userId, cents(10_000));
  const [inTime, tooLate] = [await issueHalf(shop, lateOrder, 1), await issueHalf(shop, lateOrder, 2)];
  await payInvoice(shop, inTime, { paidAt: new Date('2027-02-09T23:59:59.999Z') });
  await payInvoice(shop, tooLate, { paidAt: new Date('2027-02-10T00:00:00.000Z') });
  await completeOrderRow(shop, lateOrder);
  const credited = await buyOnCredit(shop, userId, cents(10_000));
  const halves = [await issueHalf(shop, credited, 1), await issueHalf(shop, credited, 2)] as const;
  await inTx(shop, (tx) =>
    ledger.invoiceCredited(tx, shop.deps, { invoiceId: halves[0], creditRef: 'cn_1', amount: cents(1) }),
  );
  await payInvoice(shop, halves[0], { amount: cents(4_999) });
  await payInvoice(shop, halves[1]);
  await completeOrderRow(shop, credited);
  const undone = await buyOnCredit(shop, userId, cents(10_000));
  for (const half of [1, 2] as const) await payInvoice(shop, await issueHalf(shop, undone, half));
  expect(await balance(shop, userId)).toEqual({ approved: 50_000, available: 50_000, hold: 0, owed: 0 });
  await completeOrderRow(shop, undone);
  await completeOrderRow(shop, undone);
  expect(await balance(shop, userId)).toEqual({ approved: 51_000, available: 51_000, hold: 0, owed: 0 });
});

test('a write-off closes the account without credit, even when the debt exceeds the limit', async () => {
  on('2027-01-10');
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(30_000));
  const invoiceId = await issueHalf(shop, orderId, 1);
  await issueHalf(shop, orderId, 2);
  await locked(userId, (tx, account) =>
    changeLimit(tx, shop.deps, account, { to: cents(20_000), reason: 'less', actorId: null }),
  );
  expect(await balance(shop, userId)).toEqual({
    approved: 20_000,
    available: -10_000,
    hold: 0,
    owed: 30_000,
  });
  expect(await inTx(shop, (tx) => ledger.writtenOff(tx, shop.deps, { userId, actorId: null }))).toBe(30_000);
  expect(await balance(shop, userId)).toEqual({ approved: 0, available: 0, hold: 0, owed: 0 });
  await inTx(shop, (tx) =>
    ledger.invoicePaid(tx, shop.deps, {
      invoiceId,
      paymentRef: 'ch_too_late',
      amount: cents(15_000),
      paidAt: clock.at,
    }),
  );
  expect(await balance(shop, userId)).toEqual({ approved: 0, available: 0, hold: 0, owed: 0 });
  await expect(buyOnCredit(shop, userId, cents(100))).rejects.toThrow('Not enough available credit');
});

test('holds on a written-off account are released to its limit, once', async () => {
  const { userId } = await aCreditAccount(shop);
  const [owing, held] = [
    await buyOnCredit(shop, userId, cents(10_000)),
    await buyOnCredit(shop, userId, cents(5_000)),
  ];
  await issueHalf(shop, owing, 1);
  await inTx(shop, (tx) => ledger.writtenOff(tx, shop.deps, { userId, actorId: null }));
  expect(await balance(shop, userId)).toEqual({ approved: 0, available: 0, hold: 0, owed: 0 });
  await inTx(shop, (tx) => ledger.orderCanceled(tx, shop.deps, { orderId: held }));
  expect(await balance(shop, userId)).toEqual({ approved: 0, available: 0, hold: 0, owed: 0 });
});

test('credit is closed when nothing is held or owed', async () => {
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(5_000));
  await expect(
    locked(userId, (tx, account) => closeAccount(tx, shop.deps, account, 'by_customer')),
  ).rejects.toThrow('Please pay your open invoices first');
  await inTx(shop, (tx) => ledger.orderCanceled(tx, shop.deps, { orderId }));
  await locked(userId, (tx, account) => closeAccount(tx, shop.deps, account, 'by_customer'));
  expect(await balance(shop, userId)).toEqual({ approved: 0, available: 0, hold: 0, owed: 0 });
  await expect(buyOnCredit(shop, userId, cents(100))).rejects.toThrow('Not enough available credit');
});

test('an EIN has one open account', async () => {
  const { userId } = await aCreditAccount(shop);
  const { ein_index: einIndex } = await shop.db
    .selectFrom('credit_account')
    .select('ein_index')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { userId: other } = await anAccount(shop);
  await expect(approve(shop, other)).resolves.toBeDefined();
  await expect(
    shop.db.updateTable('credit_account').set({ ein_index: einIndex }).where('user_id', '=', other).execute(),
  ).rejects.toThrow('credit_account_one_per_ein');
});

const refusedByDatabase: [string, (accountId: string) => ReturnType<typeof sql>, string][] = [
  [
    'entries that do not sum to zero',
    (id) => movement(id, 'raised', [-100, 99, 0, 0]),
    'credit_movement_balances',
  ],
  [
    'a kind that moves between other accounts',
    (id) => movement(id, 'bonus', [100, -100, 0, 0]),
    'credit_movement_sides',
  ],
  ['a hold without an order', (id) => movement(id, 'held', [0, -100, 100, 0]), 'credit_movement_order'],
  [
    'a debt without an invoice',
    (id) => movement(id, 'returned', [0, -100, 0, 100]),
    'credit_movement_invoice',
  ],
  [
    'a limit above $50,000',
    (id) => movement(id, 'raised', [-5_000_000, 5_000_000, 0, 0]),
    'credit_account_limit_cents_check',
  ],
  [
    'a changed movement',
    (id) => sql`update credit_movement set reason = 'other' where account_id = ${id}`,
    'append-only',
  ],
  ['a deleted movement', (id) => sql`delete from credit_movement where account_id = ${id}`, 'append-only'],
  ['an emptied book', () => sql`truncate credit_movement cascade`, 'append-only'],
  [
    'a balance that is written by hand',
    (id) =>
      sql`update credit_account set limit_cents = limit_cents - 1, available_cents = available_cents + 1 where id = ${id}`,
    'changes with its movements only',
  ],
  ['an account that is deleted', (id) => sql`delete from credit_account where id = ${id}`, 'never deleted'],
];

const movement = (
  accountId: string,
  kind: string,
  [limit = 0, available = 0, hold = 0, owed = 0]: number[],
) => sql`
  insert into credit_movement (account_id, key, kind, limit_cents, available_cents, hold_cents, owed_cents, reason, rule_version, inputs, at)
  values (${accountId}, ${`by-hand:${accountId}`}, ${kind}, ${limit}, ${available}, ${hold}, ${owed}, 'by_hand', '', '{}', now())`;

for (const [what, damage, message] of refusedByDatabase) {
  test(`the database rejects ${what}`, async () => {
    const { userId } = await aCreditAccount(shop);
    const account = await store.findOf(shop.db, userId);
    await expect(damage(account?.id ?? '').execute(shop.db)).rejects.toThrow(message);
    expect(await balance(shop, userId)).toMatchObject({ approved: 50_000, available: 50_000 });
  });
}

test('the database rejects holding more than is available, from any code', async () => {
  const { userId } = await aCreditAccount(shop);
  const orderId = await buyOnCredit(shop, userId, cents(40_000));
  const held = (amount: number) =>
    inTx(shop, async (tx) => {
      const account = await store.lockOf(tx, userId);
      await store.insertMovement(tx, account?.id ?? '', {
        ...{
          key: `held-more:${amount}`,
          kind: 'held',
          amount: cents(amount),
          reason: 'more',
          inputs: {},
          orderId,
          at: clock.at,
        },
      });
    });
  await expect(held(10_001)).rejects.toThrow('has not that much available');
  await held(10_000);
  expect(await balance(shop, userId)).toMatchObject({ available: 0, hold: 50_000 });
});

test('the database rejects taking more out of an order or invoice than it contains', async () => {
  const { userId } = await aCreditAccount(shop);
  const [orderId, other] = [
    await buyOnCredit(shop, userId, cents(10_000)),
    await buyOnCredit(shop, userId, cents(10_000)),
  ];
  const [invoiceId] = [await issueHalf(shop, orderId, 1), await issueHalf(shop, other, 1)];
  const paid = { invoiceId, paymentRef: 'ch_more', amount: cents(5_001), paidAt: clock.at };
  await expect(inTx(shop, (tx) => ledger.invoicePaid(tx, shop.deps, paid))).rejects.toThrow(
    'not that much is owed',
  );
  await issueHalf(shop, orderId, 2);
  const { id } = await shop.db
    .selectFrom('invoice')
    .select('id')
    .where('order_id', '=', other)
    .executeTakeFirstOrThrow();
  await shop.db.updateTable('shop_order').set({ status: 'in_progress' }).where('id', '=', orderId).execute();
  await expect(
    inTx(shop, (tx) =>
      store.lockOf(tx, userId).then((account) =>
        store.insertMovement(tx, account?.id ?? '', {
          ...{
            key: 'more',
            kind: 'invoiced',
            amount: cents(1),
            reason: 'more',
            inputs: {},
            orderId,
            invoiceId: id,
            at: clock.at,
          },
        }),
      ),
    ),
  ).rejects.toThrow('does not hold that much credit');
});
