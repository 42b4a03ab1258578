/** The lists of customers. */
import type * as contract from '#contract/admin/customers.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type RawBuilder, sql } from 'kysely';
import { betweenDays, inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';

export type CustomerQuery = Omit<Received<typeof contract.staffListCustomers>['query'], 'cursor'>;
type Row = Handled<typeof contract.staffListCustomers>['rows'][number];

const views: Record<CustomerQuery['view'], RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  with_credit: sql<boolean>`exists (select from credit_account where user_id = app_user.id and status = 'open')`,
  disabled: sql<boolean>`disabled_at is not null`,
  unconfirmed: sql<boolean>`email_confirmed_at is null`,
};

const states: Record<NonNullable<CustomerQuery['state']>[number], RawBuilder<boolean>> = {
  confirmed: sql<boolean>`disabled_at is null and email_confirmed_at is not null`,
  unconfirmed: sql<boolean>`disabled_at is null and email_confirmed_at is null`,
  disabled: sql<boolean>`disabled_at is not null`,
};

const credits: Record<NonNullable<CustomerQuery['credit']>[number], RawBuilder<boolean>> = {
  open: sql<boolean>`exists (select from credit_account where user_id = app_user.id and status = 'open')`,
  closed: sql<boolean>`exists (select from credit_account where user_id = app_user.id and status = 'closed')`,
  none: sql<boolean>`not exists (select from credit_account where user_id = app_user.id)`,
};

const anyOf = <K extends string>(
  conditions: Record<K, RawBuilder<boolean>>,
  words: readonly K[] | undefined,
): RawBuilder<unknown> =>
  words === undefined
    ? sql`true`
    : sql`(${sql.join(
        words.map((word) => sql`(${conditions[word]})`),
        sql` or `,
      )})`;

export async function listCustomers(
  deps: Deps,
  { cursor, ...query }: Received<typeof contract.staffListCustomers>['query'],
): Promise<Handled<typeof contract.staffListCustomers>> {
  const { ids, ...page } = await readPage(deps, customerListOf(query), cursor);
  return { rows: inOrderOf(ids, await rowsOf(deps.db, ids)), ...page };
}

export function customerListOf({ sort, ...filter }: CustomerQuery): KeysetList {
  const { view, state, credit, country, from, to } = filter;
  return {
    name: 'customers',
    filter,
    sort: { name: sort, column: 'app_user.created_at', type: 'timestamptz', descending: sort === 'newest' },
    from: sql`app_user`,
    id: 'app_user.id',
    branches: [
      sql<boolean>`role = 'customer' and deleted_at is null and ${views[view]} and ${anyOf(states, state)} and ${anyOf(credits, credit)}
        and ${country === undefined ? sql`true` : sql`country = ${country}`} and ${betweenDays('app_user.created_at', from, to)}`,
    ],
  };
}

/** Excludes deleted accounts. */
export async function rowsOf(db: Database, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('app_user')
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'country',
      'created_at',
      'email_confirmed_at',
      'disabled_at',
    ])
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
