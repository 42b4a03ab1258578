-- Orders: what was sold, to whom, and what happened to it. Unique indexes enforce the invariants: one live
-- order per cart, one effect of each kind per order.

create table shop_order (
  id                       text         primary key,
  number                   bigint       generated always as identity (start with 1001) unique,
  cart_id                  text         references cart,
  status                   text         not null check (
                             status in ('awaiting_payment', 'in_progress', 'completed', 'canceled')),
  kind                     text         not null check (kind in ('card', 'free', 'credit', 'booster')),
  currency                 text         not null default 'usd' check (currency = 'usd'),
  subtotal_cents           integer      not null check (subtotal_cents >= 0),
  discount_cents           integer      not null default 0 check (discount_cents >= 0),
  total_cents              integer      not null,
  first_name               text         not null,
  last_name                text         not null,
  email                    text         not null,
  country                  text         not null,
  phone                    text         not null,
  address_line1            text         not null,
  fingerprint              text         not null,
  -- `not_possible`: paid when the limit could no longer be raised; the money is refunded.
  cancel_reason            text         check (
                             cancel_reason in ('expired', 'superseded', 'not_possible', 'by_staff')),
  created_at               timestamptz  not null default now(),
  -- The moment of the sale: paid, free, or on credit.
  accepted_at              timestamptz,
  canceled_at              timestamptz,
  user_id                  text         references app_user,
  -- The last attempt to expire it. A failed one moves to the end of the queue and never blocks the others.
  expiry_tried_at          timestamptz,
  company                  text,
  tax_number               text,
  completed_at             timestamptz,
  -- The terms agreed to next to the pay button.
  renewal_terms_version    text,
  renewal_terms_agreed_at  timestamptz,
  -- Money after the sale. Only the triggers of refunds, disputes, payments, and cancellations write it
  -- (11_payments.sql); it lets lists find such orders by an index.
  after_sale               text         not null default 'none' check (
                             after_sale in ('none', 'partially_refunded', 'refunded', 'disputed', 'canceled')),
  -- The status on screen. `shownStatus` in the code says the same.
  shown_status             text         not null generated always as (
                             case when status in ('in_progress', 'completed') and after_sale <> 'none'
                               then after_sale else status end) stored,
  -- Of emails about this order.
  language                 text         not null default 'en' check (language in ('en', 'es', 'ar')),
  -- Corrections of the address by the guest after paying. The code allows three within 24 hours.
  email_corrections        smallint     not null default 0,
  check (total_cents = subtotal_cents - discount_cents and total_cents >= 0),
  check ((kind = 'free') = (total_cents = 0)),
  constraint shop_order_check3 check ((status = 'canceled') = (canceled_at is not null)),
  -- A sale on credit can be canceled before it is paid.
  constraint shop_order_accepted check (
    (status in ('in_progress', 'completed')) = (accepted_at is not null)
    or (kind = 'credit' and status = 'canceled')),
  constraint shop_order_completed check ((status = 'completed') = (completed_at is not null)),
  constraint shop_order_renewal_terms check (
    (renewal_terms_version is null) = (renewal_terms_agreed_at is null)),
  -- A booster raises the limit of an account, so its buyer is known.
  constraint shop_order_booster check (kind <> 'booster'
    or (user_id is not null and cart_id is null and discount_cents = 0 and status <> 'in_progress')),
  -- A card can pay each half.
  constraint shop_order_credit check (kind <> 'credit' or total_cents >= 100)
);
create unique index shop_order_one_live_per_cart on shop_order (cart_id) where status <> 'canceled';
create unique index shop_order_one_waiting_booster on shop_order (user_id)
  where kind = 'booster' and status = 'awaiting_payment';
