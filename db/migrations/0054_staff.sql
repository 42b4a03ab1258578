-- Roles of our people. Who could do everything until now is an owner.
alter table app_user drop constraint app_user_role_check;
update app_user set role = 'owner' where role = 'admin';
alter table app_user add constraint app_user_role_check
  check (role in ('customer', 'owner', 'manager', 'support', 'credit', 'content', 'auditor'));
create index app_user_staff on app_user (id) where role <> 'customer';

-- When this session last gave a code of the authenticator app: what is sensitive asks for a fresh one.
alter table session add column fresh_factor_at timestamptz;
