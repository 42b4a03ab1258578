/**
 * A month's figures against the invoices, the credit ledger, and the processor; and that its journal
 * balances.
 */
import { contract } from '#contract/contract.ts';
import { accountKeys, defaultAccounts } from '#kernel/accounting.ts';
import { feeCursor, readFees } from '#modules/payments/fees.ts';
import { aMonth } from '#test/builders/month.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import type { Customer } from '#test/builders/customer.ts';
import { stripeOf } from '#test/webhooks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { storeTotals, totalsBetween } from '#modules/admin/overview/totals.ts';
import { takingsOf } from './cash.ts';
import { tables } from './month-files.ts';
import { type Figures, readMonth } from './month.ts';

let shop: Shop;
let owner: Customer;
let months: Figures[];
let firstMonth: string;
beforeAll(async () => {
  shop = await aShop();
  const begun = shop.deps.clock.now();
  firstMonth = begun.toISOString().slice(0, 7);
  await aMonth(shop);
  // The processor's timestamps are in seconds, and its clock may be slightly ahead.
  shop.travel(2_000);
  expect(await readFees(shop.deps)).toBeGreaterThan(0);
  expect(await readFees(shop.deps), 'nothing twice').toBe(0);
  // An older session would have expired by now.
  owner = await aStaffPerson(shop);
  months = await Promise.all(
    monthsBetween(begun, shop.deps.clock.now()).map((month) => readMonth(shop.deps, month)),
  );
});
afterAll(() => shop.stop());

function monthsBetween(from: Date, to: Date): string[] {
  const all: string[] = [];
  for (
    let at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1));
    at <= to;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    all.push(at.toISOString().slice(0, 7));
  return all;
}

/** Sums over all months, because the test may start on the last day of one. */
const total = (figure: (month: Figures) => number): number =>
  months.reduce((sum, month) => sum + figure(month), 0);
const inCents = async (query: ReturnType<typeof sql<{ cents: number }>>): Promise<number> =>
  (await query.execute(shop.db)).rows[0]?.cents ?? Number.NaN;
const balance = (account: (typeof accountKeys)[number]): number =>
  total(({ entries }) =>
    entries.reduce(
      (sum, { debit, credit, amount }) =>
        sum + (debit.key === account ? amount : 0) - (credit.key === account ? amount : 0),
      0,
    ),
  );

