/**
 * Finds the ids that changed since a given time, so that invariants check only those. Orders and people are
 * found by their own timestamps and by those of everything that belongs to them. Every condition is an index
 * scan.
 */
import type { Tx } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Condition = RawBuilder<boolean>;
/**
 * By kind of record: returns the condition that the record with the id in this column has changed. `since`
 * takes a timestamp column instead.
 */
export type Scope = Record<Kind | 'since', (column: string) => Condition>;
type Kind =
  | 'orders'
  | 'invoices'
  | 'payments'
  | 'carts'
  | 'coupons'
  | 'emails'
  | 'users'
  | 'accounts'
  | 'applications';

const all = (): Condition => sql`true`;
export const everything: Scope = {
  ...{ orders: all, invoices: all, payments: all, carts: all, coupons: all, emails: all },
  ...{ users: all, accounts: all, applications: all, since: all },
};

/** How long an invariant lets a purchase or a renewal take after payment. After that, it is checked again. */
const limits = [sql`interval '2 hours'`, sql`interval '2 days'`];

/**
 * Uses the database clock. Demo rows with a time in the future count as changed until that time has passed.
 */
export async function changedSince(tx: Tx, since: Date): Promise<Scope> {
  const people = await idsOf(tx, peopleSince(since));
  const orders = await idsOf(tx, ordersSince(since, people));
  const ids = (query: RawBuilder<{ id: string }>) => idsOf(tx, query);
  const users = [
    ...new Set([
      ...people,
      ...(await ids(
        sql`select distinct user_id as id from shop_order where id = any (${orders}) and user_id is not null`,
      )),
    ]),
  ];
  const among = (changed: (string | number)[]) => (column: string) =>
    sql<boolean>`${sql.ref(column)} = any (${changed})`;
  const emails = await ids(
    sql`select distinct lower(email) as id from shop_order where id = any (${orders})`,
  );
  return {
    orders: among(orders),
    invoices: among(await ids(sql`select id from invoice where order_id = any (${orders})`)),
    payments: among(await ids(sql`select id from payment where order_id = any (${orders})`)),
    carts: among(
      await ids(sql`
        select cart_id as id from shop_order where id = any (${orders}) and cart_id is not null union select id from cart where updated_at > ${since}`),
    ),
    coupons: among(
      await ids(sql`select distinct coupon_id as id from coupon_redemption where order_id = any (${orders})`),
    ),
    emails: (column) => sql<boolean>`lower(${sql.ref(column)}) = any (${emails})`,
    users: among(users),
    accounts: among(
      await ids(sql`
        select id from credit_account where user_id = any (${users}) union select account_id from credit_movement where at > ${since}`),
    ),
    applications: among(
      await ids(sql`
        select id from credit_application where user_id = any (${users}) or greatest(applied_at, decided_at) > ${since}
        union select application_id from credit_decision where at > ${since}`),
    ),
    since: (column) => sql<boolean>`${sql.ref(column)} > ${since}`,
  };
}

const idsOf = async (tx: Tx, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(tx)).rows.map(({ id }) => id);

const peopleSince = (since: Date): RawBuilder<{ id: string }> => sql`
  select id from app_user where greatest(created_at, updated_at, disabled_at, deleted_at) > ${since}
  union select user_id from session where created_at > ${since}`;

/** An order has changed when anything that belongs to it has. Guest orders are matched by email address. */
const ordersSince = (since: Date, people: string[]): RawBuilder<{ id: string }> => sql`
  select id from shop_order where greatest(created_at, accepted_at, canceled_at, completed_at) > ${since}
  union select id from shop_order where user_id is null and lower(email) in (select email from app_user where id = any (${people}) and deleted_at is null)
  union select shop_order.id from cart join shop_order on shop_order.cart_id = cart.id where cart.updated_at > ${since}
  union select order_id from coupon_redemption where updated_at > ${since}
  union select order_id from invoice where greatest(created_at, issued_at, paid_at, closed_at) > ${since}
  union select order_id from payment where updated_at > ${since}
  union select order_id from payment where succeeded_at > ${since}
  union select order_id from payment join refund on payment_id = payment.id where refund.updated_at > ${since}
  union select order_id from payment join dispute on payment_id = payment.id where dispute.updated_at > ${since}
  union select order_id from invoice join credit_note on invoice_id = invoice.id where greatest(credit_note.issued_at, voided_at) > ${since}
  union select order_id from mail where created_at > ${since} and order_id is not null
  union select order_id from order_event where at > ${since}
  union select order_id from credit_movement where at > ${since} and order_id is not null
  union select object from audit_log where appended_at > ${since} and action in ('order_paid', 'order_on_credit')
  ${sql.join(
    limits.map(
      (limit) =>
        sql`union select order_id from invoice where paid_at > ${since}::timestamptz - ${limit} and paid_at <= now() - ${limit}`,
    ),
    sql` `,
  )}`;
