-- What a day came to, so that looking back does not grow with the shop. Days are UTC; the last weeks are added up anew each night, since a
-- cart of last week may be paid today.
create table daily_total (
  day                       date    primary key,
  takings_cents             bigint  not null,
  refunds_cents             bigint  not null,
  orders                    integer not null,
  carts                     integer not null,
  carts_paid                integer not null,
  -- As it stood when the day was added up first; null for a day of before that.
  credit_outstanding_cents  bigint,
  credit_past_due_cents     bigint
);
create index shop_order_by_acceptance on shop_order (accepted_at) where accepted_at is not null;
create index cart_by_creation on cart (created_at);
create index refund_by_creation on refund (created_at);
create index reporting_item_rejected on reporting_item (changed_at) where state = 'rejected';
create index dispute_open on dispute (created_at) where not closed;
