-- Whose card it is that pays for renewals: the account that the purchase itself made. Null: the payer was logged in, which the payment tells,
-- or somebody for whom there is no account, whose card must not come among anybody's saved cards.
alter table subscription add column payer_id text references app_user;
