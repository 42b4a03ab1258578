-- Alarms that need the attention of staff, and their recipients.

-- One row per subject, however often it is raised. Staff set `resolved_at`.
create table alarm (
  kind         text         not null check (kind in (
                 'payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened',
                 'refund_failed', 'unmatched_charge', 'missing_charge', 'webhook_stuck', 'mail_undeliverable',
                 'order_overdue', 'subscription_stuck', 'two_subscriptions', 'renewal_amount', 'credit_invoice',
                 'report_refused', 'report_disputed', 'bureau_key_lost', 'edge_purge', 'audit_log')),
  subject      text         not null,
  detail       text         not null,
  created_at   timestamptz  not null default now(),
  resolved_at  timestamptz,
  primary key (kind, subject)
);
create index alarm_unresolved on alarm (created_at) where resolved_at is null;

-- Recipients besides the console: an email address, or a URL that receives a POST.
create table alarm_recipient (
  id        text         primary key,
  kind      text         not null check (kind in ('email', 'webhook')),
  address   text         not null,
  added_by  text         not null references app_user,
  added_at  timestamptz  not null,
  unique (kind, address)
);

-- One alarm for one recipient. It copies the text, because the alarm may be resolved and raised for something
-- else before the notice is sent.
create table alarm_notice (
  id            text         primary key,
  recipient_id  text         not null references alarm_recipient on delete cascade,
  -- `try` is a test by staff, not an alarm.
  kind          text         not null,
  subject       text         not null,
  detail        text         not null,
  rung_at       timestamptz  not null,
  state         text         not null default 'waiting' check (state in ('waiting', 'leaving', 'told', 'settled')),
  -- Why the last attempt failed.
  problem       text         not null default '',
  moved_at      timestamptz  not null default now(),
  unique (recipient_id, kind, subject, rung_at)
);
create index alarm_notice_waiting on alarm_notice (rung_at) where state = 'waiting';
create index alarm_notice_by_move on alarm_notice (moved_at);

-- Inserts the notices with the alarm, whatever raises it. An alarm that is raised again after it was resolved
-- is sent again.
create function tell_of_alarm() returns trigger language plpgsql as $$
begin
  insert into alarm_notice (id, recipient_id, kind, subject, detail, rung_at)
  select
    'aln_' || left(translate(
      encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 22),
    alarm_recipient.id, new.kind, new.subject, new.detail, new.created_at
  from alarm_recipient
  -- An undeliverable email about alarms would otherwise raise alarms forever.
  where not (new.kind = 'mail_undeliverable'
    and exists (select from mail where id = new.subject and kind = 'alarms'))
  on conflict do nothing;
  return null;
end $$;
create trigger alarm_is_told after insert or update of created_at on alarm
  for each row when (new.resolved_at is null) execute function tell_of_alarm();
