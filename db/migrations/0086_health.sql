-- Who is told of alarms, besides the console: an address for email, or one that is posted to.
create table alarm_recipient (
  id        text        primary key,
  kind      text        not null check (kind in ('email', 'webhook')),
  address   text        not null,
  added_by  text        not null references app_user,
  added_at  timestamptz not null,
  unique (kind, address)
);

-- An alarm, told to one of them, once. It keeps its own words: by the time that it leaves, the alarm may be settled and ring for something else.
create table alarm_notice (
  id            text        primary key,
  recipient_id  text        not null references alarm_recipient on delete cascade,
  -- `try` is no alarm: somebody wants to see whether it arrives.
  kind          text        not null,
  subject       text        not null,
  detail        text        not null,
  rung_at       timestamptz not null,
  state         text        not null default 'waiting' check (state in ('waiting', 'leaving', 'told', 'settled')),
  -- Why the last try came to nothing.
  problem       text        not null default '',
  moved_at      timestamptz not null default now(),
  unique (recipient_id, kind, subject, rung_at)
);
create index alarm_notice_waiting on alarm_notice (rung_at) where state = 'waiting';
create index alarm_notice_by_move on alarm_notice (moved_at);

-- Written with the alarm, by whatever raises it: nobody can forget it. An alarm that rings again, after somebody has settled it, is told again.
create function tell_of_alarm() returns trigger language plpgsql as $$
begin
  insert into alarm_notice (id, recipient_id, kind, subject, detail, rung_at)
  select 'aln_' || left(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 22),
    alarm_recipient.id, new.kind, new.subject, new.detail, new.created_at
  from alarm_recipient
  -- Else an email about alarms that cannot leave would ring for another one, for ever.
  where not (new.kind = 'mail_undeliverable' and exists (select from mail where id = new.subject and kind = 'alarms'))
  on conflict do nothing;
  return null;
end $$;
create trigger alarm_is_told after insert or update of created_at on alarm for each row when (new.resolved_at is null) execute function tell_of_alarm();

-- The last result of what is run by hand or outside of the shop.
create table operation_result (
  kind     text        primary key check (kind in ('verify', 'chaos', 'backup')),
  at       timestamptz not null,
  is_good  boolean     not null,
  -- For a person: what was found, or where the backup lies.
  summary  text        not null
);
