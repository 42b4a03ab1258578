/** SQL for a month: the sum of each kind of money movement, computed in the database. Read only. */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Span, type Sum, within } from './cash-store.ts';

async function sums(db: Database, parts: RawBuilder<unknown>[]): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select kind, sum(cents)::bigint as cents, count(*)::int as count from (${sql.join(parts, sql` union all `)}) as moved group by kind`.execute(
    db,
  );
  return rows;
}

/** Invoiced amounts by product. An order's invoice is its items less the discount; a renewal is one line. */
export const sold = (db: Database, span: Span): Promise<Sum[]> =>
  sums(db, [
    sql`select case when booster_id is not null then 'boosters_sold' when order_item.kind = 'subscription' then 'subscriptions_sold' else 'services_sold' end as kind,
        total_cents as cents
      from invoice join order_item on order_item.order_id = invoice.order_id
      where invoice.kind = 'order' and ${within('issued_at', span)}`,
    sql`select 'discounts_given', (discount ->> 'amountCents')::bigint from invoice
      where kind in ('order', 'renewal') and discount is not null and ${within('issued_at', span)}`,
    sql`select 'renewals_sold', amount_cents + coalesce((discount ->> 'amountCents')::bigint, 0) from invoice
      where kind = 'renewal' and ${within('issued_at', span)}`,
  ]);

/** When a written-off invoice is paid after all, the ledger does not move. */
export const recovered = (db: Database, span: Span): Promise<Sum[]> =>
  sums(db, [
    sql`select 'net30_recovered' as kind, payment.amount_cents - coalesce(counted.cents, 0) as cents
      from payment join invoice on invoice.id = invoice_id
      left join lateral (select -sum(owed_cents) as cents from credit_movement
        where key = 'invoice-payment:' || (payment.request ->> 'paymentRef')) as counted on true
      where invoice.kind = 'net30' and payment.status = 'succeeded' and ${within('succeeded_at', span)}
        and payment.amount_cents > coalesce(counted.cents, 0)`,
  ]);

/** Sums of the credit ledger. Refunds are owed again and credited in the same step. */
export const ledger = (db: Database, span: Span): Promise<Sum[]> =>
  sums(db, [
    sql`select case
        when kind = 'invoiced' then 'net30_invoiced'
        when kind = 'paid' and key like 'invoice-payment:dispute-won:%' then 'net30_dispute_won'
        when kind = 'paid' then 'net30_paid'
        when kind = 'credited' then 'net30_credited'
        when kind = 'returned' and reason = 'payment_dispute_lost' then 'net30_disputed'
        when kind = 'returned' then 'net30_owed_again'
        when kind = 'voided' then 'net30_voided'
        else 'net30_written_off' end as kind, abs(owed_cents) as cents
      from credit_movement where owed_cents <> 0 and ${within('at', span)}`,
  ]);

export const fees = (db: Database, span: Span): Promise<Sum[]> =>
  sums(db, [
    sql`select 'fees' as kind, amount_cents as cents from processor_fee where ${within('taken_at', span)}`,
  ]);

/** Returns what customers owed on Net 30 before a given time, by the ledger. */
export async function owedBefore(db: Database, at: Date): Promise<number> {
  const row = await db
    .selectFrom('credit_movement')
    .select(sql<number>`coalesce(sum(owed_cents), 0)::bigint`.as('cents'))
    .where('owed_cents', '<>', 0)
    .where('at', '<', at)
    .executeTakeFirstOrThrow();
  return row.cents;
}