describe('the figures are those of', () => {
  test('the invoices', async () => {
    const invoiced = await inCents(
      sql`select sum(amount_cents)::bigint as cents from invoice where number is not null`,
    );
    const { services, net30, ...rest } = {
      services: total(({ revenue }) => revenue.services),
      net30: total(({ revenue }) => revenue.net30),
      subscriptions: total(({ revenue }) => revenue.subscriptions),
      renewals: total(({ revenue }) => revenue.renewals),
      boosters: total(({ revenue }) => revenue.boosters),
    };
    const discounts = total(({ revenue }) => revenue.discounts);
    expect(services + net30 + rest.subscriptions + rest.renewals + rest.boosters - discounts).toBe(invoiced);
    expect(net30).toBe(
      await inCents(sql`select sum(amount_cents)::bigint as cents from invoice where kind = 'net30'`),
    );
    expect(rest.renewals).toBe(
      await inCents(
        sql`select sum(amount_cents)::bigint as cents from invoice where kind = 'renewal' and status = 'paid'`,
      ),
    );
    expect([...Object.values(rest), discounts].every((amount) => amount > 0)).toBe(true);
    expect(rest.boosters).toBe(
      await inCents(
        sql`select sum(total_cents)::bigint as cents from shop_order where kind = 'booster' and accepted_at is not null`,
      ),
    );
  });

  test('the credit notes', async () => {
    const credited = await inCents(
      sql`select sum(amount_cents)::bigint as cents from credit_note where status = 'issued'`,
    );
    expect(total(({ revenue }) => revenue.refunds)).toBe(credited);
  });

  test('the open invoices on credit, and each month begins where the one before ended', async () => {
    const open = await inCents(
      sql`select sum(amount_cents - paid_cents)::bigint as cents from invoice where kind = 'net30' and status = 'open'`,
    );
    expect(open).toBeGreaterThan(0);
    expect(months.at(-1)?.receivables.closing).toBe(open);
    for (const [index, { receivables: of }] of months.entries()) {
      expect(of.opening).toBe(index === 0 ? 0 : months[index - 1]?.receivables.closing);
      expect(of.closing).toBe(
        of.opening + of.invoiced + of.owedAgain - of.paid - of.credited - of.voided - of.writtenOff,
      );
    }
    expect(months.some(({ receivables: of }) => of.owedAgain > 0 && of.voided > 0 && of.writtenOff > 0)).toBe(
      true,
    );
  });

  test('the home screen, day by day, before and after a night stored them', async () => {
    const [first, last] = [`${months[0]?.month}-01`, months.at(-1)?.to ?? ''];
    const ofHome = async () =>
      (await totalsBetween(shop.db, first, last)).reduce(
        (sum, { cash }) => ({
          received: sum.received + cash.received,
          refunded: sum.refunded + cash.refunded,
          disputed: sum.disputed + cash.disputed,
        }),
        { received: 0, refunded: 0, disputed: 0 },
      );
    const ofMonths = {
      received: total(({ cash }) => cash.received),
      refunded: total(({ cash }) => cash.refunded),
      disputed: total(({ cash }) => cash.disputed),
    };
    expect(await ofHome()).toEqual(ofMonths);
    expect(takingsOf(ofMonths)).toBe(total(({ cash }) => cash.net + (cash.fees ?? 0)));
    await storeTotals(shop.deps);
    expect(await ofHome()).toEqual(ofMonths);
    expect((await checkInvariants(shop.db)).filter(({ invariant }) => invariant.startsWith('I21'))).toEqual(
      [],
    );
  });

  test('the processor', async () => {
    const stripe = stripeOf(shop);
    const many = { limit: 10_000 };
    const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray(many);
    const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray(many);
    const disputes = await stripe.disputes.list({ limit: 100 }).autoPagingToArray(many);
    const received = intents.reduce((sum, intent) => sum + intent.amount_received, 0);
    const returned = refunds.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0);
    const disputed = disputes
      .flatMap((dispute) => dispute.balance_transactions)
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(total(({ cash }) => cash.received)).toBe(received);
    expect(total(({ cash }) => cash.refunded)).toBe(returned);
    expect(total(({ cash }) => cash.disputed)).toBe(-disputed);
    const lines = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray(many);
    const fees = lines.reduce((sum, { fee }) => sum + fee, 0);
    expect(fees).toBeGreaterThan(4 * 1_500);
    expect(total(({ costs }) => costs.fees ?? Number.NaN)).toBe(fees);
    expect(balance('clearing')).toBe(received - returned + disputed - fees);
  });
});

describe('the accounts', () => {
  test('in transit are zero when everything has arrived', () => {
    expect({ transit: balance('transit'), to_return: balance('to_return') }).toEqual({
      transit: 0,
      to_return: 0,
    });
  });

  test('hold the disputed amount and the lost amount', async () => {
    const open = await inCents(sql`select sum(amount_cents)::bigint as cents from dispute where not closed`);
    expect(balance('disputed')).toBe(open);
    expect(total(({ costs }) => costs.disputesLost)).toBe(balance('dispute_losses'));
    // One card payment was lost, and one on Net 30, which is owed again.
    expect(balance('dispute_losses')).toBe(14_950);
    expect(balance('bad_debts'), 'given up, and paid after all').toBe(0);
  });

  test('add up to zero', () => {
    expect(accountKeys.reduce((sum, key) => sum + balance(key), 0)).toBe(0);
  });
});

