-- Subscriptions: sold by an order, started once at the processor, and followed from there. Each renewal
-- has an invoice of the kind `renewal`.

-- A new price for existing subscribers. Each gets a notice before the first renewal at this price.
create table price_change (
  id           text         primary key,
  product_id   text         not null references product,
  price_cents  integer      not null check (price_cents >= 50),
  made_at      timestamptz  not null,
  -- Applies to renewals from this day on.
  starts_on    date,
  made_by      text         references app_user
);
create index price_change_by_product on price_change (product_id, made_at);

create table subscription (
  id                    text         primary key,
  order_id              text         not null,
  product_id            text         not null,
  name                  text         not null,
  -- Of one renewal.
  price_cents           integer      not null check (price_cents >= 0),
  period                text         not null check (period in ('month', 'year')),
  status                text         not null check (
                          status in ('starting', 'active', 'past_due', 'canceled', 'ended')),
  -- False: sold before renewals existed. It ends with the paid period.
  renews                boolean      not null,
  started_at            timestamptz  not null,
  first_renewal_at      timestamptz  not null,
  paid_until            timestamptz  not null,
  cancel_at_period_end  boolean      not null default false,
  cancel_asked_at       timestamptz,
  past_due_since        timestamptz,
  ended_at              timestamptz,
  end_reason            text         check (end_reason in (
                          'canceled', 'unpaid', 'not_renewed', 'refunded', 'account_closed', 'by_staff')),
  billing_email         text         not null,
  bill_to               jsonb        not null,
  terms_version         text,
  terms_agreed_at       timestamptz,
  -- At the processor. The request is frozen before the first call.
  customer_ref          text,
  card_ref              text,
  card_brand            text,
  card_last4            text         check (card_last4 ~ '^[0-9]{4}$'),
  card_exp_month        integer      check (card_exp_month between 1 and 12),
  card_exp_year         integer,
  request               jsonb,
  key_generation        integer      not null default 1 check (key_generation > 0),
  keyed_at              timestamptz,
  subscription_ref      text         unique,
  -- True: the processor does not know every decision yet.
  change_due            boolean      not null default false,
  -- An announced price, and the first renewal that it applies to.
  next_price_cents      integer      check (next_price_cents >= 50),
  next_price_from       timestamptz,
  price_change_id       text         references price_change,
  last_notice_at        timestamptz,
  card_notice_for       text,
  created_at            timestamptz  not null,
  -- The account that the purchase itself created, whose card pays. Null: the payer was logged in, which the
  -- payment shows, or has no account, and the card must not appear among saved cards.
  payer_id              text         references app_user,
  -- The renewal and the newest price that the sweep has checked. It skips both until the next renewal or
  -- price. Null until a price of the product changes.
  price_checked_for     timestamptz,
  price_checked_to      timestamptz,
  foreign key (order_id, product_id) references order_item (order_id, product_id),
  -- Each sold item starts once.
  unique (order_id, product_id),
  check ((status in ('canceled', 'ended')) = (ended_at is not null)),
  check ((ended_at is null) = (end_reason is null)),
  check ((status = 'canceled') = (end_reason is not distinct from 'canceled')),
  check (cancel_at_period_end = (cancel_asked_at is not null)),
  check ((status = 'past_due') = (past_due_since is not null)),
  check (status not in ('starting', 'past_due') or renews),
  check (not renews or price_cents >= 50),
  check (subscription_ref is null or (customer_ref is not null and renews)),
  check ((next_price_cents is null) = (next_price_from is null)),
  check ((request is null) = (keyed_at is null))
);
create index subscription_by_customer on subscription (customer_ref) where customer_ref is not null;
create index subscription_by_payer on subscription (payer_id) where payer_id is not null;
create index subscription_by_card on subscription (card_last4) where card_last4 is not null;
create index subscription_alive on subscription (paid_until) where status in ('starting', 'active', 'past_due');
create index subscription_starting on subscription (created_at) where status = 'starting';
create index subscription_past_due on subscription (paid_until) where status = 'past_due';
create index subscription_change_due on subscription (paid_until) where change_due;
-- One index for each question of the sweep, with only the rows that it has work for.
create index subscription_notice_by_year on subscription (paid_until)
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and period = 'year' and (last_notice_at is null or paid_until - last_notice_at > interval '30 days');
create index subscription_notice_by_month on subscription ((coalesce(last_notice_at, started_at)))
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and period = 'month';
create index subscription_notice_of_card on subscription ((card_exp_year * 12 + card_exp_month))
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and card_exp_year is not null and card_ref is distinct from card_notice_for;
create index subscription_price_unchecked on subscription (product_id, paid_until)
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and price_checked_for is distinct from paid_until;
create index subscription_price_checked on subscription (product_id, price_checked_to)
  where status = 'active' and renews and not cancel_at_period_end and subscription_ref is not null
    and price_checked_for = paid_until;
alter table invoice add foreign key (subscription_id) references subscription;

-- A guest's customer at the processor, until the owner of the address claims the order. One per address.
create table guest_customer (
  id            text         primary key,
  email         text         not null unique check (email = lower(email)),
  request       jsonb        not null,
  generation    integer      not null default 1 check (generation > 0),
  keyed_at      timestamptz  not null,
  customer_ref  text         unique
);

-- A failed renewal: one attempt a day. Day 0 is the processor's own attempt.
create table dunning_try (
  invoice_id      text         not null references invoice,
  day             integer      not null check (day in (0, 3, 7, 14)),
  key_generation  integer      not null default 1 check (key_generation > 0),
  keyed_at        timestamptz  not null,
  decided_at      timestamptz,
  outcome         text         check (outcome in ('paid', 'declined', 'requires_action')),
  message         text,
  -- 19_mail.sql adds the reference.
  mail_id         text,
  primary key (invoice_id, day),
  check ((decided_at is null) = (outcome is null))
);
create index dunning_try_by_mail on dunning_try (mail_id) where mail_id is not null;

-- The link in an email that replaces a card. Only its hash is stored; the token is added when the email is
-- sent.
create table card_link (
  id               text         primary key,
  subscription_id  text         not null references subscription,
  hash             bytea        not null unique,
  created_at       timestamptz  not null,
  expires_at       timestamptz  not null
);
create index card_link_by_subscription on card_link (subscription_id);

-- One attempt to replace a card through such a link. `attempt` is the browser's key.
create table subscription_card_setup (
  id               text         primary key,
  subscription_id  text         not null references subscription,
  customer_ref     text         not null,
  attempt          text,
  setup_ref        text         unique,
  status           text         not null check (status in ('creating', 'open', 'succeeded', 'canceled')),
  created_at       timestamptz  not null,
  unique (subscription_id, attempt)
);
