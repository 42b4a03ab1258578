-- Buying on credit: an order of its own kind, its two invoices at the processor, and paying them on the due day by itself.

alter table shop_order drop constraint shop_order_kind_check;
alter table shop_order add constraint shop_order_kind_check check (kind in ('card', 'free', 'credit', 'booster'));
-- Each half has to be payable by card.
alter table shop_order add constraint shop_order_credit check (kind <> 'credit' or total_cents >= 100);
-- A sale on credit can be canceled before it is paid.
alter table shop_order drop constraint shop_order_accepted;
alter table shop_order add constraint shop_order_accepted check (
  (status in ('in_progress', 'completed')) = (accepted_at is not null) or (kind = 'credit' and status = 'canceled'));
alter table shop_order drop constraint shop_order_cancel_reason_check;
alter table shop_order add constraint shop_order_cancel_reason_check check (cancel_reason in ('expired', 'superseded', 'not_possible', 'by_staff'));

-- A partial payment from the processor's side may be less than a card can pay.
alter table payment drop constraint payment_amount_cents_check;
alter table payment add constraint payment_amount_cents_check check (amount_cents > 0);

-- What the processor is asked for an invoice on credit, frozen before the first call.
create table credit_invoice_request (
  invoice_id  text        primary key references invoice,
  request     jsonb       not null,
  generation  integer     not null default 1 check (generation > 0),
  keyed_at    timestamptz not null
);
create index invoice_net30_unsent on invoice (created_at) where kind = 'net30' and status = 'open' and processor_ref is null;

-- Paying on the due day by itself, which its owner agreed to.
create table credit_autopay (
  account_id  text        primary key references credit_account,
  card_ref    text        not null,
  card_brand  text        not null,
  card_last4  text        not null check (card_last4 ~ '^[0-9]{4}$'),
  since       timestamptz not null
);
-- One try for each invoice, whatever came of it.
create table credit_autopay_try (
  invoice_id  text        primary key references invoice,
  card_ref    text        not null,
  keyed_at    timestamptz not null,
  decided_at  timestamptz,
  outcome     text        check (outcome in ('paid', 'declined', 'requires_action', 'not_needed')),
  check ((decided_at is null) = (outcome is null))
);
create index credit_autopay_try_open on credit_autopay_try (keyed_at) where decided_at is null;

alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck', 'mail_undeliverable', 'order_overdue', 'subscription_stuck', 'two_subscriptions', 'renewal_amount', 'credit_invoice'));

-- How far a demonstration's time is ahead of the machine's. A shop that takes real money never has the row.
create table demo_clock (
  is_only    boolean  primary key default true check (is_only),
  offset_ms  bigint   not null check (offset_ms >= 0)
);
