-- Every try to move money, as the processor told it: what the person at the telephone is asked about.
create table payment_attempt (
  payment_id      text        not null references payment,
  -- The processor's own name of the try: its charge, or the report of a try that never reached the bank.
  attempt_ref     text        not null,
  at              timestamptz not null,
  outcome         text        not null check (outcome in ('succeeded', 'declined', 'authentication_failed', 'failed')),
  decline_code    text,
  bank_message    text,
  three_d_secure  text,
  request_ref     text,
  primary key (payment_id, attempt_ref)
);

-- Who we are at a processor's account that another shop, such as one for trying things out, may use too.
create table shop_identity (
  singleton  boolean primary key default true check (singleton),
  id         text    not null
);
insert into shop_identity (id) values ('shop_' || left(translate(encode(sha256(uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 16));

-- Work that takes too long rings too.
alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck', 'mail_undeliverable', 'order_overdue'));
