/** SQL for the money of orders: payments, refunds, and amounts that banks took back. Read only. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type PaymentActivity = { type: 'payment' | 'refund'; at: Date; amount: Cents; pending: boolean };
export type Money = {
  /** Oldest first. Refunded duplicate payments are excluded, because the order never used them. */
  activity: PaymentActivity[];
  /** A bank holds or has taken back some of it. */
  disputed: boolean;
  /** The amount received is not the agreed one, and staff must review it. */
  inReview: boolean;
  /** The sale was canceled. */
  canceled: boolean;
};

export const noMoney: Money = { activity: [], disputed: false, inReview: false, canceled: false };

type Row = {
  order_id: string;
  type: 'payment' | 'refund' | 'dispute' | 'review' | 'cancellation';
  at: Date;
  amount_cents: number;
  pending: boolean;
};

/** Renewals are reported with their subscription. */
const isForOrder = sql`exists (select from invoice where invoice.id = payment.invoice_id and invoice.kind <> 'renewal')`;

/** Orders that have no money and were not canceled are omitted. */
export async function moneyOf(db: Database, orderIds: string[]): Promise<Map<string, Money>> {
  const found = new Map<string, Money>();
  if (orderIds.length === 0) return found;
  const { rows } = await sql<Row>`
    select order_id, case status when 'review' then 'review' else 'payment' end as type,
      coalesce(succeeded_at, updated_at) as at, amount_cents, false as pending
    from payment where order_id = any(${orderIds}) and status in ('succeeded', 'review') and ${isForOrder}
    union all
    select order_id, 'refund', refund.created_at, refund.amount_cents, refund.state <> 'succeeded'
    from refund join payment on payment.id = payment_id
    where order_id = any(${orderIds}) and reason <> 'duplicate' and refund.state <> 'failed' and payment.status = 'succeeded' and ${isForOrder}
    union all
    select order_id, 'dispute', dispute.created_at, dispute.amount_cents, not closed
    from dispute join payment on payment.id = payment_id
    where order_id = any(${orderIds}) and withdrawn and ${isForOrder}
    union all
    select order_id, 'cancellation', at, 0, false from order_cancellation where order_id = any(${orderIds})
    order by at`.execute(db);
  for (const row of rows) found.set(row.order_id, addTo(found.get(row.order_id) ?? noMoney, row));
  return found;
}

function addTo(money: Money, { type, at, amount_cents: amount, pending }: Row): Money {
  if (type === 'dispute') return { ...money, disputed: true };
  if (type === 'review') return { ...money, inReview: true };
  if (type === 'cancellation') return { ...money, canceled: true };
  return { ...money, activity: [...money.activity, { type, at, amount: cents(amount), pending }] };
}
