/** SQL for orders. No decisions here: read, lock, insert, move. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import type { OrderStatus, Totals } from './rules.ts';

export type Billing = { firstName: string; lastName: string; email: string; country: string; phone: string; addressLine1: string };

export type OrderItem = {
  productId: string;
  name: string;
  kind: 'simple' | 'subscription';
  total: Cents;
  subscriptionPrice: Cents | null;
  subscriptionPeriod: 'month' | 'year' | null;
};

export type Order = Totals & {
  id: string;
  number: string;
  cartId: string | null;
  status: OrderStatus;
  billing: Billing;
  fingerprint: string;
  createdAt: Date;
  paidAt: Date | null;
};

export type NewOrder = Totals & { id: string; cartId: string | null; billing: Billing; fingerprint: string; items: OrderItem[]; now: Date };

/** Inserts an order that waits for its payment, with its items, as one statement. Answers its number. */
export async function insert(tx: Tx, order: NewOrder): Promise<string> {
  const { billing } = order;
  const items = order.items.map((item, position) => ({
    order_id: order.id,
    position,
    product_id: item.productId,
    name: item.name,
    kind: item.kind,
    total_cents: item.total,
    subscription_price_cents: item.subscriptionPrice,
    subscription_period: item.subscriptionPeriod,
  }));
  const { number } = await tx
    .with('placed', (query) =>
      query
        .insertInto('shop_order')
        .values({
          id: order.id,
          cart_id: order.cartId,
          status: 'awaiting_payment',
          kind: order.total === 0 ? 'free' : 'card',
          subtotal_cents: order.subtotal,
          discount_cents: order.discount,
          total_cents: order.total,
          first_name: billing.firstName,
          last_name: billing.lastName,
          email: billing.email,
          country: billing.country,
          phone: billing.phone,
          address_line1: billing.addressLine1,
          fingerprint: order.fingerprint,
          created_at: order.now,
        })
        .returning('number'),
    )
    .with('written', (query) => query.insertInto('order_item').values(items))
    .selectFrom('placed')
    .select('number')
    .executeTakeFirstOrThrow();
  return String(number);
}

const columns = [
  'id',
  'number',
  'cart_id',
  'status',
  'subtotal_cents',
  'discount_cents',
  'total_cents',
  'first_name',
  'last_name',
  'email',
  'country',
  'phone',
  'address_line1',
  'fingerprint',
  'created_at',
  'paid_at',
] as const;
const select = (db: Database | Tx) => db.selectFrom('shop_order').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toOrder = (row: Row): Order => ({
  id: row.id,
  number: String(row.number),
  cartId: row.cart_id,
  status: row.status,
  subtotal: cents(row.subtotal_cents),
  discount: cents(row.discount_cents),
  total: cents(row.total_cents),
  billing: {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    country: row.country,
    phone: row.phone,
    addressLine1: row.address_line1,
  },
  fingerprint: row.fingerprint,
  createdAt: row.created_at,
  paidAt: row.paid_at,
});

export async function find(db: Database | Tx, id: string): Promise<Order | null> {
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The id behind the number that people say. */
export const findIdByNumber = async (db: Database, number: number): Promise<string | null> =>
  Number.isSafeInteger(number)
    ? ((await db.selectFrom('shop_order').select('id').where('number', '=', number).executeTakeFirst())?.id ?? null)
    : null;

/** Locks the order until the transaction ends: settling, cancelling and paying happen one at a time. */
export async function lock(tx: Tx, id: string): Promise<Order | null> {
  const row = await select(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The one order of a cart that is not cancelled, locked. Lock the cart first. */
export async function lockLiveOfCart(tx: Tx, cartId: string): Promise<Order | null> {
  const row = await select(tx).where('cart_id', '=', cartId).where('status', '<>', 'canceled').forUpdate().executeTakeFirst();
  return row ? toOrder(row) : null;
}

export async function items(db: Database | Tx, orderId: string): Promise<OrderItem[]> {
  const rows = await db
    .selectFrom('order_item')
    .select(['product_id', 'name', 'kind', 'total_cents', 'subscription_price_cents', 'subscription_period'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    productId: row.product_id,
    name: row.name,
    kind: row.kind,
    total: cents(row.total_cents),
    subscriptionPrice: row.subscription_price_cents === null ? null : cents(row.subscription_price_cents),
    subscriptionPeriod: row.subscription_period === 'month' || row.subscription_period === 'year' ? row.subscription_period : null,
  }));
}

export async function markPaid(tx: Tx, id: string, status: OrderStatus, now: Date): Promise<void> {
  await tx.updateTable('shop_order').set({ status, paid_at: now }).where('id', '=', id).execute();
}

export async function markCanceled(tx: Tx, id: string, status: OrderStatus, reason: 'expired' | 'superseded', now: Date): Promise<void> {
  await tx.updateTable('shop_order').set({ status, canceled_at: now, cancel_reason: reason }).where('id', '=', id).execute();
}

/** Remembers that something must happen once because of this order. False when it was remembered before. */
export async function addEffect(tx: Tx, orderId: string, kind: 'receipt'): Promise<boolean> {
  const inserted = await tx
    .insertInto('effect')
    .values({ order_id: orderId, kind, done_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Orders that have waited for their payment since before `before`, oldest first. One whose money is parked for review waits for a person. */
export const awaitingSince = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('shop_order')
      .select('id')
      .where('status', '=', 'awaiting_payment')
      .where('created_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('payment')
              .select('payment.id')
              .whereRef('payment.order_id', '=', 'shop_order.id')
              .where('payment.status', '=', 'review')
              .where((review) =>
                review.not(
                  review.exists(
                    review
                      .selectFrom('refund')
                      .select('refund.id')
                      .whereRef('refund.payment_id', '=', 'payment.id')
                      .where('refund.state', '<>', 'failed'),
                  ),
                ),
              ),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(limit)
      .execute()
  ).map((row) => row.id);
