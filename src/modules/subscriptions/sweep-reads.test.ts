/**
 * What a sweep reads: only subscriptions that need work by the rules' own definition, however many are
 * active.
 */
import { cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { monthly, yearly } from '#test/builders/subscription.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changePrice } from './price-change.ts';
import type { Question } from './questions.ts';
import { isCardEnding, isNoticeDue } from './rules.ts';
import * as store from './store.ts';
import { sweepSubscriptions } from './sweep.ts';

let shop: Shop;
let now: Date;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  now = shop.deps.clock.now();
});
afterEach(() =>
  withoutTriggers(async (connection) => {
    for (const table of ['subscription', 'price_change', 'mail', 'order_item', 'shop_order'])
      await sql`delete from ${sql.table(table)}`.execute(connection);
  }),
);
afterAll(() => shop.stop());

/** Also disables foreign key checks. */
const withoutTriggers = (work: (connection: Database) => Promise<void>): Promise<void> =>
  shop.db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await work(connection).finally(() => sql`set session_replication_role = default`.execute(connection));
  });

const daysFrom = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

type Row = Partial<
  Record<
    'period' | 'product_id' | 'status' | 'subscription_ref' | 'card_ref' | 'card_notice_for',
    string | null
  > &
    Record<'paid_until' | 'started_at' | 'last_notice_at', Date | null> &
    Record<'cancel_at_period_end' | 'change_due', boolean> &
    Record<'card_exp_month' | 'card_exp_year', number>
>;

/**
 * Active, fully notified, half a year old, each with a separate order. The rows that they reference do not
 * exist.
 */
async function fill(rows: Row[]): Promise<void> {
  await withoutTriggers(async (connection) => {
    await sql`insert into shop_order (id, cart_id, status, kind, subtotal_cents, discount_cents, total_cents, created_at, accepted_at, first_name, last_name,
        email, country, phone, address_line1, fingerprint)
      select 'ord_' || n, 'crt_' || n, 'in_progress', 'card', 2900, 0, 2900, now(), now(), 'Ama', 'Mensah', 'ama@example.com', 'GH', '', '', ''
      from generate_series(0, ${rows.length - 1}::integer) as n`.execute(connection);
    const defaults = {
      ...{
        product_id: monthly,
        period: 'month',
        status: 'active',
        cancel_at_period_end: false,
        change_due: false,
        card_ref: 'pm_1',
      },
      ...{
        started_at: daysFrom(-180),
        paid_until: daysFrom(20),
        last_notice_at: null,
        card_notice_for: null,
      },
      ...{ card_exp_month: 1, card_exp_year: 2099 },
    };
    const values = rows.map((row, at) => ({ n: at, subscription_ref: `sub_ref_${at}`, ...defaults, ...row }));
    await sql`insert into subscription (id, order_id, product_id, name, price_cents, period, status, renews, started_at, first_renewal_at, paid_until,
        cancel_at_period_end, cancel_asked_at, past_due_since, billing_email, bill_to, customer_ref, card_ref, card_brand, card_last4, card_exp_month,
        card_exp_year, subscription_ref, change_due, last_notice_at, card_notice_for, created_at)
      select 'sub_' || n, 'ord_' || n, product_id, 'US business address', 2900, period, status, true, started_at, paid_until, paid_until,
        cancel_at_period_end, case when cancel_at_period_end then started_at end, case when status = 'past_due' then paid_until end, 'ama@example.com',
        '{"name": "Ama Mensah"}', 'cus_' || n, card_ref, 'visa', '4242', card_exp_month, card_exp_year, subscription_ref, change_due, last_notice_at,
        card_notice_for, started_at
      from json_to_recordset(${JSON.stringify(values)}) as row (n integer, product_id text, period text, status text, started_at timestamptz, paid_until timestamptz,
        cancel_at_period_end boolean, card_ref text, card_exp_month integer, card_exp_year integer, subscription_ref text, change_due boolean,
        last_notice_at timestamptz, card_notice_for text)`.execute(connection);
    await sql`insert into order_item (order_id, position, product_id, name, kind, total_cents)
      select order_id, 0, product_id, name, 'simple', price_cents from subscription`.execute(connection);
    await sql`analyze subscription, shop_order, price_change`.execute(connection);
  });
}

const answer = async (question: Question): Promise<string[]> =>
  (await store.listFor(shop.db, question, now, 10_000)).map(({ id }) => id).toSorted();

type Node = { Plans?: Node[]; 'Relation Name'?: string } & Partial<
  Record<'Actual Rows' | 'Actual Loops' | 'Rows Removed by Filter' | 'Rows Removed by Index Recheck', number>
