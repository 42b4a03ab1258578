-- A letter is in one pair of hands at a time, and one that no mail server will ever take is given up and rings an alarm.

-- Until when somebody is sending it. A process that dies leaves this behind, so it ends by itself.
alter table mail add column sending_until timestamptz;
alter table mail add column failed_at timestamptz;
alter table mail add check (sent_at is null or failed_at is null);

alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck', 'mail_undeliverable'));
