/** The lists of customers. */
import type * as contract from '#contract/admin/customers.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';
import { inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';

type Query = Received<typeof contract.staffListCustomers>['query'];
type Row = Handled<typeof contract.staffListCustomers>['rows'][number];

const views: Record<Query['view'], RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  with_credit: sql<boolean>`exists (select from credit_account where user_id = app_user.id and status = 'open')`,
  disabled: sql<boolean>`disabled_at is not null`,
  unconfirmed: sql<boolean>`email_confirmed_at is null`,
};

export async function listCustomers(deps: Deps, { view, sort, cursor }: Query): Promise<Handled<typeof contract.staffListCustomers>> {
  const list: KeysetList = {
    name: 'customers',
    filter: { view },
    sort: { name: sort, column: 'app_user.created_at', type: 'timestamptz', descending: sort === 'newest' },
    from: sql`app_user`,
    id: 'app_user.id',
    branches: [sql<boolean>`role = 'customer' and deleted_at is null and ${views[view]}`],
  };
  const { ids, ...page } = await readPage(deps, list, cursor);
  return { rows: inOrderOf(ids, await rowsOf(deps.db, ids)), ...page };
}

/** Of customers whose account goes on. */
export async function rowsOf(db: Database, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email', 'country', 'created_at', 'email_confirmed_at', 'disabled_at'])
    .select((eb) =>
      eb
        .selectFrom('shop_order')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('shop_order.user_id', '=', 'app_user.id')
        .as('orders'),
    )
    .where('id', 'in', ids)
    .where('role', '=', 'customer')
    .where('deleted_at', 'is', null)
    .execute();
  return found.map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    country: row.country,
    createdAt: row.created_at.toISOString(),
    isConfirmed: row.email_confirmed_at !== null,
    isDisabled: row.disabled_at !== null,
    orders: Number(row.orders ?? 0),
  }));
}
