-- What happens after a payment, and the means to find out what we missed. Refunds and disputes never change an order's status:
-- they are facts beside it, and "refunded" or "disputed" is read off these rows.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('duplicate', 'requested', 'processor'));
-- The name of one click of the staff: the same click twice is one refund.
alter table refund add column request_key text;
create unique index refund_one_per_request on refund (payment_id, request_key) where request_key is not null;
create index refund_by_payment on refund (payment_id);

create table dispute (
  dispute_ref   text    primary key,
  payment_id    text    not null references payment,
  amount_cents  integer not null check (amount_cents > 0),
  status        text    not null,
  reason        text    not null,
  withdrawn     boolean not null,
  closed        boolean not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index dispute_by_payment on dispute (payment_id);

alter table webhook_inbox add column about text not null default 'payment' check (about in ('payment', 'refund', 'dispute', 'other'));

-- What a person must look at. One row a subject, however often it is noticed; resolved_at is set by whoever looked.
create table alarm (
  kind         text not null check (kind in
                 ('payment_review', 'duplicate_payment', 'two_intents', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge', 'webhook_stuck')),
  subject      text not null,
  detail       text not null,
  created_at   timestamptz not null default now(),
  resolved_at  timestamptz,
  primary key (kind, subject)
);
create index alarm_unresolved on alarm (created_at) where resolved_at is null;

-- How far a sweep has read what the processor wrote. Read again with overlap: the inbox drops repeats.
create table sweep_cursor (
  name      text primary key,
  position  timestamptz not null
);
