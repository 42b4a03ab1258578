/** SQL for orders. No decisions here: read, lock, insert, move. */
import type { Billing, OrderBilling } from '#kernel/billing-fields.ts';
import { emailLanguage } from '#kernel/email-language.ts';
import { cents } from '#kernel/money.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { billingColumns, toBilling, toBillingRow } from './billing.ts';
import { itemColumns, type OrderItem, toItem, toItemRow } from './item.ts';
import type { OrderStatus, Totals } from './rules.ts';

export type { OrderItem };

export type Order = Totals & {
  id: string;
  /** `credit`: bought on credit; two halves are invoiced, each due 30 days later. */
  kind: 'card' | 'free' | 'booster' | 'credit';
  number: string;
  /** Null for a guest order that is not attached to an account. */
  userId: string | null;
  cartId: string | null;
  status: OrderStatus;
  billing: OrderBilling;
  fingerprint: string;
  createdAt: Date;
  /** Language of its emails. */
  language: PageCode;
  /** When it became a sale. */
  acceptedAt: Date | null;
  completedAt: Date | null;
};

export type NewOrder = Totals & {
  id: string;
  /** Default: `free` or `card`, depending on the total. */
  kind?: 'booster' | 'credit';
  userId: string | null;
  cartId: string | null;
  billing: Billing;
  fingerprint: string;
  items: OrderItem[];
  /** Default: the language of the buyer's profile; English for a guest. */
  language?: PageCode;
  now: Date;
};

/** Inserts an unpaid order with its items in one statement. Returns its number. */
export async function insert(tx: Tx, order: NewOrder): Promise<string> {
  const items = order.items.map((item, position) => ({ order_id: order.id, position, ...toItemRow(item) }));
  const { number } = await tx
    .with('placed', (query) =>
      query
        .insertInto('shop_order')
        .values({
          id: order.id,
          user_id: order.userId,
          cart_id: order.cartId,
          status: 'awaiting_payment',
          kind: order.kind ?? (order.total === 0 ? 'free' : 'card'),
          subtotal_cents: order.subtotal,
          discount_cents: order.discount,
          total_cents: order.total,
          ...toBillingRow(order.billing),
          fingerprint: order.fingerprint,
          language:
            order.language ??
            sql<PageCode>`coalesce((select language from app_user where app_user.id = ${order.userId}), 'en')`,
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
  'kind',
  'number',
  'user_id',
  'cart_id',
  'status',
  'subtotal_cents',
  'discount_cents',
  'total_cents',
  ...billingColumns,
  'fingerprint',
  'language',
  'created_at',
  'accepted_at',
  'completed_at',
] as const;
/** Used with `toOrder`, for callers that select more columns in the same statement. */
export const selectOrders = (db: Database | Tx) => db.selectFrom('shop_order').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

export const toOrder = (row: Row): Order => ({
  id: row.id,
  kind: row.kind,
  number: String(row.number),
  userId: row.user_id,
  cartId: row.cart_id,
  status: row.status,
  subtotal: cents(row.subtotal_cents),
  discount: cents(row.discount_cents),
  total: cents(row.total_cents),
  billing: toBilling(row),
  fingerprint: row.fingerprint,
  language: emailLanguage(row.language),
  createdAt: row.created_at,
  acceptedAt: row.accepted_at,
  completedAt: row.completed_at,
});

export async function find(db: Database | Tx, id: string): Promise<Order | null> {
  const row = await selectOrders(db).where('id', '=', id).executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The ID of the order with this display number. */
export const findIdByNumber = async (db: Database, number: number): Promise<string | null> =>
  Number.isSafeInteger(number)
    ? ((await db.selectFrom('shop_order').select('id').where('number', '=', number).executeTakeFirst())?.id ??
      null)
    : null;

/** Locks the order until the transaction ends, which serializes settling, canceling and paying. */
export async function lock(tx: Tx, id: string): Promise<Order | null> {
  const row = await selectOrders(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The one order of a cart that is not canceled, locked. The caller must lock the cart first. */
export async function lockLiveOfCart(tx: Tx, cartId: string): Promise<Order | null> {
  const row = await selectOrders(tx)
    .where('cart_id', '=', cartId)
    .where('status', '<>', 'canceled')
    .forUpdate()
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

export const items = async (db: Database | Tx, orderId: string): Promise<OrderItem[]> =>
  (await itemsOf(db, [orderId])).get(orderId) ?? [];

/** The items of several orders, each list in its original order. */
export async function itemsOf(db: Database | Tx, orderIds: string[]): Promise<Map<string, OrderItem[]>> {
  const found = new Map<string, OrderItem[]>();
  if (orderIds.length === 0) return found;
  const rows = await db
    .selectFrom('order_item')
    .select(['order_id', ...itemColumns])
    .where('order_id', 'in', orderIds)
    .orderBy('position')
    .execute();
  for (const row of rows) found.set(row.order_id, [...(found.get(row.order_id) ?? []), toItem(row)]);
  return found;
}

/** `after`: the last order of the previous page; null starts with the newest. */
export type Page = { after: string | null; atMost: number };

/**
 * A user's purchases and payable orders, newest first; all of them without a page. Canceled unpaid orders are
 * excluded. So are unpaid boosters, which are bought again rather than paid later.
 */
export async function ofUser(db: Database | Tx, userId: string, page: Page | null = null): Promise<Order[]> {
  let found = selectOrders(db)
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .where((eb) => eb.not(eb.and({ kind: 'booster', status: 'awaiting_payment' })));
  // Compared in the database, because its timestamps are more precise than JavaScript dates. Status changes
  // do not move an order.
  if (page?.after)
    found = found.where(
      sql<boolean>`(created_at, id) < (select created_at, id from shop_order where id = ${page.after})`,
    );
  if (page !== null) found = found.limit(page.atMost);
  return (await found.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(toOrder);
}

/** `effects`: what must happen once because of this order. */
type Accepted = {
  status: OrderStatus;
  userId: string | null;
  effects: readonly ('receipt' | 'account')[];
  now: Date;
};

/**
 * Marks the order as accepted and records its effects. Returns false when any of the effects was recorded
 * before.
 */
export async function markAccepted(
  tx: Tx,
  id: string,
  { status, userId, effects, now }: Accepted,
): Promise<boolean> {
  const remembered = await tx
    .with('marked', (query) =>
      query
        .updateTable('shop_order')
        .set({ status, user_id: userId, accepted_at: now, completed_at: status === 'completed' ? now : null })
        .where('shop_order.id', '=', id),
    )
    .insertInto('effect')
    .values(effects.map((kind) => ({ order_id: id, kind, done_at: sql<Date>`now()` })))
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing())
    .returning('kind')
    .execute();
  return remembered.length === effects.length;
}

export async function markCompleted(tx: Tx, id: string, status: OrderStatus, now: Date): Promise<void> {
  await tx.updateTable('shop_order').set({ status, completed_at: now }).where('id', '=', id).execute();
}

/** `not_possible`: it was paid, but the purchase could not be delivered. */
export type CancelReason = 'expired' | 'superseded' | 'not_possible' | 'by_staff';

export async function markCanceled(
  tx: Tx,
  id: string,
  status: OrderStatus,
  reason: CancelReason,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ status, canceled_at: now, cancel_reason: reason })
    .where('id', '=', id)
    .execute();
}
