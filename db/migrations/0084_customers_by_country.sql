-- The list of customers of one country: without it, a rare country is looked for among all customers.
create index app_user_by_country on app_user (country, created_at, id) where role = 'customer' and deleted_at is null;
