-- A new address for an account: it counts once both addresses have said so, each by a link of its own.
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('confirm_email', 'reset_password', 'set_password', 'change_email_old', 'change_email_new'));

-- At most one is under way for a person. The row goes once it is done, canceled or replaced.
create table email_change (
  user_id           text        primary key references app_user,
  new_email         text        not null,
  old_confirmed_at  timestamptz,
  new_confirmed_at  timestamptz,
  asked_at          timestamptz not null,
  expires_at        timestamptz not null
);
alter table session drop constraint session_revoke_reason_check;
alter table session add constraint session_revoke_reason_check check (revoke_reason in
  ('log_out', 'reuse', 'password_change', 'password_reset', 'two_factor_on', 'email_change', 'ended_by_user', 'ended_by_admin', 'account_closed'));
create index email_change_by_age on email_change (expires_at);
