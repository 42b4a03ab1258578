-- A log-in that gave a code of the second factor. What only an administrator may do asks for it: a session from before the factor was
-- turned on was opened by a password alone.
alter table session add column second_factor_at timestamptz;
alter table session drop constraint session_revoke_reason_check;
alter table session add constraint session_revoke_reason_check
  check (revoke_reason in ('log_out', 'reuse', 'password_change', 'password_reset', 'two_factor_on', 'ended_by_user', 'ended_by_admin', 'account_closed'));
