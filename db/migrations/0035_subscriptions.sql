-- Subscriptions that renew: sold by an order, started once at the processor, followed from there. Renewals are invoices of a kind of their own.

-- What the buyer agreed to beside the pay button. Both are null where nothing was sent along.
alter table shop_order add column renewal_terms_version text;
alter table shop_order add column renewal_terms_agreed_at timestamptz;
alter table shop_order add constraint shop_order_renewal_terms check ((renewal_terms_version is null) = (renewal_terms_agreed_at is null));

create table subscription (
  id                    text        primary key,
  order_id              text        not null,
  product_id            text        not null,
  name                  text        not null,
  -- Of one renewal.
  price_cents           integer     not null check (price_cents >= 0),
  period                text        not null check (period in ('month', 'year')),
  status                text        not null check (status in ('starting', 'active', 'past_due', 'canceled', 'ended')),
  -- False: sold before renewals existed. It ends when what is paid is over.
  renews                boolean     not null,
  started_at            timestamptz not null,
  first_renewal_at      timestamptz not null,
  paid_until            timestamptz not null,
  cancel_at_period_end  boolean     not null default false,
  cancel_asked_at       timestamptz,
  past_due_since        timestamptz,
  ended_at              timestamptz,
  end_reason            text        check (end_reason in ('canceled', 'unpaid', 'not_renewed', 'refunded', 'account_closed', 'by_staff')),
  billing_email         text        not null,
  bill_to               jsonb       not null,
  terms_version         text,
  terms_agreed_at       timestamptz,
  -- At the processor. The request is frozen before the first call.
  customer_ref          text,
  card_ref              text,
  card_brand            text,
  card_last4            text        check (card_last4 ~ '^[0-9]{4}$'),
  card_exp_month        integer     check (card_exp_month between 1 and 12),
  card_exp_year         integer,
  request               jsonb,
  key_generation        integer     not null default 1 check (key_generation > 0),
  keyed_at              timestamptz,
  subscription_ref      text        unique,
  -- True: the processor has not been told of everything that was decided here.
  change_due            boolean     not null default false,
  -- A price that was announced, and the renewal from which on it counts.
  next_price_cents      integer     check (next_price_cents >= 50),
  next_price_from       timestamptz,
  price_change_id       text,
  last_notice_at        timestamptz,
  card_notice_for       text,
  created_at            timestamptz not null,
  foreign key (order_id, product_id) references order_item (order_id, product_id),
  -- What was sold starts once.
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
create index subscription_alive on subscription (paid_until) where status in ('starting', 'active', 'past_due');
create index subscription_by_customer on subscription (customer_ref) where customer_ref is not null;

-- A guest as the processor knows them, while their order waits for the owner of its address. One for each address.
create table guest_customer (
  id            text        primary key,
  email         text        not null unique check (email = lower(email)),
  request       jsonb       not null,
  generation    integer     not null default 1 check (generation > 0),
  keyed_at      timestamptz not null,
  customer_ref  text        unique
);

-- Renewals are invoices of the order that sold the subscription, and have their number when they are paid.
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (kind in ('order', 'renewal'));
alter table invoice add column subscription_id text references subscription;
alter table invoice add column processor_ref text unique;
alter table invoice add column processor_number text;
alter table invoice add column period_start timestamptz;
alter table invoice add column period_end timestamptz;
alter table invoice add constraint invoice_renewal check (
  (kind = 'renewal') = (subscription_id is not null) and (kind = 'renewal') = (processor_ref is not null)
  and (kind = 'renewal') = (period_start is not null) and (period_start is null) = (period_end is null) and period_end > period_start);
-- No period is owed or paid twice.
create unique index invoice_one_per_period on invoice (subscription_id, period_start) where status <> 'void';

-- A renewal that failed: what was tried on which day, each once. Day 0 is the processor's own try.
create table dunning_try (
  invoice_id      text        not null references invoice,
  day             integer     not null check (day in (0, 3, 7, 14)),
  key_generation  integer     not null default 1 check (key_generation > 0),
  keyed_at        timestamptz not null,
  decided_at      timestamptz,
  outcome         text        check (outcome in ('paid', 'declined', 'requires_action')),
  message         text,
  mail_id         text        references mail,
  primary key (invoice_id, day),
  check ((decided_at is null) = (outcome is null))
);

-- The link of an email that replaces a card. Only its hash is here; the token is put in when the email is sent.
create table card_link (
  id               text        primary key,
  subscription_id  text        not null references subscription,
  hash             bytea       not null unique,
  created_at       timestamptz not null,
  expires_at       timestamptz not null
);
create index card_link_by_subscription on card_link (subscription_id);
alter table mail add column card_link_id text references card_link on delete set null;
create index mail_by_card_link on mail (card_link_id) where card_link_id is not null;

-- One try to replace a card through such a link. The attempt is the browser's name for it.
create table subscription_card_setup (
  id               text        primary key,
  subscription_id  text        not null references subscription,
  customer_ref     text        not null,
  attempt          text,
  setup_ref        text        unique,
  status           text        not null check (status in ('creating', 'open', 'succeeded', 'canceled')),
  created_at       timestamptz not null,
  unique (subscription_id, attempt)
);

-- A new price for those who have the product already. Announced to each before their renewal, and only then charged.
create table price_change (
  id           text        primary key,
  product_id   text        not null references product,
  price_cents  integer     not null check (price_cents >= 50),
  made_at      timestamptz not null
);
alter table subscription add foreign key (price_change_id) references price_change;

alter table webhook_inbox drop constraint webhook_inbox_about_check;
alter table webhook_inbox add constraint webhook_inbox_about_check
  check (about in ('payment', 'refund', 'dispute', 'setup', 'subscription', 'invoice', 'other'));

alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck', 'mail_undeliverable', 'order_overdue', 'subscription_stuck', 'two_subscriptions', 'renewal_amount'));

-- Sold before renewals existed: one period, and no renewal. What is over already ended then.
insert into subscription (id, order_id, product_id, name, price_cents, period, status, renews, started_at, first_renewal_at, paid_until,
  ended_at, end_reason, billing_email, bill_to, created_at)
select
  'sub_' || left(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 22),
  sold.order_id, product_id, name, coalesce(subscription_price_cents, sold.total_cents), subscription_period,
  case when until > now() then 'active' else 'ended' end, false, accepted_at, until, until,
  case when until <= now() then until end, case when until <= now() then 'not_renewed' end, email,
  jsonb_build_object('name', trim(first_name || ' ' || last_name), 'email', email, 'addressLine1', address_line1, 'country', country,
    'company', company, 'taxNumber', tax_number),
  accepted_at
from (
  select order_item.*, accepted_at, email, first_name, last_name, address_line1, country, company, tax_number,
    (accepted_at at time zone 'UTC' + case subscription_period when 'month' then interval '1 month' else interval '1 year' end) at time zone 'UTC' as until
  from order_item join shop_order on shop_order.id = order_id
  where order_item.kind = 'subscription' and subscription_period in ('month', 'year') and accepted_at is not null
) as sold;
