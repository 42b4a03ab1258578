/** SQL for what subscriptions were charged, period by period. Read only. */
import { type Cents, cents } from '#kernel/money.ts';
import type { InvoiceStatus } from '#modules/invoices/rules.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

export type Charge = {
  at: Date;
  amount: Cents;
  status: InvoiceStatus;
  refunded: Cents;
  /** The total of the invoice, which for the first period may include other items. */
  total: Cents;
  disputed: boolean;
  invoiceId: string;
  isNumbered: boolean;
  isRenewal: boolean;
  /** Days after the failure on which it was retried. */
  tried: number[];
};

type Row = {
  subscription_id: string;
  at: Date;
  amount_cents: number;
  status: InvoiceStatus;
  refunded_cents: string;
  total_cents: number;
  disputed: boolean;
  invoice_id: string;
  is_numbered: boolean;
  is_renewal: boolean;
  tried: number[];
};

/** Newest first. The first period is its item's share of the order's price. */
export async function chargesOf(db: Database | Tx, ids: string[]): Promise<Map<string, Charge[]>> {
  const found = new Map<string, Charge[]>();
  if (ids.length === 0) return found;
  const { rows } = await sql<Row>`
    select subscription.id as subscription_id, invoice.id as invoice_id, invoice.status, invoice.amount_cents as total_cents,
      invoice.issued_at is not null as is_numbered, invoice.kind = 'renewal' as is_renewal,
      case invoice.status when 'paid' then invoice.paid_at else coalesce(period_start, invoice.created_at) end as at,
      case invoice.kind when 'renewal' then invoice.amount_cents
        else round(order_item.total_cents::numeric * shop_order.total_cents / greatest(subtotal_cents, 1))::integer end as amount_cents,
      (select coalesce(sum(refund.amount_cents), 0) from refund join payment on payment.id = payment_id
        where payment.invoice_id = invoice.id and payment.status = 'succeeded' and refund.state <> 'failed' and reason <> 'duplicate') as refunded_cents,
      exists (select from dispute join payment on payment.id = payment_id where payment.invoice_id = invoice.id and withdrawn) as disputed,
      (select coalesce(array_agg(day), '{}') from dunning_try where dunning_try.invoice_id = invoice.id) as tried
    from subscription
    join shop_order on shop_order.id = subscription.order_id
    join order_item on order_item.order_id = subscription.order_id and order_item.product_id = subscription.product_id
    join invoice on invoice.order_id = subscription.order_id and (invoice.kind = 'order' or invoice.subscription_id = subscription.id)
    where subscription.id = any(${ids})
    order by at desc, invoice.id`.execute(db);
  for (const row of rows)
    found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), toCharge(row)]);
  return found;
}

const toCharge = (row: Row): Charge => ({
  at: row.at,
  amount: cents(row.amount_cents),
  status: row.status,
  refunded: cents(Number(row.refunded_cents)),
  total: cents(row.total_cents),
  disputed: row.disputed,
  invoiceId: row.invoice_id,
  isNumbered: row.is_numbered,
  isRenewal: row.is_renewal,
  tried: row.tried,
});
