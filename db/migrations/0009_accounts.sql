-- Customers and how they prove who they are. Nothing that is stored here lets its reader log in: passwords are hashes, and the
-- tokens that people carry are derived from a key that is not in the database.
create table app_user (
  id                     text        primary key,
  email                  text        not null check (email = lower(trim(email))),
  first_name             text        not null default '',
  last_name              text        not null default '',
  -- Not unique: a name that is refused because it is taken would tell who has an account.
  user_name              text        not null default '',
  phone                  text        not null default '',
  address                text        not null default '',
  city                   text        not null default '',
  country                text        not null default '',
  password_hash          text,
  password_changed_at    timestamptz,
  email_confirmed_at     timestamptz,
  role                   text        not null default 'customer' check (role in ('customer', 'admin')),
  customer_ref           text        unique,
  disabled_at            timestamptz,
  deleted_at             timestamptz,
  two_factor_secret      text,
  two_factor_enabled_at  timestamptz,
  two_factor_last_step   bigint,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  check ((password_hash is null) = (password_changed_at is null)),
  check (two_factor_enabled_at is null or two_factor_secret is not null)
);
create unique index app_user_email on app_user (email) where deleted_at is null;

-- One row is one log-in on one device. The refresh token that is valid now is the one of this generation; it is computed, not stored.
create table session (
  id             text        primary key,
  user_id        text        not null references app_user,
  generation     integer     not null default 0 check (generation >= 0),
  rotated_at     timestamptz not null,
  created_at     timestamptz not null,
  last_used_at   timestamptz not null,
  expires_at     timestamptz not null,
  ends_at        timestamptz not null,
  revoked_at     timestamptz,
  revoke_reason  text        check (revoke_reason in ('log_out', 'reuse', 'password_change', 'password_reset', 'ended_by_user', 'ended_by_admin', 'account_closed')),
  device         text        not null default '',
  ip             text        not null default '',
  check (expires_at <= ends_at),
  check ((revoked_at is null) = (revoke_reason is null))
);
create index session_by_user on session (user_id);
create index session_by_end on session (expires_at);

-- What a link in a letter carries. Only the hash is here, so a copy of the database opens nothing.
create table one_time_token (
  id          text        primary key,
  user_id     text        not null references app_user,
  purpose     text        not null check (purpose in ('confirm_email', 'reset_password', 'set_password')),
  hash        bytea       not null unique,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  voided_at   timestamptz,
  created_at  timestamptz not null
);
-- A newer token voids the older ones: at most one can be used.
create unique index one_time_token_one_live on one_time_token (user_id, purpose) where used_at is null and voided_at is null;

-- What a visitor asked for whose address may or may not be known. A job reads it and decides; the visitor's answer is the same.
create table account_request (
  id             text        primary key,
  kind           text        not null check (kind in ('register', 'forgot_password', 'resend_confirmation')),
  email          text        not null,
  registration   jsonb,
  password_hash  text,
  created_at     timestamptz not null,
  check ((kind = 'register') = (registration is not null and password_hash is not null))
);

-- How often something was tried. `free_at` is set where each further try has to wait longer.
create table account_limit (
  key      text        primary key,
  hits     integer     not null,
  ends_at  timestamptz not null,
  free_at  timestamptz,
  refused  boolean     not null
);
create index account_limit_ended on account_limit (ends_at);

-- Every act that matters for safety. Rows are only ever added, and each carries the hash of the one before it.
create table audit_log (
  id             bigint      generated always as identity primary key,
  at             timestamptz not null,
  actor_id       text,
  effective_id   text,
  ip             text        not null,
  route          text        not null,
  action         text        not null,
  object         text        not null,
  before_hash    text,
  after_hash     text,
  detail         jsonb       not null,
  previous_hash  text        not null,
  hash           text        not null unique
);
create index audit_log_by_effective on audit_log (effective_id, id);
create function audit_log_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception 'audit_log is append-only'; end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- The link of such a letter is filled in when it is sent, so that no stored letter holds a link that works.
alter table mail add column token_id text references one_time_token on delete set null;
create index mail_by_token on mail (token_id) where token_id is not null;
