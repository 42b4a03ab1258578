/**
 * SQL for daily totals. The database returns sums of money as text, which is exact; here they become numbers
 * of cents.
 */
import { type Cash, cashOf } from '#modules/admin/money/cash.ts';
import { cashByDay } from '#modules/admin/money/cash-store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type DayTotal = {
  day: string;
  cash: Cash;
  orders: number;
  carts: number;
  cartsPaid: number;
  /** Null: unknown for that day. */
  outstanding: number | null;
  pastDue: number | null;
};
export type Credit = { outstanding: number; pastDue: number };

export async function newestDay(db: Database): Promise<string | null> {
  const row = await db
    .selectFrom('daily_total')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Totals as stored, even if that day's data has changed since. */
export async function between(db: Database, from: string, to: string): Promise<DayTotal[]> {
  const rows = await db
    .selectFrom('daily_total')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  return rows.map((row) => ({
    day: row.day,
    cash: { received: row.takings_cents, refunded: row.refunds_cents, disputed: row.disputes_cents },
    orders: row.orders,
    carts: row.carts,
    cartsPaid: row.carts_paid,
    outstanding: row.credit_outstanding_cents,
    pastDue: row.credit_past_due_cents,
  }));
}

/**
 * Changes made after their day was stored. `deleteChanges` deletes the rows once the days are stored again.
 */
export const changes = (db: Database): Promise<{ id: number; day: string }[]> =>
  db.selectFrom('daily_total_change').select(['id', 'day']).orderBy('day').execute();

/** Computes totals from the rows themselves, using the index on each timestamp. */
export async function addUp(db: Database | Tx, from: string, to: string): Promise<DayTotal[]> {
  const [since, until] = [
    sql`${from}::date::timestamp at time zone 'UTC'`,
    sql`(${to}::date + 1)::timestamp at time zone 'UTC'`,
  ];
  const day = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
  const span = {
    from: new Date(`${from}T00:00:00Z`),
    until: new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000),
  };
  const [moved, { rows }] = await Promise.all([
    cashByDay(db, span),
    sql<Omit<DayTotal, 'cash' | 'outstanding' | 'pastDue'>>`
      with sold as (
        select ${day('accepted_at')} as day, count(*)::int as count from shop_order
        where accepted_at >= ${since} and accepted_at < ${until} group by 1),
      begun as (
        select ${day('created_at')} as day, count(*)::int as count, count(*) filter (where status in ('completed', 'recovered'))::int as paid
        from cart where created_at >= ${since} and created_at < ${until} and merged_into is null group by 1)
      select each.day::date::text as day, coalesce(sold.count, 0) as orders, coalesce(begun.count, 0) as carts, coalesce(begun.paid, 0) as "cartsPaid"
      from generate_series(${from}::date, ${to}::date, interval '1 day') as each (day)
      left join sold on sold.day = each.day::date left join begun on begun.day = each.day::date
      order by 1`.execute(db),
  ]);
  const byDay = Map.groupBy(moved, (sum) => sum.day);
  return rows.map((row) => ({
    ...row,
    cash: cashOf(byDay.get(row.day) ?? []),
    outstanding: null,
    pastDue: null,
  }));
}

/** What customers owe on invoices now, and how much of it is past due. */
export async function creditNow(db: Database | Tx, now: Date): Promise<Credit> {
  const { rows } = await sql<Credit>`
    select coalesce(sum(amount_cents - paid_cents), 0)::bigint as outstanding,
      coalesce(sum(amount_cents - paid_cents) filter (where due_on < ${now.toISOString().slice(0, 10)}::date), 0)::bigint as "pastDue"
    from invoice where kind = 'net30' and status = 'open'`.execute(db);
  return rows[0] ?? { outstanding: 0, pastDue: 0 };
}

/** Carts are deleted after sixty days, but the stored figures of their day stay. */
export async function store(tx: Tx, totals: DayTotal[], credit: Credit & { day: string }): Promise<void> {
  const rows = totals.map((total) => ({
    day: total.day,
    takings_cents: total.cash.received,
    refunds_cents: total.cash.refunded,
    disputes_cents: total.cash.disputed,
    orders: total.orders,
    carts: total.carts,
    carts_paid: total.cartsPaid,
    credit_outstanding_cents: total.day === credit.day ? credit.outstanding : null,
    credit_past_due_cents: total.day === credit.day ? credit.pastDue : null,
  }));
  if (rows.length === 0) return;
  await tx
    .insertInto('daily_total')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        takings_cents: eb.ref('excluded.takings_cents'),
        refunds_cents: eb.ref('excluded.refunds_cents'),
        disputes_cents: eb.ref('excluded.disputes_cents'),
        orders: eb.ref('excluded.orders'),
        carts: sql<number>`greatest(daily_total.carts, excluded.carts)`,
        carts_paid: sql<number>`greatest(daily_total.carts_paid, excluded.carts_paid)`,
        credit_outstanding_cents: sql<
          number | null
        >`coalesce(daily_total.credit_outstanding_cents, excluded.credit_outstanding_cents)`,
        credit_past_due_cents: sql<
          number | null
        >`coalesce(daily_total.credit_past_due_cents, excluded.credit_past_due_cents)`,
      })),
    )
    .execute();
}

export async function deleteChanges(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('daily_total_change').where('id', 'in', ids).execute();
}
