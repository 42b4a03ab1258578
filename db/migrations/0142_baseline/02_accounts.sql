-- Accounts: people, sessions, links sent by email, and second factors. A reader of these tables cannot log
-- in: passwords are hashes, and tokens are derived from a key outside the database.

create table app_user (
  id                     text         primary key,
  email                  text         not null check (email = lower(trim(email))),
  first_name             text         not null default '',
  last_name              text         not null default '',
  -- Not unique: rejecting a taken name would reveal who has an account.
  user_name              text         not null default '',
  phone                  text         not null default '',
  address                text         not null default '',
  city                   text         not null default '',
  country                text         not null default '',
  password_hash          text,
  password_changed_at    timestamptz,
  email_confirmed_at     timestamptz,
  role                   text         not null default 'customer' check (
                           role in ('customer', 'owner', 'manager', 'support', 'credit', 'content', 'auditor')),
  -- The customer at the processor, who holds the saved cards.
  customer_ref           text         unique,
  disabled_at            timestamptz,
  deleted_at             timestamptz,
  two_factor_secret      text,
  two_factor_enabled_at  timestamptz,
  two_factor_last_step   bigint,
  created_at             timestamptz  not null default now(),
  updated_at             timestamptz  not null default now(),
  -- Counts changes of the details, so that staff and the customer never overwrite each other.
  version                integer      not null default 0,
  -- Of emails to this person.
  language               text         not null default 'en' check (language in ('en', 'es', 'ar')),
  -- SHA-256 of the mark in the browser that registered. Only that browser confirms the address without a
  -- press.
  registration_mark      bytea,
  check ((password_hash is null) = (password_changed_at is null)),
  check (two_factor_enabled_at is null or two_factor_secret is not null)
);
create unique index app_user_email on app_user (email) where deleted_at is null;
create index app_user_staff on app_user (id) where role <> 'customer';
create index app_user_by_age on app_user (created_at, id) where role = 'customer' and deleted_at is null;
create index app_user_by_country on app_user (country, created_at, id)
  where role = 'customer' and deleted_at is null;
create index app_user_changed on app_user (greatest(created_at, updated_at, disabled_at, deleted_at));
create index app_user_deleted on app_user (deleted_at) where deleted_at is not null;
-- Closed accounts that the processor still knows.
create index app_user_to_forget on app_user (deleted_at) where deleted_at is not null and customer_ref is not null;

-- One log-in on one device. The valid refresh token is the one of `generation`. It is computed, not stored.
create table session (
  id                text         primary key,
  user_id           text         not null references app_user,
  generation        integer      not null default 0 check (generation >= 0),
  rotated_at        timestamptz  not null,
  created_at        timestamptz  not null,
  last_used_at      timestamptz  not null,
  expires_at        timestamptz  not null,
  ends_at           timestamptz  not null,
  revoked_at        timestamptz,
  revoke_reason     text         check (revoke_reason in (
                      'log_out', 'reuse', 'password_change', 'password_reset', 'two_factor_on', 'email_change',
                      'ended_by_user', 'ended_by_admin', 'account_closed')),
  device            text         not null default '',
  ip                text         not null default '',
  -- Null: opened by a password alone, possibly before the second factor was turned on.
  second_factor_at  timestamptz,
  -- A session survives a new password, but its earlier tokens, which may have been copied, do not.
  first_generation  integer      not null default 0,
  -- The last code of the authenticator app. Sensitive acts require a fresh one.
  fresh_factor_at   timestamptz,
  check (expires_at <= ends_at),
  check ((revoked_at is null) = (revoke_reason is null)),
  constraint session_first_generation_check check (first_generation between 0 and generation)
);
create index session_by_user on session (user_id);
create index session_by_start on session (created_at);
-- The clean-up counts from this moment.
create index session_by_end on session (least(expires_at, revoked_at));

-- A link in an email. Only the hash of its token is stored, so a copy of the database opens nothing.
create table one_time_token (
  id          text         primary key,
  user_id     text         not null references app_user,
  purpose     text         not null check (purpose in (
                'confirm_email', 'reset_password', 'set_password', 'change_email_old', 'change_email_new')),
  hash        bytea        not null unique,
  expires_at  timestamptz  not null,
  used_at     timestamptz,
  voided_at   timestamptz,
  created_at  timestamptz  not null
);
-- A newer token voids the older ones, so at most one is valid.
create unique index one_time_token_one_live on one_time_token (user_id, purpose)
  where used_at is null and voided_at is null;
create index one_time_token_by_end on one_time_token (expires_at);
create index one_time_token_by_user on one_time_token (user_id);
create index one_time_token_misused on one_time_token (id) where used_at >= expires_at or used_at > voided_at;

-- A visitor's request about an address that may have an account. A job decides it, and the visitor's answer
-- is the same either way.
create table account_request (
  id             text         primary key,
  kind           text         not null check (kind in ('register', 'forgot_password', 'resend_confirmation')),
  email          text         not null,
  registration   jsonb,
  password_hash  text,
  created_at     timestamptz  not null,
  check ((kind = 'register') = (registration is not null and password_hash is not null))
);

-- Counts attempts. `free_at` is set where each further attempt has to wait longer.
create table account_limit (
  key      text         primary key,
  hits     integer      not null,
  ends_at  timestamptz  not null,
  free_at  timestamptz,
  refused  boolean      not null
);
create index account_limit_ended on account_limit (ends_at);

-- Ten printed codes that replace a lost authenticator app. The hash is keyed, because a code is short enough
-- to be guessed from a copy of the database.
create table recovery_code (
  user_id     text         not null references app_user,
  hash        text         not null,
  created_at  timestamptz  not null,
  used_at     timestamptz,
  primary key (user_id, hash)
);

-- A new address for an account. It takes effect when both addresses have confirmed it, each by its own link.
-- The row is deleted when the change is done, canceled, or replaced.
create table email_change (
  user_id           text         primary key references app_user,
  new_email         text         not null,
  old_confirmed_at  timestamptz,
  new_confirmed_at  timestamptz,
  asked_at          timestamptz  not null,
  expires_at        timestamptz  not null
);
create index email_change_by_age on email_change (expires_at);
