/**
 * Invariants of work: what must have happened by now, and what accounts and the audit log guarantee. Time
 * limits are longer than any retry, so a violation means that the retries themselves failed.
 */
import { isWaiting } from '#modules/mail/store.ts';
import { chainedWithinSeconds } from '#platform/audit-chain.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './changes.ts';

/**
 * `of` narrows a query to recent changes, and is always true in a full check, so both checks share one query.
 * Queries without `of` check everything each time; an index covers only their few rows.
 */
export type Question = {
  invariant: string;
  ask: (of: Scope) => RawBuilder<{ subject: string; detail: string }>;
};

/** When this database got a migration, or the baseline that replaces it. */
const sinceMigration = (name: string): RawBuilder<Date> =>
  sql`(select min(applied_at) from schema_migration where name in (${sql.lit(name)}, '0142_baseline'))`;

/**
 * Older versions did not record what happened at the processor, and the audit log is never written
 * retroactively.
 */
const sinceWrittenDown = sinceMigration('0016_fewer_round_trips.sql');

export const questionsOfWork: Question[] = [
  {
    invariant: 'I9 a webhook event is handled within two hours',
    ask: () => sql`
      select event_id as subject, format('%s, tried %s times: %s', type, attempts, coalesce(error, 'no error')) as detail
      from webhook_inbox where done_at is null and received_at < now() - interval '2 hours'`,
  },
  {
    // Retried for five days, since one full mailbox is no emergency. Then a sweep marks it failed and raises
    // an alarm.
    invariant: 'I10 an email is sent or given up within six days',
    ask: () => sql`
      select id as subject, format('%s, written %s', kind, created_at) as detail
      from mail where ${isWaiting} and created_at < now() - interval '6 days'`,
  },
  {
    // A cart reminder may also be withdrawn, which needs no alarm.
    invariant: 'I10 an email that was given up raised an alarm',
    ask: (of) => sql`
      select id as subject, format('%s, given up %s', kind, failed_at) as detail
      from mail where ${of.since('failed_at')} and failed_at is not null and kind <> 'cart_reminder'
        and not exists (select from alarm where alarm.kind = 'mail_undeliverable' and alarm.subject = mail.id)`,
  },
  {
    invariant: 'I10 each change of an order is in its history',
    ask: (of) => sql`
      with change as (
        select id as order_id, 'completed' as kind, '' as subject from shop_order where ${of.orders('id')} and completed_at <> accepted_at
        union all select id, 'canceled', '' from shop_order where ${of.orders('id')} and status = 'canceled'
        union all
        select order_id, case refund.state when 'pending' then 'refund_started' else 'refunded' end, refund.id
        from refund join payment on payment.id = payment_id
        where ${of.orders('payment.order_id')} and payment.status = 'succeeded' and reason <> 'duplicate' and refund.state in ('pending', 'succeeded')
        union all
        select order_id, case when dispute.status in ('won', 'lost') then 'dispute_' || dispute.status else 'dispute_opened' end, dispute_ref
        from dispute join payment on payment.id = payment_id where ${of.orders('payment.order_id')} and dispute.status not like 'warning%' and dispute.status <> 'prevented')
      select order_id as subject, concat_ws(' ', kind, subject) as detail from change
      where not exists (
        select from order_event where order_event.order_id = change.order_id and order_event.kind = change.kind
          and order_event.subject = change.subject)`,
  },
  {
    // Some events need no email: those that were over before we received them, and those without an address
    // left.
    invariant: 'I10 a completed or refunded order has its email to the customer',
    ask: (of) => sql`
      select order_event.order_id as subject, concat_ws(' ', order_event.kind, order_event.subject, coalesce(mail.kind, 'no email')) as detail
      from order_event join shop_order on shop_order.id = order_event.order_id left join mail on mail.id = mail_id
      where ${of.orders('order_event.order_id')} and order_event.kind in ('completed', 'refunded') and shop_order.email <> 'deleted@account.invalid'
        and order_event.at >= ${sinceMigration('0034_credit_notes.sql')}
        and not exists (select from refund where refund.id = order_event.subject and is_silent)
        and (mail.id is null or mail.order_id is distinct from order_event.order_id
          or mail.kind <> case order_event.kind when 'completed' then 'order_completed' else 'refunded' end)`,
  },
  {
    invariant: 'I13 a session whose old token was reused has ended',
    ask: (of) => sql`
      select session.id as subject, format('reused %s, still active', audit_log.at) as detail
      from audit_log join session on session.id = audit_log.object
      where ${of.since('audit_log.appended_at')} and audit_log.action = 'refresh_token_reused' and session.revoked_at is null`,
  },
  {
    invariant: 'I13 a disabled or deleted account has no session',
    ask: (of) => sql`
      select session.id as subject, format('of account %s, which is %s', app_user.id, case when deleted_at is null then 'disabled' else 'deleted' end) as detail
      from session join app_user on app_user.id = session.user_id
      where ${of.users('app_user.id')} and session.revoked_at is null and (app_user.disabled_at is not null or app_user.deleted_at is not null)`,
  },
  {
    invariant: 'I14 a one-time token is used once, before it expires, and never after a newer one',
    ask: () => sql`
      select id as subject, format('%s, used %s, expired %s, voided %s', purpose, used_at, expires_at, coalesce(voided_at::text, 'never')) as detail
      from one_time_token where used_at >= expires_at or used_at > voided_at`,
  },
  {
    invariant: 'I15 a refund is settled within days',
    ask: () => sql`
      select id as subject, format('%s since %s', state, created_at) as detail
      from refund
      where (state = 'creating' and created_at < now() - interval '2 days') or (state = 'pending' and created_at < now() - interval '14 days')`,
  },
  {
    invariant: 'I18 a paid order or credit order has exactly one audit entry',
    ask: (of) => sql`
      select shop_order.id as subject, format('%s of %s cents, rows %s', shop_order.status, total_cents, count(audit_log.id)) as detail
      from shop_order left join audit_log on audit_log.object = shop_order.id and audit_log.action = case shop_order.kind when 'credit' then 'order_on_credit' else 'order_paid' end
      where ${of.orders('shop_order.id')}
      group by shop_order.id
      having count(audit_log.id) <> case when shop_order.accepted_at is not null and total_cents > 0 then 1 else 0 end`,
  },
  {
    invariant: 'I18 a refund has exactly one audit entry',
    ask: (of) => sql`
      select refund.id as subject, format('%s, rows %s', refund.reason, count(audit_log.id)) as detail
      from refund left join audit_log on audit_log.object = refund.id
        and audit_log.action = case refund.reason
          when 'requested' then 'refund_requested' when 'duplicate' then 'refund_automatic' else 'refund_at_processor' end
      where ${of.payments('refund.payment_id')} and (refund.reason <> 'processor' or refund.created_at >= ${sinceWrittenDown})
      group by refund.id having count(audit_log.id) <> 1`,
  },
  {
    invariant: 'I18 a dispute has exactly one audit entry',
    ask: (of) => sql`
      select dispute_ref as subject, format('%s, rows %s', status, count(audit_log.id)) as detail
      from dispute left join audit_log on audit_log.object = dispute_ref and audit_log.action = 'dispute_opened'
      where ${of.payments('dispute.payment_id')} and dispute.created_at >= ${sinceWrittenDown}
      group by dispute_ref having count(audit_log.id) <> 1`,
  },
  {
    // Uses the database clock: the shop clock of a demo may be shifted.
    invariant: 'I18 an audit entry is chained within a minute',
    ask: () => sql`
      select id::text as subject, format('%s, waiting since %s', action, appended_at) as detail
      from audit_log where position is null and appended_at < now() - ${chainedWithinSeconds} * interval '1 second'`,
  },
  {
    invariant: 'I20 no page of the database has failed its checksum',
    ask: () => sql`
      select datname as subject, format('%s pages, the last %s', checksum_failures, checksum_last_failure) as detail
      from pg_stat_database where datname = current_database() and checksum_failures > 0`,
  },
];
