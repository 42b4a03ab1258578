/**
 * The queries of a sweep: the subscriptions that need work. Each query has an index that contains only those
 * (`sweep-reads.test.ts`), so a sweep's duration depends on the work, not on the number of subscriptions.
 */
import { type RawBuilder, sql } from 'kysely';
import { cardsEndingUntil, noticeWindow } from './rules.ts';

export type Question =
  | 'starting'
  | 'change_due'
  | 'past_due'
  | 'over_soon'
  | 'without_renewal'
  | 'alive_at_processor'
  | 'notice_by_year'
  | 'notice_by_month'
  | 'notice_of_card'
  | 'notice_of_price';

/**
 * Subscriptions that will be charged again, the only ones that get notices (`notices.ts`). Must match the
 * indexes of 0115.
 */
const isCharged = sql<boolean>`subscription.status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null`;

/** `atMost` limits the rows read by a query that runs once per product. */
export const questions: Record<Question, (now: Date, atMost: number) => RawBuilder<boolean>> = {
  starting: () => sql`subscription.status = 'starting'`,
  change_due: () => sql`change_due`,
  past_due: () => sql`subscription.status = 'past_due'`,
  /** The paid period is over, but no renewal or end was reported. */
  over_soon: (now) =>
    sql`subscription.status = 'active' and subscription_ref is not null and paid_until < ${now}`,
  without_renewal: (now) => sql`subscription.status = 'active' and not renews and paid_until <= ${now}`,
  alive_at_processor: () =>
    sql`subscription.status in ('starting', 'active', 'past_due') and subscription_ref is not null`,
  notice_by_year: (
    now,
  ) => sql`${isCharged} and paid_until > ${now} and paid_until <= ${noticeWindow(now).until}
    and subscription.period = 'year' and (last_notice_at is null or paid_until - last_notice_at > interval '30 days')`,
  // The first condition matches the index. It is a day wider than the second, because the year before may
  // have a day less.
  notice_by_month: (
    now,
  ) => sql`${isCharged} and paid_until > ${now} and paid_until <= ${noticeWindow(now).until}
    and subscription.period = 'month' and coalesce(last_notice_at, started_at) <= ${now}::timestamptz - interval '1 year' + interval '1 day'
    and coalesce(last_notice_at, started_at) + interval '1 year' <= ${now}`,
  notice_of_card: (
    now,
  ) => sql`${isCharged} and card_exp_year is not null and card_ref is distinct from card_notice_for
    and card_exp_year * 12 + card_exp_month <= ${cardsEndingUntil(now)}`,
  /**
   * The product's price has changed, and this renewal was not checked since the newest change. Subscriptions
   * bought after the change are checked too, once per renewal: excluding them would require reading all rows.
   */
  notice_of_price: (now, atMost) => sql`subscription.id = any(array(
    select one.id from (select product_id, max(made_at) as newest from price_change group by product_id) as changed cross join lateral (
      (select id from subscription where product_id = changed.product_id and ${isCharged} and price_checked_for is distinct from paid_until
        and paid_until >= ${noticeWindow(now).priceFrom} and paid_until <= ${noticeWindow(now).until} order by paid_until limit ${atMost})
      union all
      (select id from subscription where product_id = changed.product_id and ${isCharged} and price_checked_for = paid_until
        and price_checked_to < changed.newest order by price_checked_to limit ${atMost})
    ) as one))`,
};

/**
 * The order of a query's results: by the end of the paid period, unless listed here. It matches the query's
 * own index. For any other order PostgreSQL, which estimates that a third of all rows are due, would scan all
 * active subscriptions until it has found enough.
 */
const orderings: Partial<Record<Question, RawBuilder<unknown>>> = {
  notice_by_month: sql`coalesce(last_notice_at, started_at)`,
  notice_of_card: sql`card_exp_year * 12 + card_exp_month`,
};
export const orderingOf = (question: Question): RawBuilder<unknown> => orderings[question] ?? sql`paid_until`;

/**
 * Everything paid for its order was refunded or is being refunded, most recently since `since` by the
 * database clock. The orders are found first, because the subscription row does not reveal this.
 */
export const isRefunded = (
  since: Date,
): RawBuilder<boolean> => sql`subscription.status in ('starting', 'active', 'past_due')
  and subscription.order_id = any(array(
    select payment.order_id from refund join payment on payment.id = refund.payment_id where refund.updated_at > ${since}))
  and shop_order.total_cents > 0 and shop_order.total_cents <=
    (select coalesce(sum(refund.amount_cents), 0) from refund join payment on payment.id = payment_id
      join invoice on invoice.id = payment.invoice_id and invoice.kind = 'order'
      where payment.order_id = shop_order.id and payment.status = 'succeeded' and refund.state <> 'failed' and reason <> 'duplicate')`;
