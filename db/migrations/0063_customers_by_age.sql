-- The list of customers is read by age, fifty at a time.
create index app_user_by_age on app_user (created_at, id) where role = 'customer' and deleted_at is null;
