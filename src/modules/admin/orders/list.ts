/**
 * The lists of orders: views, filters, and sorts as conditions with an index each. The rows of a page are
 * read by id.
 */
import type * as contract from '#contract/admin/orders.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { cents } from '#kernel/money.ts';
import { refundedOf } from '#modules/checkout/own-orders/view-rules.ts';
import { overdueAfterDays } from '#modules/fulfillment/service.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import { moneyOf, noMoney } from '#modules/payments/activity.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type RawBuilder, sql } from 'kysely';
import { betweenDays, inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';

export type OrderQuery = Omit<Received<typeof contract.staffListOrders>['query'], 'cursor'>;
type Row = Handled<typeof contract.staffListOrders>['rows'][number];
type ListDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
type Condition = RawBuilder<boolean>;

export async function listOrders(
  deps: ListDeps,
  { cursor, ...query }: Received<typeof contract.staffListOrders>['query'],
): Promise<Handled<typeof contract.staffListOrders>> {
  const { ids, ...page } = await readPage(deps, listOf(query, deps.clock.now()), cursor);
  return { rows: await rowsOf(deps.db, ids), ...page };
}

const sorts: Record<OrderQuery['sort'], KeysetList['sort']> = {
  newest: { name: 'newest', column: 'shop_order.created_at', type: 'timestamptz', descending: true },
  oldest: { name: 'oldest', column: 'shop_order.created_at', type: 'timestamptz', descending: false },
  highest: { name: 'highest', column: 'shop_order.total_cents', type: 'integer', descending: true },
  lowest: { name: 'lowest', column: 'shop_order.total_cents', type: 'integer', descending: false },
};

export function listOf(query: OrderQuery, now: Date): KeysetList {
  const { view, sort, status, kind, from, to, customer } = query;
  const filters = sql<boolean>`${betweenDays('shop_order.created_at', from, to)} and ${kind === undefined ? sql`true` : sql`kind = any(${kind})`}
    and ${customer === undefined ? sql`true` : sql`user_id = ${customer}`}`;
  const inView = views[view](now);
  const branches =
    status === undefined
      ? inView
      : inView.flatMap((condition) => status.map((word) => sql<boolean>`${condition} and ${isCalled(word)}`));
  return {
    name: 'orders',
    filter: { view, status, kind, from, to, customer },
    sort: sorts[sort],
    from: sql`shop_order`,
    id: 'shop_order.id',
    branches: branches.map((condition) => sql<boolean>`${condition} and ${filters}`),
  };
}

const isCalled = (word: string): Condition => sql<boolean>`shown_status = ${word}`;

const isWork: Condition = sql`status = 'in_progress' and after_sale not in ('canceled', 'refunded')`;

const views: Record<OrderQuery['view'], (now: Date) => Condition[]> = {
  all: () => [sql`true`],
  awaiting_payment: () => [isCalled('awaiting_payment')],
  /** Open work. Excludes orders that were canceled or fully refunded. */
  in_progress: () => [isWork],
  on_credit: () => [sql`kind = 'credit'`],
  disputed: () => [isCalled('disputed')],
  refunded: () => [isCalled('partially_refunded'), isCalled('refunded')],
  overdue: (now) => {
    const before = new Date(now.getTime() - overdueAfterDays * 86_400_000);
    // An order is created before it is accepted, so the first condition is redundant; it gives the index its
    // range.
    return [sql`${isWork} and created_at < ${before} and accepted_at < ${before}`];
  },
};

/** In the order of the ids. */
export async function rowsOf(db: Database, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [found, items, money] = await Promise.all([
    db
      .selectFrom('shop_order')
      .select([
        'id',
        'number',
        'created_at',
        'shown_status',
        'kind',
        'user_id',
        'first_name',
        'last_name',
        'email',
        'total_cents',
      ])
      .where('id', 'in', ids)
      .execute(),
    orders.itemsOf(db, ids),
    moneyOf(db, ids),
  ]);
  return inOrderOf(ids, found).map((row) => ({
    id: row.id,
    number: orderNumber(row.number),
    placedAt: row.created_at.toISOString(),
    status: row.shown_status as Row['status'],
    kind: row.kind,
    customerId: row.user_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    items: (items.get(row.id) ?? []).map(({ name }) => name),
    total: cents(row.total_cents),
    refunded: refundedOf(money.get(row.id) ?? noMoney),
  }));
}
