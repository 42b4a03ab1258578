/** SQL for refunds and disputes as staff list them. Read only. */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type OrderBehind = { id: string; number: string };

/** Finds orders by an order number (`S-1001`), payment id, processor reference, or invoice number. */
export async function ordersBehind(
  db: Database,
  names: readonly string[],
): Promise<Map<string, OrderBehind>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<OrderBehind & { asked: string }>`
    with found as (
      select asked, order_id from unnest(${names}::text[]) as asked join payment on payment.id = asked or intent_ref = asked
      union select asked, order_id from unnest(${names}::text[]) as asked join invoice on invoice.number = asked or processor_ref = asked
      union select asked, order_id from unnest(${names}::text[]) as asked join subscription on subscription_ref = asked
      union select asked, id from unnest(${names}::text[]) as asked join shop_order on number = substring(asked from '^S-(\\d{1,9})$')::bigint)
    select asked, shop_order.id, 'S-' || shop_order.number as number from found join shop_order on shop_order.id = order_id`.execute(
    db,
  );
  return new Map(rows.map(({ asked, ...order }) => [asked, order]));
}

export type RefundRow = {
  id: string;
  at: Date;
  order_id: string;
  number: number;
  name: string;
  email: string;
  amount_cents: number;
  state: 'creating' | 'pending' | 'succeeded' | 'failed';
  reason: 'duplicate' | 'requested' | 'processor';
  by: string | null;
  credit_note: string | null;
  refund_ref: string | null;
};

export async function refundRows(db: Database, ids: readonly string[]): Promise<RefundRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RefundRow>`
    select refund.id, refund.created_at as at, order_id, shop_order.number, trim(concat_ws(' ', shop_order.first_name, shop_order.last_name)) as name,
      shop_order.email, refund.amount_cents, refund.state, refund.reason, coalesce(nullif(trim(staff.first_name), ''), staff.email) as by,
      credit_note.number as credit_note, refund_ref
    from refund join payment on payment.id = payment_id join shop_order on shop_order.id = order_id
    left join app_user staff on staff.id = requested_by and staff.role <> 'customer'
    left join credit_note on credit_note.refund_id = refund.id
    where refund.id = any(${ids})`.execute(db);
  return rows;
}

export type DisputeRow = {
  id: string;
  opened_at: Date;
  order_id: string;
  number: number;
  name: string;
  email: string;
  amount_cents: number;
  reason: string;
  status: string;
  closed: boolean;
  withdrawn: boolean;
  answer_by: Date | null;
  payment_id: string;
};

export async function disputeRows(db: Database, ids: readonly string[]): Promise<DisputeRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DisputeRow>`
    select dispute_ref as id, dispute.created_at as opened_at, order_id, shop_order.number,
      trim(concat_ws(' ', shop_order.first_name, shop_order.last_name)) as name, shop_order.email, dispute.amount_cents, dispute.reason,
      dispute.status, closed, withdrawn, answer_by, payment_id
    from dispute join payment on payment.id = payment_id join shop_order on shop_order.id = order_id
    where dispute_ref = any(${ids})`.execute(db);
  return rows;
}

/** Our evidence: who bought what, when the work was completed, and what was refunded of the payment. */
export const evidenceOf = (
  db: Database,
  { payment_id, order_id }: Pick<DisputeRow, 'payment_id' | 'order_id'>,
) =>
  db
    .selectFrom('payment')
    .innerJoin('shop_order', 'shop_order.id', 'payment.order_id')
    .select([
      'user_id',
      'total_cents',
      'shop_order.created_at as placed_at',
      'completed_at',
      'succeeded_at',
      'card_brand',
      'card_last4',
    ])
    .select(['intent_ref'])
    .select((eb) =>
      eb
        .selectFrom('refund')
        .select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('sum'))
        .whereRef('payment_id', '=', 'payment.id')
        .where('state', '<>', 'failed')
        .as('refunded_cents'),
    )
    .where('payment.id', '=', payment_id)
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