>;

/** How many rows of these tables PostgreSQL reads, including filtered ones. */
function readIn(node: Node, tables = ['subscription']): number {
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 1, 'Rows Removed by Filter': removed = 0 } = node;
  const ownRows = tables.includes(node['Relation Name'] ?? '')
    ? (rows + removed + (node['Rows Removed by Index Recheck'] ?? 0)) * loops
    : 0;
  return ownRows + (node.Plans ?? []).reduce((sum, plan) => sum + readIn(plan, tables), 0);
}

type Explainable = Pick<ReturnType<typeof store.findFor>, 'explain'>;

async function rowsRead(query: Explainable, tables?: string[]): Promise<number> {
  const [explained] = await query.explain<{ 'QUERY PLAN': [{ Plan: Node }] }>('json', sql`analyze`);
  return explained === undefined ? Number.NaN : readIn(explained['QUERY PLAN'][0].Plan, tables);
}

test('of thousands renewing within a month it reads only those that need an email or another action', async () => {
  await changePrice(shop.deps, { productId: monthly, amount: cents(3_900) }, null);
  // On the first of a month, a card of this month expires too late for a notice.
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  const notified = Array.from({ length: 8_000 }, (_, at): Row => {
    const paidUntil = daysFrom(0.5 + (at % 290) / 10);
    return at % 2 === 0
      ? { paid_until: paidUntil }
      : { paid_until: paidUntil, period: 'year', product_id: yearly, last_notice_at: daysFrom(-0.1) };
  });
  await fill([
    ...notified,
    { product_id: yearly, period: 'year' },
    { started_at: daysFrom(-366) },
    { card_exp_month: lastMonth.getUTCMonth() + 1, card_exp_year: lastMonth.getUTCFullYear() },
    { status: 'past_due' },
    { change_due: true },
  ]);
  // What an earlier sweep has checked.
  await sql`update subscription set price_checked_for = paid_until, price_checked_to = now() + interval '1 day' where substr(id, 5)::integer < 8000`.execute(
    shop.db,
  );
  await sql`analyze subscription`.execute(shop.db);
  const reads: [Question, string[]][] = [
    ['notice_by_year', ['sub_8000']],
    ['notice_by_month', ['sub_8001']],
    ['notice_of_card', ['sub_8002']],
    ['past_due', ['sub_8003']],
    ['change_due', ['sub_8004']],
    ['notice_of_price', ['sub_8001', 'sub_8002', 'sub_8004']],
    ['starting', []],
    ['over_soon', []],
    ['without_renewal', []],
  ];
  for (const [question, due] of reads) {
    expect(await answer(question), question).toEqual(due);
    // At most twice per due row: one query finds the rows, and another reads them.
    expect(await rowsRead(store.findFor(shop.db, question, now, 200)), question).toBeLessThanOrEqual(
      2 * due.length,
    );
  }
});

