-- What every module uses: the shop's identity, its clock in a demo, limits, clean-up positions, and the audit
-- log.

-- Identifies this shop at the processor, whose account another shop may share, such as one for tests.
create table shop_identity (
  singleton  boolean  primary key default true check (singleton),
  id         text     not null
);
insert into shop_identity (id) values (
  'shop_' || left(translate(encode(sha256(uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 16));

-- How far a demo's time is ahead of the machine's. A shop that takes real money never has the row.
create table demo_clock (
  is_only    boolean  primary key default true check (is_only),
  offset_ms  bigint   not null check (offset_ms >= 0)
);

-- One row that every process writes now and then. Readiness requires such a write to succeed.
create table write_probe (
  id          integer      primary key check (id = 1),
  written_at  timestamptz  not null
);

-- Requests of a client within a minute, counted for all processes together. Rows are removed after their
-- minute.
create table rate_limit (
  key      text         primary key,
  hits     integer      not null,
  ends_at  timestamptz  not null
);
create index rate_limit_ended on rate_limit (ends_at);

-- The position of each sweep and clean-up. A sweep of the processor's events reads with an overlap, because
-- the inbox drops repeats.
create table sweep_cursor (
  name      text         primary key,
  position  timestamptz  not null
);

-- Every act that matters for security. An entry is inserted in the transaction of the act, and one job chains
-- it afterwards, so that sales never wait for each other (record 0073). `mac` covers the entry, `hash` its
-- position in the chain. Entries from before `mac` existed have none; `seal-audit-log` seals them once.
create table audit_log (
  id             bigint       generated always as identity primary key,
  at             timestamptz  not null,
  actor_id       text,
  effective_id   text,
  ip             text         not null,
  route          text         not null,
  action         text         not null,
  object         text         not null,
  before_hash    text,
  after_hash     text,
  detail         jsonb        not null,
  previous_hash  text,
  hash           text         unique,
  position       bigint       unique,
  mac            text,
  appended_at    timestamptz  not null default now(),
  constraint audit_log_chained check (
    (position is null) = (hash is null) and (position is null) = (previous_hash is null)),
  constraint audit_log_sealed check (hash is not null or mac is not null)
);
create index audit_log_by_effective on audit_log (effective_id, id);
create index audit_log_by_actor on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_by_object on audit_log (object);
create index audit_log_by_act on audit_log (action, id);
create index audit_log_by_at on audit_log (at);
create index audit_log_by_time on audit_log (appended_at);
create index audit_log_unchained on audit_log (id) where position is null;

-- The only allowed update gives an entry its position, once.
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.position is null and new.position is not null
      and to_jsonb(new) - '{position,previous_hash,hash}'::text[]
        = to_jsonb(old) - '{position,previous_hash,hash}'::text[]
    then return new; end if;
  end if;
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- The values that an act of staff changed, masked. Deleted on request of the person they are about; the audit
-- log keeps only hashes of them.
create table audit_change (
  audit_id  bigint  primary key,
  before    jsonb,
  after     jsonb
);

-- Every process caches whole pages. This tells all of them that the content of a page has changed.
create function tell_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', '');
  return null;
end $$;
