/**
 * Rows of a shop of any size, so its calls can be timed at two sizes. Each customer has three orders from
 * `console-rows.ts` and the rows that a shop writes with every order. Nothing is due and nothing expired is
 * left, so a sweep finds only what the benchmark's lifecycles created.
 */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import { fillConsole } from './console-rows.ts';

/**
 * Every table that is written with an order or a customer and read by a call or a job. Emails are left out,
 * because their text would be most of the bytes.
 */
const beside = [
  sql`insert into session (id, user_id, rotated_at, created_at, last_used_at, expires_at, ends_at)
    select 'ses_' || id, id, created_at, created_at, created_at, created_at + interval '400 days', created_at + interval '400 days' from app_user where id like 'usr_%'`,
  sql`insert into cart_item (cart_id, product_id, position) select id, 'ein-filing', 0 from cart where id like 'crt_%'`,
  sql`insert into webhook_inbox (event_id, type, object_ref, intent_ref, event_created, payload, received_at, attempts, done_at)
    select 'evt_' || id, 'payment_intent.succeeded', intent_ref, intent_ref, created_at, case when created_at > now() - interval '80 days' then '{}' else '' end,
      created_at, 1, created_at from payment where id like 'pay_%'`,
  sql`insert into effect (order_id, kind, created_at, done_at)
    select id, 'receipt', accepted_at, accepted_at from shop_order where id like 'ord_%' and accepted_at is not null`,
  sql`insert into purchase_request (actor, key, fingerprint, order_id, created_at)
    select user_id, 'key-' || id, id, id, now() - interval '1 day' from shop_order where id like 'ord_%' and number % 365 = 0`,
  sql`insert into audit_log (at, ip, route, action, object, detail, mac, position, previous_hash, hash, appended_at)
    select created_at, '', '', 'order_paid', id, '{}', 'x', row_number() over (order by created_at, id), 'before ' || id, 'hash ' || id, created_at
    from shop_order where id like 'ord_%'`,
  sql`insert into subscription (id, order_id, product_id, name, price_cents, period, status, renews, started_at, first_renewal_at, paid_until, billing_email, bill_to,
      customer_ref, card_ref, card_brand, card_last4, subscription_ref, created_at, terms_version, terms_agreed_at)
    select 'sub_' || id, id, 'us-business-address', 'US Business Address', 2900, 'month', 'active', true, created_at, created_at + interval '1 month',
      now() + interval '20 days', email, '{}', 'cus_' || id, 'pm_' || id, 'visa', '4242', 'sub_ref_' || id, created_at, '1', created_at
    from shop_order where id like 'ord_%' and status = 'completed' and (number % 10) = 0`,
  sql`insert into credit_movement (account_id, key, kind, limit_cents, available_cents, hold_cents, owed_cents, reason, rule_version, inputs, at)
    select id, 'approved:' || id, 'approved', -50000, 50000, 0, 0, 'for_the_bench', '1', '{}', opened_at from credit_account where id like 'cra_%'`,
];

export async function fillGrowth(db: Database, customers: number): Promise<void> {
  // Older than what is compared with the processor, which has none of these orders.
  await fillConsole(db, 3 * customers, 45);
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const statement of beside) await statement.execute(connection);
    await sql`update shop_order set status = 'canceled', canceled_at = created_at + interval '2 days', cancel_reason = 'expired'
      where id like 'ord_%' and status = 'awaiting_payment'`.execute(connection);
    await sql`update cart set status = 'lost' where id like 'crt_%' and status = 'pending'`.execute(
      connection,
    );
    await sql`delete from alarm`.execute(connection);
    await sql`update dispute set status = 'lost', closed = true where not closed`.execute(connection);
    await sql`update refund set state = 'succeeded' where state <> 'succeeded'`.execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}
