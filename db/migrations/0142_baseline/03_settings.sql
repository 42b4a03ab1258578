-- Settings that an operator changes while the shop runs. A row is one version of a group of values, and the
-- newest version counts. Rows are never changed or deleted: an order and an invoice keep the terms of their
-- day. Without a row, the defaults of the code apply.

create table setting (
  key         text         not null check (key ~ '^[a-z_]{1,40}$'),
  version     integer      not null check (version > 0),
  value       jsonb        not null,
  changed_at  timestamptz  not null,
  changed_by  text         not null references app_user,
  primary key (key, version)
);

-- Every process reads a new version at once.
create function tell_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end $$;
create trigger setting_changed after insert on setting
  for each statement execute function tell_settings_changed();
-- Cached pages show many of these values.
create trigger setting_content_changed after insert on setting
  for each statement execute function tell_content_changed();
