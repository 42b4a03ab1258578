/** SQL for a month: each kind of thing that moved money, added up by the database. Read only. */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** From the first moment until before the other. */
export type Span = { from: Date; until: Date };
export type Sum = { kind: string; cents: number; count: number };

const within = (column: string, { from, until }: Span) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;

async function sums(db: Database, parts: RawBuilder<unknown>[]): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select kind, sum(cents)::bigint as cents, count(*)::int as count from (${sql.join(parts, sql` union all `)}) as moved group by kind`.execute(
    db,
  );
  return rows;
}

/** What was invoiced, by what was sold. An invoice of an order is its items less their discount; a renewal is one line. */
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

/**
 * What came in and went back. Money that nobody owed was never billed, so it goes back without a credit note. A payment that is in doubt has
 * no moment of its own yet: it counts from when it was opened.
 */
export const moved = (db: Database, span: Span): Promise<Sum[]> => {
  const paidThen = within('succeeded_at', span);
  return sums(db, [
    sql`select 'paid' as kind, amount_cents::bigint as cents from payment where status = 'succeeded' and ${paidThen}`,
    sql`select 'paid_unneeded', received_cents - amount_cents from payment
      where status = 'succeeded' and received_cents > amount_cents and ${paidThen}`,
    sql`select 'paid_unneeded', coalesce(received_cents, amount_cents) from payment where status = 'duplicate' and ${paidThen}`,
    sql`select 'paid_unneeded', received_cents from payment where status = 'review' and received_cents > 0 and ${within('created_at', span)}`,
    sql`select 'returned_unneeded', refund.amount_cents from refund join payment on payment.id = payment_id
      where refund.state <> 'failed' and (reason = 'duplicate' or payment.status <> 'succeeded') and ${within('refund.created_at', span)}`,
    sql`select 'refunded', amount_cents from credit_note where ${within('issued_at', span)}`,
    sql`select 'refund_failed', amount_cents from credit_note where ${within('voided_at', span)}`,
    // What was written off moves nothing in the book when it is paid after all.
    sql`select 'net30_recovered', payment.amount_cents - coalesce(counted.cents, 0)
      from payment join invoice on invoice.id = invoice_id
      left join lateral (select -sum(owed_cents) as cents from credit_movement
        where key = 'invoice-payment:' || (payment.request ->> 'paymentRef')) as counted on true
      where invoice.kind = 'net30' and payment.status = 'succeeded' and ${paidThen} and payment.amount_cents > coalesce(counted.cents, 0)`,
  ]);
};

/** The book of credit. Whatever was refunded is owed again and credited at once. */
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

/** How each dispute went on. A bank may decide once more: then the decision before is undone. */
export const disputes = (db: Database, span: Span): Promise<Sum[]> =>
  sums(db, [
    sql`select case when kind = 'dispute_opened' or not exists (
          select from order_event earlier where earlier.order_id = order_event.order_id and earlier.subject = order_event.subject
            and earlier.kind in ('dispute_won', 'dispute_lost') and earlier.kind <> order_event.kind and earlier.at < order_event.at)
        then kind else kind || '_late' end as kind, amount_cents as cents
      from order_event where kind in ('dispute_opened', 'dispute_won', 'dispute_lost') and ${within('at', span)}`,
  ]);

export const fees = (db: Database, span: Span): Promise<Sum[]> =>
  sums(db, [sql`select 'fees' as kind, amount_cents as cents from processor_fee where ${within('taken_at', span)}`]);

/** What customers owed on Net 30 before a moment, by the book. */
export async function owedBefore(db: Database, at: Date): Promise<number> {
  const row = await db
    .selectFrom('credit_movement')
    .select(sql<number>`coalesce(sum(owed_cents), 0)::bigint`.as('cents'))
    .where('owed_cents', '<>', 0)
    .where('at', '<', at)
    .executeTakeFirstOrThrow();
  return row.cents;
}
