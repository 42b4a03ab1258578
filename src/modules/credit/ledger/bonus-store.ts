/** SQL for the bonus of an order with disputed payments. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from 'kysely';

/** How much a lost dispute lowered the limit; null if it did not. */
export async function takenForDispute(tx: Tx, orderId: string): Promise<Cents | null> {
  const row = await tx
    .selectFrom('credit_movement')
    .select('limit_cents')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'bonus_back')
    .where('reason', '=', 'payment_dispute_lost')
    .executeTakeFirst();
  return row === undefined ? null : cents(row.limit_cents);
}

/**
 * Returns whether the order can no longer earn a bonus. Reasons: something is owed, credited, voided, or
 * written off, a payment was late, or a dispute is lost. A payment returned by a bank counts as on time if it
 * first was.
 */
export async function isLost(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ isLost: boolean }>`
    select sum(hold_cents) <> 0 or sum(owed_cents) <> 0
      or bool_or(kind in ('released', 'voided', 'credited', 'written_off', 'given_up') or (kind = 'returned' and reason <> 'payment_dispute_lost'))
      or bool_or(kind = 'paid' and key not like 'invoice-payment:dispute-won:%' and not coalesce((inputs ->> 'onTime')::boolean, true))
      or exists (select from dispute join payment on payment.id = payment_id where payment.order_id = ${orderId} and dispute.status = 'lost') as "isLost"
    from credit_movement where order_id = ${orderId}`.execute(tx);
  return rows[0]?.isLost ?? true;
}

/** How much one movement raised a limit; null if it does not exist. */
export async function raisedBy(tx: Tx, key: string): Promise<Cents | null> {
  const row = await tx
    .selectFrom('credit_movement')
    .select('available_cents')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : cents(row.available_cents);
}
