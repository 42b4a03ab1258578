/** SQL for the facts of one order. Read only. */
import { type Cents, cents } from '#kernel/money.ts';
import { needsAnswer } from '#modules/payments/rules.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export const rowOf = (db: Database, orderId: string) =>
  db
    .selectFrom('shop_order')
    .leftJoin('coupon_redemption as redemption', 'redemption.order_id', 'shop_order.id')
    .leftJoin('coupon', 'coupon.id', 'redemption.coupon_id')
    .select(['shown_status', 'canceled_at', 'cancel_reason', 'coupon.code'])
    .where('shop_order.id', '=', orderId)
    .executeTakeFirst();

type Payment = {
  id: string;
  status: string;
  amount: Cents;
  card: { brand: string; last4: string } | null;
  processorRef: string | null;
  at: string;
  refundable: Cents;
  /** It pays the order itself, not a renewal. */
  isOfSale: boolean;
};

/** Oldest first. Money that a bank took back for a dispute has already reached the customer. */
export async function paymentsOf(db: Database, orderId: string): Promise<Payment[]> {
  const { rows } = await sql<{
    id: string;
    status: string;
    amount_cents: number;
    card_brand: string | null;
    card_last4: string | null;
    intent_ref: string | null;
    at: Date;
    refundable: number;
    is_of_sale: boolean;
  }>`
    select id, status, amount_cents, card_brand, card_last4, intent_ref, coalesce(succeeded_at, created_at) as at,
      case when status in ('succeeded', 'duplicate', 'review') then greatest(0, (case when status = 'review' then coalesce(received_cents, 0)
          else greatest(coalesce(received_cents, 0), amount_cents) end)
        - (select coalesce(sum(amount_cents), 0) from refund where payment_id = payment.id and state <> 'failed')
        - (select coalesce(sum(amount_cents), 0) from dispute where payment_id = payment.id and withdrawn))
      else 0 end::int as refundable,
      status = 'succeeded' and exists (select from invoice where invoice.id = payment.invoice_id and invoice.kind <> 'renewal') as is_of_sale
    from payment where order_id = ${orderId} order by created_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    amount: cents(row.amount_cents),
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? '', last4: row.card_last4 },
    processorRef: row.intent_ref,
    at: row.at.toISOString(),
    refundable: cents(row.refundable),
    isOfSale: row.is_of_sale,
  }));
}

export async function invoicesOf(db: Database, orderId: string) {
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'number', 'kind', 'status', 'amount_cents', 'paid_cents'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ amount_cents: amount, paid_cents: paid, ...row }) => ({
    ...row,
    amount: cents(amount),
    paid: cents(paid),
  }));
}

export async function creditNotesOf(db: Database, orderId: string) {
  const rows = await db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.id', 'invoice_id')
    .select(['credit_note.id', 'credit_note.number', 'credit_note.status', 'credit_note.amount_cents'])
    .where('invoice.order_id', '=', orderId)
    .orderBy('credit_note.issued_at')
    .orderBy('credit_note.id')
    .execute();
  return rows.map(({ amount_cents: amount, ...row }) => ({ ...row, amount: cents(amount) }));
}

export async function subscriptionsOf(db: Database, orderId: string) {
  const rows = await db
    .selectFrom('subscription')
    .select(['id', 'name', 'status', 'price_cents', 'paid_until'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(({ price_cents: price, paid_until: until, ...row }) => ({
    ...row,
    amount: cents(price),
    paidUntil: until?.toISOString() ?? null,
  }));
}

/** Open ones first, by deadline. */
export async function disputesOf(db: Database, orderId: string) {
  const { rows } = await sql<{
    id: string;
    amount_cents: number;
    reason: string;
    closed: boolean;
    status: string;
    answer_by: Date | null;
  }>`
    select dispute_ref as id, dispute.amount_cents, dispute.reason, closed, dispute.status, answer_by
    from dispute join payment on payment.id = payment_id where order_id = ${orderId}
    order by closed, answer_by nulls last, dispute.created_at`.execute(db);
  return rows.map(({ amount_cents: amount, closed, status, answer_by: answerBy, ...row }) => ({
    ...row,
    amount: cents(amount),
    isClosed: closed,
    needsAnswer: needsAnswer({ closed, status }),
    answerBy: answerBy?.toISOString() ?? null,
  }));
}
