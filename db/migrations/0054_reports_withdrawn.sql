-- What was withdrawn at the bureau counts there no more: nobody decides on it, its receipt says so, and the purchase may be reported anew,
-- such as when a dispute that was lost is won on appeal.

alter table bureau_report add column withdrawn_at timestamptz;
alter table bureau_report add constraint bureau_report_withdrawn check (withdrawn_at is null or (sent_at is not null and kind in ('trade', 'activity')));

alter table reporting_item drop constraint reporting_item_state_check;
alter table reporting_item add constraint reporting_item_state_check check (state in
  ('queued', 'sent', 'awaiting_you', 'awaiting_factiiv', 'accepted', 'rejected', 'disputed', 'not_reported', 'withdrawn'));

update bureau_report report set withdrawn_at = withdrawal.sent_at from bureau_report withdrawal
where withdrawal.kind = 'withdrawal' and withdrawal.sent_at is not null and report.kind in ('trade', 'activity') and report.sent_at is not null
  and report.profile_id = withdrawal.profile_id and report.trade = withdrawal.trade;
update reporting_item item set state = 'withdrawn' from bureau_report report
where report.id = item.report_id and report.withdrawn_at is not null and item.state in ('awaiting_you', 'awaiting_factiiv', 'accepted');

drop index bureau_report_one_trade;
create unique index bureau_report_one_trade on bureau_report (profile_id, trade) where kind = 'trade' and refused_at is null and withdrawn_at is null;
drop index bureau_report_awaited;
create index bureau_report_awaited on bureau_report (connection_id) where sent_at is not null and withdrawn_at is null
  and (counterparty_status = 'pending' or (counterparty_status = 'accepted' and bureau_status = 'pending'));
