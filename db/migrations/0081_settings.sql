-- What an operator changes while the shop runs: each row is one version of a group of values, and the newest is what counts. None is ever
-- changed or deleted: an order and an invoice keep what they were made under by their day. Without a row, the usual values of the code count.
create table setting (
  key         text        not null check (key ~ '^[a-z_]{1,40}$'),
  version     integer     not null check (version > 0),
  value       jsonb       not null,
  changed_at  timestamptz not null,
  changed_by  text        not null references app_user,
  primary key (key, version)
);

-- Every process hears it at once, and so do the kept pages, which say many of these values.
create function tell_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end $$;
create trigger setting_changed after insert on setting for each statement execute function tell_settings_changed();
create trigger setting_content_changed after insert on setting for each statement execute function tell_content_changed();
