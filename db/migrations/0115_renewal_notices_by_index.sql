-- compatible, concurrently
-- What the sweep of subscriptions looks for, each over those alone that it has something to do for or will have, and not over all that are alive.
create index concurrently if not exists subscription_notice_by_year on subscription (paid_until)
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and period = 'year' and (last_notice_at is null or paid_until - last_notice_at > interval '30 days');
create index concurrently if not exists subscription_notice_by_month on subscription ((coalesce(last_notice_at, started_at)))
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null and period = 'month';
create index concurrently if not exists subscription_notice_of_card on subscription ((card_exp_year * 12 + card_exp_month))
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and card_exp_year is not null and card_ref is distinct from card_notice_for;
create index concurrently if not exists subscription_price_unchecked on subscription (product_id, paid_until)
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and price_checked_for is distinct from paid_until;
create index concurrently if not exists subscription_price_checked on subscription (product_id, price_checked_to)
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and price_checked_for = paid_until;
create index concurrently if not exists subscription_change_due on subscription (paid_until) where change_due;
create index concurrently if not exists subscription_past_due on subscription (paid_until) where status = 'past_due';
