-- compatible
-- The total of a day follows what changes of that day after it was stored: a payment that is adopted, a demonstration's past, a late dispute.
-- What banks took back counts too, and the home screen says the same as the month of its bookkeeper.
alter table daily_total add column disputes_cents bigint not null default 0;

-- Days that changed after their total was stored. Each is added up when it is read, until a night stores it again. Rows are only added, so two
-- transactions never wait for each other.
create table daily_total_change (
  id   bigint  generated always as identity primary key,
  day  date    not null
);
create index daily_total_change_by_day on daily_total_change (day);
insert into daily_total_change (day) select day from daily_total;

create function note_daily_total_change(moments timestamptz[]) returns void language sql as $$
  insert into daily_total_change (day)
  select distinct daily_total.day from unnest(moments) as moment join daily_total on daily_total.day = (moment at time zone 'UTC')::date
$$;

create function payment_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.succeeded_at, old.succeeded_at, new.created_at, old.created_at]);
  return null;
end $$;
create function refund_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.created_at, old.created_at]);
  return null;
end $$;
create function credit_note_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.issued_at, old.issued_at, new.voided_at, old.voided_at]);
  return null;
end $$;
create function order_event_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.at, old.at]);
  return null;
end $$;
create function shop_order_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.accepted_at, old.accepted_at]);
  return null;
end $$;

-- allowed: it adds rows to a table that no version before reads
create trigger daily_total_follows after insert or delete or update of status, amount_cents, received_cents, succeeded_at, created_at on payment
  for each row execute function payment_changes_daily_total();
-- allowed: the same
create trigger daily_total_follows after insert or delete or update of state, amount_cents, reason, created_at on refund
  for each row execute function refund_changes_daily_total();
-- allowed: the same
create trigger daily_total_follows after insert or delete or update of amount_cents, issued_at, voided_at on credit_note
  for each row execute function credit_note_changes_daily_total();
-- allowed: the same
create trigger daily_total_follows after insert or delete or update of kind, amount_cents, at on order_event
  for each row execute function order_event_changes_daily_total();
-- allowed: the same
create trigger daily_total_follows after insert or delete or update of accepted_at on shop_order
  for each row execute function shop_order_changes_daily_total();