describe('the files', () => {
  const file = async (query: string): Promise<string[]> => {
    const answer = await fetch(`${shop.origin}/api/admin/money/month/export?${query}`, {
      headers: { authorization: `Bearer ${owner.accessToken}` },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer())
      .toString()
      .split('\r\n')
      .filter((line) => line !== '');
  };

  test('balance, line by line of one journal, in the columns of QuickBooks Online and of Xero', () => {
    // A run that crosses midnight at the start of a month has nothing in the month before.
    const active = months.filter(({ entries }, at) => at > 0 || entries.length > 0);
    expect(active).not.toHaveLength(0);
    for (const month of active) {
      const quickbooks = tables.quickbooks(month).rows;
      const sum = (column: number) =>
        quickbooks.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0);
      expect(sum(4)).toBe(sum(5));
      expect(sum(4)).toBeGreaterThan(0);
      expect(new Set(quickbooks.map(([number]) => number)).size, 'one journal').toBe(1);
      const names = Object.values(defaultAccounts).map(({ name }) => name);
      for (const row of quickbooks) {
        expect(names).toContain(row[2]);
        expect([row[4] === '', row[5] === ''].filter(Boolean), 'a debit or a credit').toHaveLength(1);
        expect(row[1]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
      }
      const xero = tables.xero(month).rows;
      expect(xero.reduce((cents, row) => cents + Math.round(Number(row[5]) * 100), 0)).toBe(0);
      expect(xero.length).toBeLessThanOrEqual(300);
      expect(xero.every((row) => /^\d{1,2} [A-Z][a-z]{2} \d{4}$/.test(String(row[1])))).toBe(true);
    }
  });

  test('are in the format of spreadsheets, and logged', async () => {
    const [head] = await file(`month=${firstMonth}&file=quickbooks`);
    expect(head).toBe('\ufeffJournal No,Journal Date,Account Name,Description,Debits,Credits');
    const xero = await file(`month=${firstMonth}&file=xero`);
    expect(xero[0]).toBe('\ufeff*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount');
    const summary = await file(`month=${firstMonth}`);
    expect(summary).toContain(`${firstMonth},Net 30 receivables,Opening balance,0`);
    const written = await shop.db
      .selectFrom('audit_log')
      .select(['object', 'detail'])
      .where('action', '=', 'month_exported')
      .orderBy('id')
      .execute();
    expect(written).toHaveLength(3);
    expect(written[0]).toEqual({ object: firstMonth, detail: { file: 'quickbooks' } });
  });
});

test('fees of a past month are unknown until all of it was read', async () => {
  const [first] = months;
  expect(first?.costs.fees).not.toBeNull();
  const position = new Date(`${firstMonth}-02T00:00:00Z`);
  const { position: before } = await shop.db
    .selectFrom('sweep_cursor')
    .select('position')
    .where('name', '=', feeCursor)
    .executeTakeFirstOrThrow();
  const place = (at: Date) =>
    shop.db.updateTable('sweep_cursor').set({ position: at }).where('name', '=', feeCursor).execute();
  await place(position);
  const blind = await readMonth(shop.deps, firstMonth);
  expect(blind).toMatchObject({
    costs: { fees: null },
    cash: { fees: null },
    feesKnownUntil: position.toISOString(),
  });
  expect(blind.entries.some(({ kind }) => kind === 'fees')).toBe(false);
  for (const file of ['summary', 'quickbooks', 'xero']) {
    const take = (fees: string) =>
      fetch(
        `${shop.origin}/api/admin/money/month/export?${new URLSearchParams({ month: firstMonth, file, fees })}`,
        {
          headers: owner.headers,
        },
      );
    const refused = await take('included');
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([409, 'month_fees_unknown']);
    expect((await take('left_out')).headers.get('content-disposition')).toContain(
      `-${firstMonth}-without-fees.csv`,
    );
  }
  await place(before);
});

test('a future month is not found, and one without activity is empty', async () => {
  await expect(readMonth(shop.deps, '2090-01')).rejects.toMatchObject({ code: 'not_found' });
  expect(await readMonth(shop.deps, '2020-02')).toMatchObject({
    from: '2020-02-01',
    to: '2020-02-29',
    isOpen: false,
    entries: [],
  });
  const auditor = await aStaffPerson(shop, 'credit');
  await expect(auditor.call(contract.staffReadMonth, { query: { month: firstMonth } })).rejects.toMatchObject(
    {
      code: 'permission_missing',
    },
  );
});
