/** SQL that finds the records behind audit entries: their names and console addresses. */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type About = { name: string | null; address: string };

/**
 * Looks up the `object` ids of entries. Deleted records and records without a screen are omitted. Every part
 * uses a primary key.
 */
export async function recordsOf(db: Database, objects: readonly string[]): Promise<Map<string, About>> {
  const ids = [...new Set(objects)];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<About & { object: string }>`
    with asked as (select unnest(${ids}::text[]) as object)
    select object, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name,
        case when role = 'customer' then 'customers/' else 'settings/staff/' end || object as address
      from asked join app_user on app_user.id = object where deleted_at is null
    union all select object, 'S-' || number, 'orders/' || object from asked join shop_order on shop_order.id = object
    union all select object, coalesce(invoice.number, 'Invoice'), 'orders/' || order_id from asked join invoice on invoice.id = object
    union all select object, 'Payment', 'orders/' || order_id from asked join payment on payment.id = object
    union all select object, 'Refund', 'orders/' || order_id from asked join refund on refund.id = object join payment on payment.id = payment_id
    union all select object, 'Credit account', 'credit/accounts/' || object from asked join credit_account on credit_account.id = object
    union all select object, 'Application', 'credit/' || object from asked join credit_application on credit_application.id = object
    union all select object, 'Cart', 'carts/' || object from asked join cart on cart.id = object
    union all select object, name, 'catalog/products/' || object from asked join product on product.id = object
    union all select object, coalesce(nullif(title, ''), 'Untitled'), 'content/posts/' || object from asked join post on post.id = object
    union all select object, title, 'catalog/boosters/' || object from asked join booster on booster.id = object
    union all select object, concat_ws(' ', 'Message of', nullif(trim(first_name), ''), nullif(trim(last_name), '')), 'messages/' || object
      from asked join contact_message on contact_message.id = object
    union all select object, name, 'messages/templates/' || object from asked join answer_template on answer_template.id = object
    union all select object, coalesce(nullif(legal_name, ''), 'Business'), 'customers/' || user_id from asked join company on company.id = object
    union all select object, 'Connection with Factiiv', 'customers/' || user_id from asked join bureau_connection on bureau_connection.id = object
    union all select object, code, 'catalog/coupons/' || coupon.id from asked join coupon on coupon.code = object`.execute(
    db,
  );
  return new Map(rows.map(({ object, name, address }) => [object, { name, address }]));
}
