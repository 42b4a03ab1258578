/**
 * SQL for work that needs a person. Each query uses an index of open rows, so it stays fast at any shop size.
 */
import { countAtMost } from '#contract/admin/list.ts';
import { isOnItsWay } from '#modules/admin/messages/answer-store.ts';
import { isWaiting } from '#modules/mail/store.ts';
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

export type TodoRow = {
  id: string;
  title: string;
  detail: string;
  at: Date;
  amount_cents: number | null;
  opens: string;
  kind: string | null;
};
export type Todo = { count: number; rows: TodoRow[] };

const shown = 5;

/** Oldest first. */
async function ask(db: Database, question: RawBuilder<unknown>): Promise<Todo> {
  const [{ rows }, counted] = await Promise.all([
    sql<TodoRow>`select * from (${question}) as found order by at, id limit ${shown}`.execute(db),
    sql<{
      count: number;
    }>`select count(*)::int as count from (select from (${question}) as found limit ${countAtMost + 1}) as counted`.execute(
      db,
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** These alarms have a separate section on this screen, so they are not listed twice. */
const elsewhere = ['mail_undeliverable', 'order_overdue', 'dispute_opened', 'report_disputed'];

/** An alarm's subject is an order, one of its payments, or the processor's id of one. */
const orderOfAlarm = sql`coalesce(
  (select id from shop_order where id = alarm.subject), (select order_id from payment where id = alarm.subject or intent_ref = alarm.subject limit 1),
  (select order_id from subscription where id = alarm.subject limit 1), '')`;

export const alarms = (db: Database): Promise<Todo> =>
  ask(
    db,
    // Staff know orders by number, but alarm texts contain the id.
    sql`select subject as id, replace(raised.kind, '_', ' ') as title, coalesce(replace(detail, shop_order.id, 'S-' || number), detail) as detail,
        raised.created_at as at, null::int as amount_cents, opens, raised.kind
      from (select alarm.*, ${orderOfAlarm} as opens from alarm where resolved_at is null and kind <> all(${elsewhere})) as raised
      left join shop_order on shop_order.id = opens`,
  );

export const applications = (db: Database): Promise<Todo> =>
  ask(
    db,
    sql`select credit_application.id, legal_name as title, email as detail, applied_at as at, null::int as amount_cents, credit_application.id as opens, null as kind
      from credit_application join company on company.id = company_id join app_user on app_user.id = credit_application.user_id
      where credit_application.state = 'in_review'`,
  );

export const disputes = (db: Database): Promise<Todo> =>
  ask(
    db,
    sql`select dispute_ref as id, 'S-' || number as title, replace(reason, '_', ' ') as detail, dispute.created_at as at, dispute.amount_cents, order_id as opens, null as kind
      from dispute join payment on payment.id = payment_id join shop_order on shop_order.id = order_id where not closed`,
  );

/** Messages without an answer. */
export const messages = (db: Database): Promise<Todo> =>
  ask(
    db,
    sql`select id, trim(concat_ws(' ', first_name, last_name)) as title, left(regexp_replace(message, '\\s+', ' ', 'g'), 120) as detail, received_at as at,
        null::int as amount_cents, id as opens, null as kind
      from contact_message where state = 'open'
        and not exists (select from contact_answer where message_id = contact_message.id and (contact_answer.sent_at is not null or ${isOnItsWay}))`,
  );

/** Failed for good, or not accepted by the mail server for 15 minutes. */
export const emails = (db: Database, now: Date): Promise<Todo> =>
  ask(
    db,
    sql`select mail.id, mail.subject as title, to_address as detail, mail.created_at as at, null::int as amount_cents, coalesce(order_id, contact_message_id, '') as opens, alarm.kind
      from alarm join mail on mail.id = alarm.subject where alarm.kind = 'mail_undeliverable' and resolved_at is null
      union all
      select id, subject, to_address, created_at, null, coalesce(order_id, contact_message_id, ''), null from mail
      where ${isWaiting} and created_at < ${new Date(now.getTime() - 900_000)}`,
  );

/** Disputed by the customer, or rejected in the last 30 days. */
export const reports = (db: Database, now: Date): Promise<Todo> =>
  ask(
    db,
    sql`select id, 'Disputed by the customer' as title, dispute_message as detail, disputed_at as at, amount_cents, user_id as opens, null as kind
      from reporting_item where answered_at is null and disputed_at is not null
      union all
      select id, 'Rejected by Factiiv', coalesce(reason, ''), changed_at, amount_cents, user_id, null
      from reporting_item where state = 'rejected' and changed_at > ${new Date(now.getTime() - 30 * 86_400_000)}`,
  );

export const overdueInvoices = (db: Database, now: Date): Promise<Todo> =>
  ask(
    db,
    sql`select invoice.id, invoice.number as title, trim(concat_ws(' ', first_name, last_name)) as detail,
        due_on::timestamp at time zone 'UTC' as at, invoice.amount_cents - invoice.paid_cents as amount_cents, coalesce(user_id, order_id) as opens, null as kind
      from invoice join shop_order on shop_order.id = order_id
      where invoice.kind = 'net30' and invoice.status = 'open' and due_on < ${now.toISOString().slice(0, 10)}::date`,
  );

export const overdueOrders = (db: Database, before: Date): Promise<Todo> =>
  ask(
    db,
    sql`select id, 'S-' || number as title, trim(concat_ws(' ', first_name, last_name)) as detail, accepted_at as at, total_cents as amount_cents, id as opens, null as kind
      from shop_order where status = 'in_progress' and after_sale not in ('canceled', 'refunded') and accepted_at < ${before}`,
  );
