-- Orders, the attempts to pay them, and what must follow. The indexes below are the promises: one live order a cart,
-- one open and one succeeded payment an order, one request a key, one effect of a kind an order.
create table shop_order (
  id              text    primary key,
  number          bigint  generated always as identity (start with 1001) unique,
  cart_id         text    references cart,
  status          text    not null check (status in ('awaiting_payment', 'paid', 'completed', 'canceled')),
  kind            text    not null check (kind in ('card', 'free')),
  currency        text    not null default 'usd' check (currency = 'usd'),
  subtotal_cents  integer not null check (subtotal_cents >= 0),
  discount_cents  integer not null default 0 check (discount_cents >= 0),
  total_cents     integer not null,
  first_name      text    not null,
  last_name       text    not null,
  email           text    not null,
  country         text    not null,
  phone           text    not null,
  address_line1   text    not null,
  fingerprint     text    not null,
  cancel_reason   text    check (cancel_reason in ('expired', 'superseded')),
  created_at      timestamptz not null default now(),
  paid_at         timestamptz,
  canceled_at     timestamptz,
  check (total_cents = subtotal_cents - discount_cents and total_cents >= 0),
  check ((kind = 'free') = (total_cents = 0)),
  check ((status in ('paid', 'completed')) = (paid_at is not null)),
  check ((status = 'canceled') = (canceled_at is not null))
);
create unique index shop_order_one_live_per_cart on shop_order (cart_id) where status <> 'canceled';
create index shop_order_awaiting on shop_order (created_at) where status = 'awaiting_payment';

create table order_item (
  order_id                  text    not null references shop_order,
  position                  integer not null,
  product_id                text    not null references product,
  name                      text    not null,
  kind                      text    not null check (kind in ('simple', 'subscription')),
  total_cents               integer not null check (total_cents >= 0),
  subscription_price_cents  integer,
  subscription_period       text,
  primary key (order_id, position),
  unique (order_id, product_id)
);

create table coupon_redemption (
  order_id    text   primary key references shop_order,
  coupon_id   bigint not null references coupon,
  state       text   not null check (state in ('reserved', 'consumed', 'released')),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index coupon_redemption_by_coupon on coupon_redemption (coupon_id);

create table payment (
  id               text    primary key,
  order_id         text    not null references shop_order,
  status           text    not null check (status in
                     ('creating', 'open', 'requires_action', 'processing', 'succeeded', 'canceled', 'duplicate', 'review')),
  amount_cents     integer not null check (amount_cents >= 50),
  currency         text    not null default 'usd' check (currency = 'usd'),
  intent_ref       text,
  request          jsonb   not null,
  decline_message  text,
  review_reason    text,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  succeeded_at     timestamptz
);
create unique index payment_intent on payment (intent_ref) where intent_ref is not null;
create unique index payment_one_open_per_order on payment (order_id)
  where status in ('creating', 'open', 'requires_action', 'processing');
create unique index payment_one_succeeded_per_order on payment (order_id) where status = 'succeeded';
create index payment_unsettled on payment (updated_at) where status in ('creating', 'open', 'requires_action', 'processing');

create table refund (
  id            text    primary key,
  payment_id    text    not null references payment,
  amount_cents  integer not null check (amount_cents > 0),
  reason        text    not null check (reason in ('duplicate', 'requested')),
  state         text    not null check (state in ('creating', 'pending', 'succeeded', 'failed')),
  refund_ref    text    unique,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index refund_one_per_duplicate on refund (payment_id) where reason = 'duplicate';

-- One attempt of one buyer, by the key the browser made for it. Repeating the key repeats the answer, another body is refused.
create table purchase_request (
  actor        text not null,
  key          text not null,
  fingerprint  text not null,
  order_id     text not null references shop_order,
  created_at   timestamptz not null default now(),
  primary key (actor, key)
);

-- What must happen once because an order was paid. The job that does it is created in the same transaction.
create table effect (
  order_id    text not null references shop_order,
  kind        text not null check (kind in ('receipt')),
  created_at  timestamptz not null default now(),
  done_at     timestamptz,
  primary key (order_id, kind)
);

create table webhook_inbox (
  event_id       text primary key,
  type           text not null,
  object_ref     text not null,
  intent_ref     text,
  api_version    text,
  event_created  timestamptz not null,
  payload        jsonb not null,
  received_at    timestamptz not null default now(),
  attempts       integer not null default 0,
  next_at        timestamptz not null default now(),
  done_at        timestamptz,
  error          text
);
create index webhook_inbox_due on webhook_inbox (next_at) where done_at is null;
