/** Queries per user, per order, or per night each use an index instead of scanning a whole table. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from './builders/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

const longAgo = `timestamptz '2020-01-01'`;

test.each([
  ['payment_by_order', `select id from payment where order_id = 'x' order by created_at desc`],
  ['payment_succeeded', `select id from payment where succeeded_at >= ${longAgo}`],
  ['mail_by_order', `select id from mail where order_id = 'x'`],
  ['audit_log_by_object', `select id from audit_log where object = 'x'`],
  ['audit_log_by_act', `select id from audit_log where action = 'x' order by id desc limit 51`],
  ['audit_log_by_at', `select id from audit_log where at >= ${longAgo} and at < ${longAgo}`],
  [
    'coupon_redemption_held',
    `select order_id from coupon_redemption where state = 'reserved' and updated_at < ${longAgo}`,
  ],
  [
    'purchase_request_by_order',
    `select key from purchase_request where order_id = 'x' order by created_at desc limit 1`,
  ],
  ['cart_of_guest', `select id from cart where user_id is null and lower(email) = 'x'`],
  ['mail_by_address', `select subject from mail where lower(to_address) = 'x'`],
  ['mail_by_answer_address', `select id from mail where lower(to_address) = 'x' or lower(reply_to) = 'x'`],
  ['audit_log_by_actor', `select id from audit_log where effective_id = 'x' or actor_id = 'x'`],
  ['session_by_end', `select id from session where least(expires_at, revoked_at) < ${longAgo}`],
  ['one_time_token_by_end', `select id from one_time_token where expires_at < ${longAgo}`],
  ['one_time_token_by_user', `select id from one_time_token where user_id = 'x'`],
  [
    'webhook_inbox_by_intent',
    `select event_id from webhook_inbox where intent_ref = 'x' or object_ref = 'x'`,
  ],
  [
    'webhook_inbox_by_object',
    `select event_id from webhook_inbox where intent_ref = 'x' or object_ref = 'x'`,
  ],
  ['shop_order_by_email', `select id from shop_order where lower(email) = any('{x,y}')`],
  ['shop_order_by_user', `select id from shop_order where user_id = any('{x,y}')`],
  [
    'shop_order_by_age',
    `select id from shop_order where (created_at, id) < (${longAgo}, 'x') order by created_at desc, id desc limit 51`,
  ],
  [
    'shop_order_by_status',
    `select id from shop_order where shown_status = 'disputed' and (created_at, id) < (${longAgo}, 'x') order by created_at desc, id desc limit 51`,
  ],
  [
    'shop_order_by_amount',
    `select id from shop_order where (total_cents, id) > (1, 'x') order by total_cents, id limit 51`,
  ],
  [
    'shop_order_under_way',
    `select id from shop_order where status = 'in_progress' order by created_at desc, id desc limit 51`,
  ],
  [
    'shop_order_by_kind',
    `select id from shop_order where kind = 'credit' order by created_at desc, id desc limit 51`,
  ],
  [
    'staff_note_by_subject',
    `select id from staff_note where about_kind = 'order' and about_id = 'x' order by created_at`,
  ],
  [
    'picture_ready',
    `select id from picture where state = 'ready' order by created_at desc, id desc limit 51`,
  ],
  ['shop_order_by_acceptance', `select count(*) from shop_order where accepted_at >= ${longAgo}`],
  ['cart_by_creation', `select count(*) from cart where created_at >= ${longAgo}`],
  ['refund_by_age', `select sum(amount_cents) from refund where created_at >= ${longAgo}`],
  [
    'refund_by_state',
    `select id from refund where state = 'failed' order by created_at desc, id desc limit 51`,
  ],
  ['dispute_by_age', `select dispute_ref from dispute order by created_at desc, dispute_ref desc limit 51`],
  [
    'dispute_by_deadline',
    `select dispute_ref from dispute where not closed order by answer_order, dispute_ref limit 51`,
  ],
  [
    'payment_in_review',
    `select sum(received_cents) from payment where status = 'review' and created_at >= ${longAgo}`,
  ],
  ['processor_fee_by_time', `select sum(amount_cents) from processor_fee where taken_at >= ${longAgo}`],
  ['invoice_by_issue', `select sum(amount_cents) from invoice where issued_at >= ${longAgo}`],
  [
    'reporting_item_rejected',
    `select id from reporting_item where state = 'rejected' and changed_at > ${longAgo}`,
  ],
  ['dispute_open', `select dispute_ref from dispute where not closed order by created_at`],
  [
    'credit_application_by_age',
    `select id from credit_application where (applied_at, id) < (${longAgo}, 'x') order by applied_at desc, id desc limit 51`,
  ],
  [
    'credit_application_by_state',
    `select id from credit_application where state = 'in_review' order by applied_at, id limit 51`,
  ],
  [
    'credit_account_by_age',
    `select id from credit_account where (opened_at, id) < (${longAgo}, 'x') order by opened_at desc, id desc limit 51`,
  ],
  [
    'credit_account_by_owed',
    `select id from credit_account where (owed_cents, id) < (7::integer, 'x') order by owed_cents desc, id desc limit 51`,
  ],
  [
    'credit_account_by_status',
    `select id from credit_account where status = 'open' order by opened_at desc, id desc limit 51`,
  ],
  [
    'credit_account_by_status_and_owed',
    `select id from credit_account where status = 'open' order by owed_cents desc, id desc limit 51`,
  ],
  [
    'app_user_by_age',
    `select id from app_user where role = 'customer' and deleted_at is null order by created_at desc, id desc limit 51`,
  ],
  [
    'app_user_by_country',
    `select id from app_user where role = 'customer' and deleted_at is null and country = 'GH' order by created_at desc, id desc limit 51`,
  ],
  [
    'contact_message_by_age',
    `select id from contact_message where (received_at, id) < (${longAgo}, 'x') order by received_at desc, id desc limit 51`,
  ],
  [
    'contact_message_by_state',
    `select id from contact_message where state = 'open' order by received_at desc, id desc limit 51`,
  ],
  [
    'contact_message_of_person',
    `select id from contact_message where state = 'open' and assigned_to = 'x' order by received_at desc, id desc limit 51`,
  ],
  ['mail_by_contact_message', `select id from mail where contact_message_id = 'x' order by created_at`],
  ['contact_answer_by_message', `select id from contact_answer where message_id = 'x' order by written_at`],
  ['bulk_row_by_subject', `select act_id from bulk_row where subject = 'x' and state = 'waiting'`],
  [
    'post_by_change',
    `select id from post where (changed_at, id) < (${longAgo}, 'x') order by changed_at desc, id desc limit 51`,
  ],
  [
    'post_public',
    `select id from post where public_id is not null order by changed_at desc, id desc limit 51`,
  ],
  [
    'post_in_work',
    `select id from post where public_id is null and publish_at is null order by changed_at desc, id desc limit 51`,
  ],
  ['post_scheduled', `select id from post where publish_at is not null order by publish_at, id limit 51`],
  [
    'webhook_inbox_by_age',
    `select event_id from webhook_inbox where received_at < ${longAgo} and done_at is not null limit 1000`,
  ],
  ['consent_by_email', `select id from consent where lower(email) = 'x'`],
])('%s exists for its query', async (index, question) => {
  const plan = await database.db.transaction().execute(async (tx) => {
    // Test tables are so small that a sequential scan is always cheapest.
    await sql`set local enable_seqscan = off`.execute(tx);
    // Sorting is disabled too: a long list must come from its index in display order.
    await sql`set local enable_sort = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(question)}`.execute(tx);
  });
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});

/** Tables that the daily clean-up deletes from. */
const shrinking = [
  'app_user',
  'cart',
  'cart_reminder',
  'contact_message',
  'mail',
  'one_time_token',
  'reminder_address',
  'session',
];
/** Tables with as few rows as staff create by hand. */
const fewRows = [
  ...[
    'alarm_recipient',
    'answer_template',
    'audit_check',
    'booster',
    'booster_price',
    'coupon',
    'email_words',
    'impersonation_grant',
    'picture',
  ],
  ...['post', 'post_revision', 'price_change', 'product', 'product_price', 'setting', 'staff_export'],
];

test('every reference to a deletable row has an index', async () => {
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || '.' || attname as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid::regclass::text = any(${shrinking}) and conrelid::regclass::text <> all(${fewRows})
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
    order by 1`.execute(database.db);
  expect(rows).toEqual([]);
});
