/** SQL for the bonus of an order whose payments banks took back. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from 'kysely';

/** By how much the loss of a dispute lowered the limit. Null: it did not. */
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
 * No bonus is earned any more: something of the order is owed, or was credited, voided or given up, a customer paid late, or a dispute of it is
 * lost. What a bank gave back counts as paid when it was paid first.
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

/** By how much one movement raised a limit. Null: there is none. */
export async function raisedBy(tx: Tx, key: string): Promise<Cents | null> {
  const row = await tx.selectFrom('credit_movement').select('available_cents').where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : cents(row.available_cents);
}
