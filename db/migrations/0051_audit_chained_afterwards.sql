-- An audit entry is appended in the transaction that it tells of, and chained afterwards by one job: whoever sells does not wait for whoever
-- else sells (decision 0036). `mac` covers the entry itself from the first moment, `hash` its place in the chain.
alter table audit_log disable trigger audit_log_append_only;
alter table audit_log
  add column position bigint unique,
  add column mac text,
  add column appended_at timestamptz not null default now(),
  alter column previous_hash drop not null,
  alter column hash drop not null;
update audit_log set position = id;
alter table audit_log enable trigger audit_log_append_only;
alter table audit_log
  add constraint audit_log_chained check ((position is null) = (hash is null) and (position is null) = (previous_hash is null)),
  add constraint audit_log_sealed check (hash is not null or mac is not null);
create index audit_log_unchained on audit_log (id) where position is null;

-- The one change that is allowed, once: an entry gets its place.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.position is null and new.position is not null
      and to_jsonb(new) - '{position,previous_hash,hash}'::text[] = to_jsonb(old) - '{position,previous_hash,hash}'::text[]
    then return new; end if;
  end if;
  raise exception 'audit_log is append-only';
end $$;

drop function lock_audit_chain;
