-- What an administrator may do for a customer, and the codes that open an account whose owner lost the authenticator app.

-- Ten codes on paper. The hash is keyed, because a code is short enough to be tried out on a copy of the database.
create table recovery_code (
  user_id     text        not null references app_user,
  hash        text        not null,
  created_at  timestamptz not null,
  used_at     timestamptz,
  primary key (user_id, hash)
);

-- Leave for one administrator to act as one customer, for half an hour at most and only from the log-in that it was given to.
-- The database itself refuses what the rules would never ask for.
create table impersonation_grant (
  id             text        primary key,
  admin_id       text        not null references app_user,
  target_id      text        not null references app_user,
  session_id     text        references session on delete set null,
  reason         text        not null check (length(trim(reason)) >= 10),
  stepped_up_at  timestamptz not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  check (admin_id <> target_id),
  check (expires_at > created_at and expires_at <= created_at + interval '30 minutes'),
  check (stepped_up_at <= created_at and stepped_up_at > created_at - interval '5 minutes')
);
create index impersonation_grant_by_session on impersonation_grant (session_id) where revoked_at is null;
create index impersonation_grant_by_target on impersonation_grant (target_id);

-- Letters to somebody whose account is closed: once they are sent, nothing of them is kept but what they were about.
alter table mail add column erase_when_sent boolean not null default false;
create index mail_by_address on mail (to_address);
-- Accounts that are closed, and still known to the card processor.
create index app_user_to_forget on app_user (deleted_at) where deleted_at is not null and customer_ref is not null;