test('of thousands of refunds it reads only those since the last sweep, beside many active subscriptions', async () => {
  await fill(Array.from({ length: 4_000 }, () => ({})));
  await withoutTriggers(async (connection) => {
    await sql`insert into invoice (id, number, kind, order_id, status, amount_cents, paid_cents, bill_to, lines, created_at, issued_at, due_on, paid_at)
      select 'inv_' || substr(id, 5), 'INV-' || id, 'order', id, 'paid', 2900, 2900, '{}', '[]', now(), now(), now()::date, now() from shop_order`.execute(
      connection,
    );
    await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, received_cents, intent_ref, request, created_at, updated_at, succeeded_at)
      select 'pay_' || substr(id, 5), order_id, id, 'succeeded', 2900, 2900, 'pi_' || id, '{}', now(), now(), now() from invoice`.execute(
      connection,
    );
    await sql`insert into refund (id, payment_id, amount_cents, reason, state, refund_ref, created_at, updated_at)
      select 'ref_' || id, id, case substr(id, 5) when '7' then 2900 else 100 end, 'requested', 'succeeded', 're_' || id, now(),
        case when substr(id, 5)::integer < 10 then now() else now() - interval '30 days' end from payment`.execute(
      connection,
    );
    await sql`analyze invoice, payment, refund`.execute(connection);
  });
  const since = new Date(Date.now() - 86_400_000);
  expect((await store.listRefunded(shop.db, since, 200)).map(({ id }) => id)).toEqual(['sub_7']);
  // Ten refunds: each with its payment and subscription, and again with all payments and refunds of its
  // order.
  expect(
    await rowsRead(store.refundedSince(shop.db, since, 200), [
      'subscription',
      'refund',
      'payment',
      'invoice',
    ]),
  ).toBeLessThanOrEqual(80);
  await withoutTriggers(async (connection) => {
    for (const table of ['refund', 'payment', 'invoice'])
      await sql`delete from ${sql.table(table)}`.execute(connection);
  });
});

test('it finds exactly those that the rules notify', async () => {
  const last = [null, daysFrom(-1), daysFrom(-29.5), daysFrom(-40), daysFrom(-364.5), daysFrom(-366.5)];
  const paid = [
    daysFrom(-0.5),
    daysFrom(0.5),
    daysFrom(14.5),
    daysFrom(29.99),
    daysFrom(30.01),
    daysFrom(300),
  ];
  const started = [daysFrom(-20), daysFrom(-364.5), daysFrom(-366.5)];
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const defaults = {
    period: 'month',
    status: 'active',
    cancel_at_period_end: false,
    subscription_ref: 'sub_ref',
    card_ref: 'pm_1',
  };
  const rows = ['month', 'year'].flatMap((period) =>
    last.flatMap((last_notice_at) =>
      paid.flatMap((paid_until) =>
        started.map((started_at) => ({ ...defaults, period, last_notice_at, paid_until, started_at })),
      ),
    ),
  );
  const all = rows.map((row, at) => ({
    ...row,
    ...{
      card_exp_year: Math.floor((month - 3 + (at % 7)) / 12),
      card_exp_month: 1 + ((month - 3 + (at % 7)) % 12),
    },
    ...{ card_notice_for: ['pm_1', 'pm_0', null][at % 3] ?? null, cancel_at_period_end: at % 11 === 0 },
    ...{
      status: at % 13 === 0 ? 'past_due' : 'active',
      subscription_ref: at % 17 === 0 ? null : `sub_ref_${at}`,
    },
  }));
  await fill(all);
  const idsWhere = (isDue: (row: (typeof all)[number]) => boolean): string[] =>
    all
      .flatMap((row, at) =>
        row.status === 'active' && !row.cancel_at_period_end && row.subscription_ref !== null && isDue(row)
          ? [`sub_${at}`]
          : [],
      )
      .toSorted();
  const noticeIn =
    (period: 'month' | 'year') =>
    (row: (typeof all)[number]): boolean =>
      row.period === period &&
      isNoticeDue(
        { period, startedAt: row.started_at, paidUntil: row.paid_until, lastNoticeAt: row.last_notice_at },
        now,
      );
  const byYear = idsWhere(noticeIn('year'));
  expect(byYear.length).toBeGreaterThan(5);
  expect(await answer('notice_by_year')).toEqual(byYear);
  const byMonth = idsWhere(noticeIn('month'));
  expect(byMonth.length).toBeGreaterThan(5);
  expect(await answer('notice_by_month')).toEqual(byMonth);
  const ofCard = idsWhere(
    (row) =>
      row.card_notice_for !== 'pm_1' &&
      isCardEnding({ expMonth: row.card_exp_month, expYear: row.card_exp_year }, now),
  );
  expect(ofCard.length).toBeGreaterThan(5);
  expect(await answer('notice_of_card')).toEqual(ofCard);
});

const announced = async (): Promise<string[]> =>
  (await shop.db.selectFrom('mail').select('order_id').where('kind', '=', 'price_change').execute()).flatMap(
    ({ order_id: id }) => id ?? [],
  );

test('hundreds who renew too soon for a new price block no notices; each is examined once per price', async () => {
  const soon = Array.from({ length: 250 }, (): Row => ({ paid_until: daysFrom(5) }));
  await fill([
    ...soon,
    { paid_until: daysFrom(20) },
    { paid_until: daysFrom(20), started_at: daysFrom(1) },
    { paid_until: daysFrom(31) },
  ]);
  await changePrice(shop.deps, { productId: monthly, amount: cents(3_900) }, null);
  expect(await sweepSubscriptions(shop.deps)).toEqual({ looked: 2, failed: 0 });
  expect(await announced()).toEqual(['ord_250']);
  expect(await answer('notice_of_price')).toEqual([]);

  shop.travel(60_000);
  await changePrice(shop.deps, { productId: monthly, amount: cents(4_900) }, null);
  await sweepSubscriptions(shop.deps);
  expect(await announced()).toEqual(['ord_250', 'ord_250']);
  const stored = await store.find(shop.db, 'sub_250');
  expect(stored?.nextPrice).toEqual({ amount: 4_900, from: stored?.paidUntil });
});
