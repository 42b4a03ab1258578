-- Counts the changes of a person's details, so that staff and the customer never overwrite one another silently.
alter table app_user add column version integer not null default 0;
