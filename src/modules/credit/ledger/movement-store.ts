/** SQL that reads the ledger, newest first, with the approved and available amounts after each movement. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import type { Entries, MovementKind } from './rules.ts';

export type Movement = {
  id: number;
  at: Date;
  kind: MovementKind;
  reason: string;
  ruleVersion: string;
  actorId: string | null;
  entries: Entries;
  approvedAfter: Cents;
  availableAfter: Cents;
  order: { id: string; number: string } | null;
  invoice: { id: string; number: string } | null;
  onTime: boolean | null;
};

/**
 * `before`: the last id already read. Past balances are computed backward from today's, so a page reads only
 * a few rows.
 */
export async function page(
  db: Database,
  accountId: string,
  before: number | null,
  limit: number,
): Promise<Movement[]> {
  const { rows } = await sql<
    Record<
      | 'limit_cents'
      | 'available_cents'
      | 'hold_cents'
      | 'owed_cents'
      | 'approved_after'
      | 'available_after'
      | 'id',
      number
    > & {
      at: Date;
      kind: MovementKind;
      reason: string;
      rule_version: string;
      actor_id: string | null;
      order_id: string | null;
      order_number: number | null;
      invoice_id: string | null;
      invoice_number: string | null;
      on_time: boolean | null;
    }
  >`
    with start as (
      select coalesce(sum(limit_cents), 0) as limit_cents, coalesce(sum(available_cents), 0) as available_cents
      from credit_movement where account_id = ${accountId} and (${before}::bigint is null or id < ${before})
    ), newest as (
      select * from credit_movement where account_id = ${accountId} and (${before}::bigint is null or id < ${before}) order by id desc limit ${limit}
    )
    select newest.*, shop_order.number as order_number, invoice.number as invoice_number, (inputs ->> 'onTime')::boolean as on_time,
      (-(start.limit_cents - coalesce(sum(newest.limit_cents) over later, 0)))::bigint as approved_after,
      (start.available_cents - coalesce(sum(newest.available_cents) over later, 0))::bigint as available_after
    from newest cross join start
    left join shop_order on shop_order.id = newest.order_id left join invoice on invoice.id = newest.invoice_id
    window later as (order by newest.id desc rows between unbounded preceding and 1 preceding)
    order by newest.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    reason: row.reason,
    ruleVersion: row.rule_version,
    actorId: row.actor_id,
    entries: {
      limit: cents(row.limit_cents),
      available: cents(row.available_cents),
      hold: cents(row.hold_cents),
      owed: cents(row.owed_cents),
    },
    approvedAfter: cents(row.approved_after),
    availableAfter: cents(row.available_after),
    order: row.order_id === null ? null : { id: row.order_id, number: `S-${row.order_number}` },
    invoice: row.invoice_id === null ? null : { id: row.invoice_id, number: row.invoice_number ?? '' },
    onTime: row.on_time,
  }));
}
