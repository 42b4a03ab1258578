/** SQL for the history of one order in chronological order. Read only. */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type StoryKind =
  | 'order'
  | 'payment'
  | 'attempt'
  | 'refund'
  | 'dispute'
  | 'invoice'
  | 'credit_note'
  | 'subscription'
  | 'email'
  | 'webhook'
  | 'report'
  | 'alarm'
  | 'audit'
  | 'note';

export type StoryEvent = {
  at: Date;
  kind: StoryKind;
  /** Such as `attempt declined`. */
  what: string;
  detail: string;
  tone: 'plain' | 'good' | 'bad' | 'waiting';
  amount_cents: number | null;
  subject: string | null;
  actor_id: string | null;
  actor_name: string | null;
};

/**
 * Oldest first. The database clock and ours may differ slightly, so no event is dated before the order was
 * placed.
 */
export async function eventsOf(db: Database, orderId: string): Promise<StoryEvent[]> {
  const { rows } = await sql<StoryEvent>`
    with pays as (select * from payment where order_id = ${orderId}), subs as (select * from subscription where order_id = ${orderId}),
    entry as (${lifeOf(orderId)} union all ${moneyOf()} union all ${documentsOf(orderId)} union all ${messagesOf(orderId)} union all ${worriesOf(orderId)})
    select entry.*, nullif(trim(concat_ws(' ', first_name, last_name)), '') as actor_name
    from entry left join app_user on app_user.id = actor_id
    order by what <> 'order placed', at, kind, what, subject`.execute(db);
  return rows;
}

const lifeOf = (orderId: string) => sql`
    select created_at as at, 'order' as kind, 'order placed' as what, coalesce('Cart ' || cart_id, 'No cart') as detail, 'plain' as tone,
      total_cents as amount_cents, id as subject, null as actor_id from shop_order where id = ${orderId}
    union all select accepted_at, 'order', 'order accepted', '', 'good', null, id, null from shop_order where id = ${orderId} and accepted_at is not null
    union all select completed_at, 'order', 'order completed', '', 'good', null, id, null from shop_order where id = ${orderId} and completed_at is not null
    union all select canceled_at, 'order', 'order canceled', coalesce(replace(cancel_reason, '_', ' '), ''), 'plain', null, id, null
      from shop_order where id = ${orderId} and canceled_at is not null
    union all select at, 'order', 'history ' || order_event.kind, coalesce(nullif(order_event.subject, ''), ''), 'plain', amount_cents, mail_id, null
      from order_event where order_id = ${orderId}
    union all select created_at, 'subscription', 'subscription sold', format('%s, a %s', name, period), 'plain', price_cents, id, null from subs
    union all select cancel_asked_at, 'subscription', 'subscription canceled', name, 'plain', null, id, null from subs where cancel_asked_at is not null
    union all select past_due_since, 'subscription', 'renewal failed', name, 'bad', null, id, null from subs where past_due_since is not null
    union all select ended_at, 'subscription', 'subscription ' || status, concat_ws(', ', name, end_reason), 'plain', null, id, null from subs where ended_at is not null
    union all select created_at, 'note', 'note', text, 'plain', null, id, author_id from staff_note where about_kind = 'order' and about_id = ${orderId}`;

const moneyOf = () => sql`
    select created_at, 'payment', 'payment opened', coalesce(intent_ref, 'not at the processor'), 'plain', amount_cents, id, null from pays
    union all select coalesce(succeeded_at, updated_at), 'payment', 'payment ' || status, concat_ws('  ', decline_message, review_reason),
      case status when 'succeeded' then 'good' when 'canceled' then 'plain' else 'bad' end, amount_cents, id, null from pays
      where status in ('succeeded', 'duplicate', 'review', 'canceled')
    union all select at, 'attempt', 'attempt ' || outcome, concat_ws('  ', decline_code, bank_message, '3-D Secure: ' || three_d_secure, request_ref),
      case outcome when 'succeeded' then 'good' else 'bad' end, null, attempt_ref, null
      from payment_attempt where payment_id in (select id from pays)
    union all select refund.created_at, 'refund', 'refund ' || state, concat_ws('  ', refund_ref, reason),
      case state when 'succeeded' then 'good' when 'failed' then 'bad' else 'waiting' end, amount_cents, refund.id, null
      from refund where payment_id in (select id from pays)
    union all select created_at, 'dispute', 'dispute ' || status, replace(reason, '_', ' '), case when status = 'won' then 'good' else 'bad' end,
      amount_cents, dispute_ref, null from dispute where payment_id in (select id from pays)`;

const documentsOf = (orderId: string) => sql`
    select issued_at, 'invoice', 'invoice issued', number, 'plain', amount_cents, id, null
      from invoice where order_id = ${orderId} and issued_at is not null
    union all select credit_note.issued_at, 'credit_note', 'credit note issued', credit_note.number, 'plain', credit_note.amount_cents, credit_note.id, null
      from credit_note join invoice on invoice.id = invoice_id where order_id = ${orderId}
    union all select voided_at, 'credit_note', 'credit note void', credit_note.number, 'plain', credit_note.amount_cents, credit_note.id, null
      from credit_note join invoice on invoice.id = invoice_id where order_id = ${orderId} and voided_at is not null
    union all select decided_at, 'subscription', format('day %s: %s', day, outcome), coalesce(message, ''),
      case outcome when 'paid' then 'good' else 'bad' end, null, invoice_id, null
      from dunning_try where decided_at is not null and invoice_id in (select id from invoice where order_id = ${orderId})`;

const messagesOf = (orderId: string) => sql`
    select received_at, 'webhook', 'webhook ' || type, concat_ws('  ', event_id, case when done_at is null then 'not processed: ' || coalesce(error, 'not tried yet') end),
      case when done_at is null then 'bad' else 'plain' end, null, event_id, null
      from webhook_inbox where intent_ref in (select intent_ref from pays)
    union all select created_at, 'email', 'email ' || kind, concat_ws('  ', case when copy_of is not null then 'resent' end, subject, to_address,
        case when sent_at is not null then to_char(sent_at at time zone 'UTC', '"sent" YYYY-MM-DD"T"HH24:MI:SS"Z"') when failed_at is not null then 'failed' else 'not sent yet' end),
      case when sent_at is not null then 'plain' when failed_at is not null then 'bad' else 'waiting' end, null, id, null
      from mail where order_id = ${orderId}
    union all select happened_at, 'report', 'report ' || kind, concat_ws('  ', replace(state, '_', ' '), reason),
      case state when 'accepted' then 'good' when 'rejected' then 'bad' when 'disputed' then 'bad' when 'not_reported' then 'plain' else 'waiting' end,
      amount_cents, id, null from reporting_item where order_id = ${orderId}`;

/** Alarms and audit entries about the order, its payments, their refunds, and its subscriptions. */
const worriesOf = (orderId: string) => sql`
    select created_at, 'alarm', 'alarm ' || kind, detail, case when resolved_at is null then 'bad' else 'plain' end, null, subject, null from alarm
      where subject in (select id from pays) or subject in (select intent_ref from pays) or subject = ${orderId}
        or subject in (select id from subs) or subject in (select subscription_ref from subs)
    union all select at, 'audit', 'audit ' || action, case when actor_id is null then 'System' else '' end, 'plain', null, object, actor_id from audit_log
      where object = ${orderId} or object in (select id from pays) or object in (select id from subs)
        or object in (select id from refund where payment_id in (select id from pays))`;
