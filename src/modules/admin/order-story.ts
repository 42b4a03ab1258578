/** All that happened to one order, in the order in which it happened: what a person at the telephone needs on one screen. */
import { type Cents, cents, formatMoney } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type OrderEvent = { at: Date; what: string; detail: string };
export type OrderStory = { head: string[]; events: OrderEvent[] };

/** Null for an order that is not there. `number` as people see it is part of the answer. */
export async function readOrderStory(db: Database, orderId: string): Promise<OrderStory | null> {
  const order = await db.selectFrom('shop_order').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order === undefined) return null;
  const { rows: items } = await sql<{ name: string; total_cents: number }>`
    select name, total_cents from order_item where order_id = ${orderId} order by position`.execute(db);
  const { rows: invoices } = await sql<{
    number: string | null;
    kind: string;
    status: string;
    amount_cents: number;
    paid_cents: number;
    id: string;
  }>`
    select id, number, kind, status, amount_cents, paid_cents from invoice where order_id = ${orderId} order by created_at`.execute(db);
  const { rows: subscriptions } = await sql<{
    id: string;
    name: string;
    status: string;
    paid_until: Date;
    price_cents: number;
    card: string;
    subscription_ref: string | null;
  }>`
    select id, name, status, paid_until, price_cents, subscription_ref, concat_ws(' ', card_brand, card_last4) as card
    from subscription where order_id = ${orderId} order by id`.execute(db);
  const { rows: notes } = await sql<{ number: string; status: string; amount_cents: number; id: string }>`
    select credit_note.number, credit_note.status, credit_note.amount_cents, credit_note.id
    from credit_note join invoice on invoice.id = invoice_id where order_id = ${orderId} order by credit_note.issued_at`.execute(db);
  const owner = order.user_id === null ? 'guest' : `account ${order.user_id}`;
  return {
    head: [
      `S-${order.number}  ${order.status}  ${money(order.total_cents)}${order.discount_cents > 0 ? ` after ${money(order.discount_cents)} off` : ''}  ${orderId}`,
      `${order.first_name} ${order.last_name} <${order.email}>, ${order.country}, ${order.phone}  (${owner})`,
      ...items.map((item) => `  ${item.name}  ${money(item.total_cents)}`),
      ...subscriptions.map(
        (one) =>
          `subscription ${one.name}  ${one.status}  ${money(one.price_cents)}  paid until ${one.paid_until.toISOString().slice(0, 10)}  ${one.card}  ${one.subscription_ref ?? 'not at the processor'}  ${one.id}`,
      ),
      ...invoices.map(
        (invoice) =>
          `${invoice.kind === 'renewal' ? 'renewal ' : ''}invoice ${invoice.number ?? '(draft)'}  ${invoice.status}  ${money(invoice.paid_cents)} of ${money(invoice.amount_cents)} paid  ${invoice.id}`,
      ),
      ...notes.map((note) => `credit note ${note.number}  ${note.status}  ${money(note.amount_cents)}  ${note.id}`),
    ],
    events: await eventsOf(db, orderId),
  };
}

const money = (amountCents: number): string => formatMoney(cents(amountCents) as Cents);

