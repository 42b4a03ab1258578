-- The lists of credit are read by age and by what is owed, fifty at a time, of all and of one state.
create index credit_application_by_age on credit_application (applied_at, id);
create index credit_application_by_state on credit_application (state, applied_at, id);
create index credit_account_by_age on credit_account (opened_at, id);
create index credit_account_by_owed on credit_account (owed_cents, id);
create index credit_account_by_status on credit_account (status, opened_at, id);
create index credit_account_by_status_and_owed on credit_account (status, owed_cents, id);
-- Said by the one above, with the id.
drop index credit_application_in_review;
