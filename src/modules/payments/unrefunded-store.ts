/** SQL for the unrefunded amounts of an order's payments. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type Unrefunded = { paymentId: string; left: Cents };

/**
 * The payments of the order, oldest first and locked, without renewals and automatic refunds. Excludes
 * pending refunds and amounts that a bank took for a dispute. The caller must lock the order first.
 */
export async function lockUnrefunded(tx: Tx, orderId: string): Promise<Unrefunded[]> {
  const { rows } = await sql<{ id: string; left: number }>`
    select payment.id, (greatest(coalesce(received_cents, 0), payment.amount_cents)
      - (select coalesce(sum(amount_cents), 0) from refund where payment_id = payment.id and state <> 'failed')
      - (select coalesce(sum(amount_cents), 0) from dispute where payment_id = payment.id and withdrawn))::int as left
    from payment join invoice on invoice.id = payment.invoice_id
    where payment.order_id = ${orderId} and payment.status = 'succeeded' and invoice.kind <> 'renewal'
    order by payment.created_at, payment.id for update of payment`.execute(tx);
  return rows.map(({ id, left }) => ({ paymentId: id, left: cents(Math.max(0, left)) }));
}