/** Amounts come as cents in the text and are written as dollars by `money` in SQL's own format. */
async function eventsOf(db: Database, orderId: string): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    with pays as (select * from payment where order_id = ${orderId}), subs as (select * from subscription where order_id = ${orderId})
    select created_at as at, 'order placed' as what, coalesce('cart ' || cart_id, 'without a cart') as detail from shop_order where id = ${orderId}
    union all select accepted_at, 'order accepted', '' from shop_order where id = ${orderId} and accepted_at is not null
    union all select completed_at, 'order completed', '' from shop_order where id = ${orderId} and completed_at is not null
    union all select canceled_at, 'order canceled', coalesce(cancel_reason, '') from shop_order where id = ${orderId} and canceled_at is not null
    union all select created_at, 'payment opened', format('%s  %s  %s', id, coalesce(intent_ref, 'not at the processor'), to_char(amount_cents / 100.0, 'FM$999,990.00')) from pays
    union all select coalesce(succeeded_at, updated_at), 'payment ' || status, concat_ws('  ', id, decline_message, review_reason) from pays
      where status in ('succeeded', 'duplicate', 'review', 'canceled')
    union all select at, 'attempt ' || outcome, concat_ws('  ', attempt_ref, decline_code, bank_message, '3-D Secure: ' || three_d_secure, request_ref)
      from payment_attempt where payment_id in (select id from pays)
    union all select refund.created_at, 'refund ' || state, concat_ws('  ', refund.id, refund_ref, reason, to_char(amount_cents / 100.0, 'FM$999,990.00'))
      from refund where payment_id in (select id from pays)
    union all select created_at, 'dispute ' || status, concat_ws('  ', dispute_ref, reason, to_char(amount_cents / 100.0, 'FM$999,990.00'))
      from dispute where payment_id in (select id from pays)
    union all select issued_at, 'invoice issued', number from invoice where order_id = ${orderId} and issued_at is not null
    union all select credit_note.issued_at, 'credit note issued', concat_ws('  ', credit_note.number, to_char(credit_note.amount_cents / 100.0, 'FM$999,990.00'))
      from credit_note join invoice on invoice.id = invoice_id where order_id = ${orderId}
    union all select voided_at, 'credit note void', credit_note.number from credit_note join invoice on invoice.id = invoice_id
      where order_id = ${orderId} and voided_at is not null
    union all select at, 'history ' || kind, concat_ws('  ', nullif(subject, ''), mail_id) from order_event where order_id = ${orderId}
    union all select received_at, 'webhook ' || type, concat_ws('  ', event_id, case when done_at is null then 'not handled: ' || coalesce(error, 'not tried yet') end)
      from webhook_inbox where intent_ref in (select intent_ref from pays)
    union all select created_at, 'email ' || kind, concat_ws('  ', id, to_address,
        case when sent_at is not null then 'sent ' || to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') when failed_at is not null then 'given up' else 'not sent yet' end)
      from mail where order_id = ${orderId}
    union all select created_at, 'alarm ' || kind, detail from alarm
      where subject in (select id from pays) or subject in (select intent_ref from pays) or subject = ${orderId}
    union all select created_at, 'subscription sold', format('%s  %s a %s', id, to_char(price_cents / 100.0, 'FM$999,990.00'), period) from subs
    union all select cancel_asked_at, 'subscription canceled', id from subs where cancel_asked_at is not null
    union all select past_due_since, 'renewal failed', id from subs where past_due_since is not null
    union all select ended_at, 'subscription ' || status, concat_ws('  ', id, end_reason) from subs where ended_at is not null
    union all select decided_at, format('day %s: %s', day, outcome), concat_ws('  ', invoice_id, message)
      from dunning_try where decided_at is not null and invoice_id in (select id from invoice where order_id = ${orderId})
    union all select created_at, 'alarm ' || kind, detail from alarm where subject in (select id from subs) or subject in (select subscription_ref from subs)
    union all select at, 'audit ' || action, coalesce(actor_id, 'the shop itself') from audit_log where object in (select id from subs)
    union all select at, 'audit ' || action, coalesce(actor_id, 'the shop itself') from audit_log where object = ${orderId} or object in (select id from pays)
    order by at`.execute(db);
  return rows;
}

/** As the terminal shows it; what people typed is quoted by JSON, so that it cannot move the cursor. */
export const describeStory = ({ head, events }: OrderStory): string[] => [
  ...head.map(plain),
  '',
  ...events.map(({ at, what, detail }) => plain(`${at.toISOString().slice(0, 19).replace('T', ' ')}  ${what.padEnd(34)}  ${detail}`)),
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal.
const plain = (line: string): string => line.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
