/** Invariants of reports to the credit bureau. Each query must return no rows. */
import { sql } from 'kysely';
import type { Question } from './of-work.ts';

export const questionsOfReporting: Question[] = [
  {
    invariant: 'I16 what counts as reported was sent, and the reverse',
    ask: (of) => sql`
      select item.id as subject, format('%s, call %s', item.state, coalesce(report.sent_at::text, 'never answered')) as detail
      from reporting_item item left join bureau_report report on report.id = item.report_id
      where ${of.since('item.changed_at')} and ((item.state in ('sent', 'awaiting_you', 'awaiting_factiiv', 'accepted', 'disputed') and report.sent_at is null)
        or (item.state = 'queued' and report.sent_at is not null))`,
  },
  {
    invariant: 'I16 reports are sent only for customers who consented',
    ask: (of) => sql`
      select report.id as subject, format('recorded at %s', report.recorded_at) as detail
      from bureau_report report join bureau_connection connection on connection.id = report.connection_id
      where ${of.since('report.recorded_at')} and not exists (select from reporting_consent consent where consent.user_id = connection.user_id
        and consent.agreed_at <= report.recorded_at and (consent.withdrawn_at is null or consent.withdrawn_at >= report.recorded_at))`,
  },
  {
    // The daily search finds a purchase that was paid while the customer was connecting.
    invariant: 'I16 a purchase of a connected customer is queued, reported, or has a reason',
    ask: (of) => sql`
      select shop_order.id as subject, format('paid at %s', invoice.paid_at) as detail
      from bureau_connection connection join shop_order on shop_order.user_id = connection.user_id join invoice on invoice.order_id = shop_order.id
      where ${of.orders('shop_order.id')} and connection.state <> 'ended' and shop_order.kind = 'card' and invoice.kind = 'order' and invoice.status = 'paid' and invoice.amount_cents > 0
        and exists (select from reporting_consent consent where consent.user_id = connection.user_id and consent.withdrawn_at is null
          and consent.agreed_at < invoice.paid_at) and invoice.paid_at < now() - interval '2 days'
        and not exists (select from reporting_item item where item.fact = 'order:' || shop_order.id)`,
  },
];
