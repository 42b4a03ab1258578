-- What waits by a rule of the bureau, such as one activity for each trade and day, is not worth a look before this. Null: at once.
alter table reporting_item add column not_before timestamptz;
