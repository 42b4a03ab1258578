-- A freeze because a changed company was declined is of a kind of its own, beside one that staff set for another reason: each ends by itself.
alter table credit_freeze drop constraint credit_freeze_kind_check;
alter table credit_freeze add constraint credit_freeze_kind_check check (kind in ('past_due', 'staff', 'changed_company'));
update credit_freeze set kind = 'changed_company' where kind = 'staff' and reason = 'company_changed';
-- It belongs to the account as it was approved: closing ends it.
update credit_freeze set ended_at = greatest(now(), started_at) from credit_account
where credit_account.id = account_id and kind = 'changed_company' and ended_at is null and (status = 'closed' or opened_at > started_at);

-- Automatic payments try an invoice once for each time that it is opened: at its issue, and whenever a bank took back what it was paid with.
alter table credit_autopay_try add column reopened integer not null default 0 check (reopened >= 0);
alter table credit_autopay_try drop constraint credit_autopay_try_pkey, add primary key (invoice_id, reopened);

-- Past due, and since then the processor could not be asked whether it was paid.
alter table invoice add column unread_since timestamptz check (unread_since is null or kind = 'net30');