create index shop_order_by_cart on shop_order (cart_id) where cart_id is not null;
create index shop_order_by_user on shop_order (user_id, created_at desc) where user_id is not null;
create index shop_order_by_email on shop_order (lower(email));
-- Orders without an owner, by the address whose owner may claim them.
create index shop_order_of_guest on shop_order (lower(email)) where user_id is null;
create index shop_order_awaiting on shop_order (created_at) where status = 'awaiting_payment';
create index shop_order_in_progress on shop_order (accepted_at) where status = 'in_progress';
create index shop_order_by_acceptance on shop_order (accepted_at) where accepted_at is not null;
create index shop_order_changed on shop_order (greatest(created_at, accepted_at, canceled_at, completed_at));
-- One index for each way to sort and filter the list of the console.
create index shop_order_by_age on shop_order (created_at, id);
create index shop_order_by_amount on shop_order (total_cents, id);
create index shop_order_by_status on shop_order (shown_status, created_at, id);
create index shop_order_by_status_and_amount on shop_order (shown_status, total_cents, id);
create index shop_order_under_way on shop_order (created_at, id) where status = 'in_progress';
create index shop_order_by_kind on shop_order (kind, created_at, id) where kind <> 'card';

-- A product or a booster, with its name, price, and terms frozen at the time of the order.
create table order_item (
  order_id                     text     not null references shop_order,
  position                     integer  not null,
  product_id                   text     references product,
  name                         text     not null,
  kind                         text     not null check (kind in ('simple', 'subscription')),
  total_cents                  integer  not null check (total_cents >= 0),
  subscription_price_cents     integer,
  subscription_period          text,
  -- What a code takes off each renewal. The buyer agreed to it, so it stays with the order.
  renewal_discount_cents       integer  not null default 0 check (renewal_discount_cents >= 0),
  booster_id                   text     references booster,
  credit_limit_increase_cents  integer  check (credit_limit_increase_cents > 0),
  primary key (order_id, position),
  unique (order_id, product_id),
  constraint order_item_of_one check ((product_id is null) <> (booster_id is null)),
  constraint order_item_booster check (
    (booster_id is null) = (credit_limit_increase_cents is null)
    and (booster_id is null or (kind = 'simple' and total_cents > 0)))
);
create unique index order_item_booster_once on order_item (order_id, booster_id) where booster_id is not null;

-- What must happen exactly once because an order was paid. Its job is created in the same transaction.
-- `account`: the guest who bought was given an account, or already had one.
create table effect (
  order_id    text         not null references shop_order,
  kind        text         not null check (kind in ('receipt', 'account')),
  created_at  timestamptz  not null default now(),
  done_at     timestamptz,
  primary key (order_id, kind)
);

-- The history of an order beside its own timestamps. `subject`: the refund or dispute. `mail_id`: the email
-- to the customer, if there was one (19_mail.sql adds the reference).
create table order_event (
  order_id      text         not null references shop_order,
  kind          text         not null check (kind in (
                  'completed', 'canceled', 'refund_started', 'refunded', 'refund_failed',
                  'dispute_opened', 'dispute_won', 'dispute_lost')),
  subject       text         not null default '',
  amount_cents  integer      check (amount_cents > 0),
  at            timestamptz  not null,
  mail_id       text         unique,
  primary key (order_id, kind, subject),
  check ((kind in ('completed', 'canceled')) = (subject = '') and (subject = '') = (amount_cents is null))
);
create index order_event_by_time on order_event (at);
create index order_event_of_disputes on order_event (at)
  where kind in ('dispute_opened', 'dispute_won', 'dispute_lost');

-- A sale that staff canceled. The order keeps its stored status, so its invoice, payments, and reports stay
-- as they were.
create table order_cancellation (
  order_id      text         primary key references shop_order,
  reason        text         not null check (length(trim(reason)) > 0),
  -- Null: from the terminal.
  canceled_by   text         references app_user,
  -- Identifies the press of the button, so that a repeat changes nothing.
  request_key   text         not null,
  -- The customer gets an email about it.
  is_announced  boolean      not null,
  at            timestamptz  not null
);
create index order_cancellation_by_staff on order_cancellation (canceled_by) where canceled_by is not null;
