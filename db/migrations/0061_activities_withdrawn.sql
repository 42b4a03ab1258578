-- An activity is taken back when its invoice is voided, by a call that is recorded as every other, once.
alter table bureau_report drop constraint bureau_report_kind_check;
alter table bureau_report add constraint bureau_report_kind_check check (kind in ('trade', 'change', 'withdrawal', 'activity', 'activity_withdrawal'));
alter table bureau_report add column withdraws text references bureau_report;
alter table bureau_report add constraint bureau_report_withdraws check ((kind = 'activity_withdrawal') = (withdraws is not null));
create unique index bureau_report_one_withdrawal on bureau_report (withdraws) where withdraws is not null;

-- What one activity had put together and is still true waits again, also what somebody has asked about before.
alter table reporting_item drop constraint reporting_item_check;
