-- What a second look needs: events as the text they were, refunds whose key can be renewed once it is proven that nothing came of it,
-- and alarms for the last silent corners.
alter table webhook_inbox alter column payload type text using payload::text;
drop index webhook_inbox_due;
alter table webhook_inbox drop column next_at;
create index webhook_inbox_undone on webhook_inbox (received_at) where done_at is null;

-- What really came in, where it is not what was asked for.
alter table payment add column received_cents integer check (received_cents >= 0);

alter table refund add column key_generation integer not null default 1;
alter table refund add column keyed_at timestamptz not null default now();

alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck'));
