/**
 * Invariants between subscriptions, their periods, and the invoices of those periods. Each query must return
 * no rows.
 */
import { sql } from 'kysely';
import type { Question } from './of-work.ts';

export const questionsOfSubscriptions: Question[] = [
  {
    invariant: 'I15 each paid subscription item has its subscription, and nothing else has one',
    ask: (of) => sql`
      select order_item.order_id as subject, format('%s, order %s, subscriptions %s', order_item.product_id, shop_order.status, count(subscription.id)) as detail
      from order_item join shop_order on shop_order.id = order_id
      left join subscription on subscription.order_id = order_item.order_id and subscription.product_id = order_item.product_id
      where ${of.orders('order_item.order_id')}
      group by order_item.order_id, order_item.product_id, order_item.kind, subscription_period, shop_order.status
      having count(subscription.id) <>
        case when order_item.kind = 'subscription' and subscription_period is not null and shop_order.status in ('in_progress', 'completed') then 1 else 0 end`,
  },
  {
    invariant: 'I15 a subscription is paid to the end of its last consecutive period',
    ask: (of) => sql`
      with recursive paid as (
        select id as subscription_id, first_renewal_at as until from subscription where ${of.orders('order_id')}
        union all
        select paid.subscription_id, invoice.period_end from paid
        join invoice on invoice.subscription_id = paid.subscription_id and invoice.status = 'paid' and invoice.period_start = paid.until)
      select subscription.id as subject, format('paid until %s, its invoices say %s', paid_until, max(paid.until)) as detail
      from subscription join paid on paid.subscription_id = subscription.id
      group by subscription.id having paid_until <> max(paid.until)`,
  },
  {
    // A later period is paid before an earlier one only while the earlier one's event is still on its way.
    invariant: 'I15 no paid period follows a missing one',
    ask: (of) => sql`
      select subscription.id as subject, format('paid until %s, and %s is paid', paid_until, invoice.period_start) as detail
      from subscription join invoice on invoice.subscription_id = subscription.id and invoice.status = 'paid'
      where ${of.orders('subscription.order_id')} and invoice.period_end > paid_until and invoice.paid_at < now() - interval '2 hours'`,
  },
  {
    invariant: 'I15 an ended subscription owes nothing',
    ask: (of) => sql`
      select subscription.id as subject, format('%s since %s, invoice %s is %s', subscription.status, ended_at, invoice.id, invoice.status) as detail
      from subscription join invoice on invoice.subscription_id = subscription.id and invoice.status in ('draft', 'open')
      where ${of.orders('subscription.order_id')} and subscription.status in ('canceled', 'ended')`,
  },
  {
    invariant: 'I10 each paid renewal has one receipt',
    ask: (of) => sql`
      select subscription.order_id as subject, format('renewals paid %s, receipts %s', count(*),
        (select count(*) from mail where mail.order_id = subscription.order_id and mail.kind = 'renewal_receipt')) as detail
      from subscription join invoice on invoice.subscription_id = subscription.id and invoice.status = 'paid'
      where ${of.orders('subscription.order_id')}
      group by subscription.order_id
      having count(*) <> (select count(*) from mail where mail.order_id = subscription.order_id and mail.kind = 'renewal_receipt')`,
  },
  {
    invariant: 'I18 a paid renewal has exactly one audit entry',
    ask: (of) => sql`
      select invoice.id as subject, format('%s, rows %s', invoice.status, count(audit_log.id)) as detail
      from invoice left join audit_log on audit_log.object = invoice.id and audit_log.action = 'renewal_paid'
      where ${of.invoices('invoice.id')} and invoice.kind = 'renewal'
      group by invoice.id having count(audit_log.id) <> case invoice.status when 'paid' then 1 else 0 end`,
  },
  {
    invariant: 'I9 a subscription starts at the processor within two days or raises an alarm',
    ask: () => sql`
      select id as subject, format('bought %s', created_at) as detail from subscription
      where status = 'starting' and created_at < now() - interval '2 days'
        and not exists (select from alarm where alarm.kind = 'subscription_stuck' and alarm.subject = subscription.id)`,
  },
];
