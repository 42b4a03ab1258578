-- The audit log as a list: by act, and by the time of it. Who and what it was done to have their indexes already.
create index audit_log_by_act on audit_log (action, id);
create index audit_log_by_at on audit_log (at);

-- What came of looking through the whole log, newest last: each night, and whenever somebody asks.
create table audit_check (
  id           bigint      generated always as identity primary key,
  asked_by     text        references app_user,
  started_at   timestamptz not null,
  ended_at     timestamptz not null,
  entries      bigint      not null check (entries >= 0),
  newest_hash  text        not null,
  -- In words, at most some; empty where everything is as it was written.
  violations   jsonb       not null
);
