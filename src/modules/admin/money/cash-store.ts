/**
 * SQL for money entering and leaving the account at the processor, with the time of each movement. This is
 * the only definition.
 */
import type { Database, Tx } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

export type Sum = { kind: string; cents: number; count: number };
/** From `from` inclusive to `until` exclusive. */
export type Span = { from: Date; until: Date };

export const within = (column: string, { from, until }: Span) =>
  sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;

/**
 * Rows of kind, cents, and time. Money that was not owed was never billed, so it is returned without a credit
 * note. A payment with an unclear outcome counts from when it was opened. When a bank decides a dispute
 * again, its earlier decision is reversed.
 */
export const cashMovements = (span: Span): RawBuilder<unknown> => sql`
  select 'paid' as kind, amount_cents::bigint as cents, succeeded_at as moment from payment
  where status = 'succeeded' and ${within('succeeded_at', span)}
  union all select 'paid_unneeded', received_cents - amount_cents, succeeded_at from payment
  where status = 'succeeded' and received_cents > amount_cents and ${within('succeeded_at', span)}
  union all select 'paid_unneeded', coalesce(received_cents, amount_cents), succeeded_at from payment
  where status = 'duplicate' and ${within('succeeded_at', span)}
  union all select 'paid_unneeded', received_cents, created_at from payment
  where status = 'review' and received_cents > 0 and ${within('created_at', span)}
  union all select 'returned_unneeded', refund.amount_cents, refund.created_at from refund join payment on payment.id = payment_id
  where refund.state <> 'failed' and (reason = 'duplicate' or payment.status <> 'succeeded') and ${within('refund.created_at', span)}
  union all select 'refunded', amount_cents, issued_at from credit_note where ${within('issued_at', span)}
  union all select 'refund_failed', amount_cents, voided_at from credit_note where ${within('voided_at', span)}
  union all select case when kind = 'dispute_opened' or not exists (
      select from order_event earlier where earlier.order_id = order_event.order_id and earlier.subject = order_event.subject
        and earlier.kind in ('dispute_won', 'dispute_lost') and earlier.kind <> order_event.kind and earlier.at < order_event.at)
    then kind else kind || '_late' end, amount_cents, at
  from order_event where kind in ('dispute_opened', 'dispute_won', 'dispute_lost') and ${within('at', span)}`;

export async function cashIn(db: Database | Tx, span: Span): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select kind, sum(cents)::bigint as cents, count(*)::int as count from (${cashMovements(span)}) as moved group by kind`.execute(
    db,
  );
  return rows;
}

/** The same sums per UTC day with movements. */
export async function cashByDay(db: Database | Tx, span: Span): Promise<(Sum & { day: string })[]> {
  const { rows } = await sql<Sum & { day: string }>`
    select (moment at time zone 'UTC')::date::text as day, kind, sum(cents)::bigint as cents, count(*)::int as count
    from (${cashMovements(span)}) as moved group by 1, 2`.execute(db);
  return rows;
}
