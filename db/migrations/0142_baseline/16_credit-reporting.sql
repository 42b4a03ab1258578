-- Reporting to Factiiv: a customer's connection, the facts to report, the calls that were made, and scores.

create table bureau_connection (
  id              text         primary key,
  user_id         text         not null references app_user,
  bureau_user_id  text         not null,
  profile_id      text         not null,
  -- Encrypted with a key outside the database; erased when the connection ends.
  key_sealed      text,
  state           text         not null check (state in ('connected', 'revoked', 'ended')),
  connected_at    timestamptz  not null,
  ended_at        timestamptz,
  synced_at       timestamptz,
  -- When the decisions of the bureau were last read.
  checked_at      timestamptz,
  next_score_at   timestamptz  not null,
  -- Not before this, after a failure or by a rule of the bureau.
  next_send_at    timestamptz,
  failures        integer      not null default 0 check (failures >= 0),
  -- The last month whose summary was emailed, such as 2026-10.
  told_month      text         check (told_month ~ '^\d{4}-\d{2}$'),
  -- The business as the bureau names it. Null: the bureau did not say.
  business_name   text,
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (key_sealed is null))
);
create unique index bureau_connection_one_per_user on bureau_connection (user_id) where state <> 'ended';
create unique index bureau_connection_one_per_profile on bureau_connection (profile_id) where state <> 'ended';
create index bureau_connection_by_user on bureau_connection (user_id);
create index bureau_connection_scores on bureau_connection (next_score_at) where state = 'connected';

-- Who agreed to which terms. `terms_version` is null when the request did not say which terms were read.
create table reporting_consent (
  id             bigint       generated always as identity primary key,
  user_id        text         not null references app_user,
  terms_version  text,
  agreed_at      timestamptz  not null,
  withdrawn_at   timestamptz
);
create unique index reporting_consent_one on reporting_consent (user_id) where withdrawn_at is null;
create index reporting_consent_by_user on reporting_consent (user_id);

-- One call to the bureau, recorded before it is made. Its id is our reference there, which finds a lost
-- answer.
create table bureau_report (
  id                   text         primary key,
  connection_id        text         not null references bureau_connection,
  profile_id           text         not null,
  kind                 text         not null check (
                         kind in ('trade', 'change', 'withdrawal', 'activity', 'activity_withdrawal')),
  -- The trade that it opens or is about, such as order:ord_… or line:<account>.
  trade                text         not null,
  fields               jsonb        not null,
  recorded_at          timestamptz  not null,
  -- By the machine's clock: one process at a time makes the call.
  leased_until         timestamptz,
  tried_at             timestamptz,
  sent_at              timestamptz,
  bureau_ref           text,
  counterparty_status  text         check (counterparty_status in ('pending', 'accepted', 'rejected')),
  bureau_status        text         check (bureau_status in ('pending', 'accepted', 'rejected')),
  reason               text,
  refused_at           timestamptz,
  withdrawn_at         timestamptz,
  -- The activity that this call withdraws, because its invoice was voided.
  withdraws            text         references bureau_report,
  check ((sent_at is null) = (bureau_ref is null)),
  check (sent_at is null or refused_at is null),
  check (tried_at is not null or sent_at is null),
  constraint bureau_report_withdrawn check (
    withdrawn_at is null or (sent_at is not null and kind in ('trade', 'activity'))),
  constraint bureau_report_withdraws check ((kind = 'activity_withdrawal') = (withdraws is not null))
);
-- One unanswered call for each connection.
create unique index bureau_report_one_open on bureau_report (connection_id)
  where sent_at is null and refused_at is null;
-- One trade for each purchase, and one line for each business. A withdrawn one can be reported again.
create unique index bureau_report_one_trade on bureau_report (profile_id, trade)
  where kind = 'trade' and refused_at is null and withdrawn_at is null;
create unique index bureau_report_one_withdrawal on bureau_report (withdraws) where withdraws is not null;
create index bureau_report_by_trade on bureau_report (profile_id, trade);
create index bureau_report_awaited on bureau_report (connection_id)
  where sent_at is not null and withdrawn_at is null
    and (counterparty_status = 'pending' or (counterparty_status = 'accepted' and bureau_status = 'pending'));
create index bureau_report_by_time on bureau_report (recorded_at);

-- One fact of a customer's purchases, reported once.
create table reporting_item (
  id               text         primary key,
  user_id          text         not null references app_user,
  -- The fact itself, such as order:ord_…, refund:ref_…, or movement:12: a repeat is no second item.
  fact             text         not null unique,
  kind             text         not null check (
                     kind in ('purchase', 'line', 'charge', 'payment', 'collections', 'chargeoff', 'correction')),
  -- The trade that it opens or is about.
  trade            text         not null,
  order_id         text         references shop_order,
  invoice_id       text         references invoice,
  amount_cents     bigint       not null check (amount_cents >= 0),
  days_late        integer      not null default 0 check (days_late in (0, 31, 61, 91)),
  happened_at      timestamptz  not null,
  created_at       timestamptz  not null,
  changed_at       timestamptz  not null,
  state            text         not null default 'queued' check (state in (
                     'queued', 'sent', 'awaiting_you', 'awaiting_factiiv', 'accepted', 'rejected', 'disputed',
                     'not_reported', 'withdrawn')),
  reason           text,
  report_id        text         references bureau_report,
  dispute_message  text,
  disputed_at      timestamptz,
  dispute_answer   text,
  answered_at      timestamptz,
  -- A rule of the bureau delays it, such as one activity for each trade and day. Null: at once.
  not_before       timestamptz,
  constraint reporting_item_check1 check (
    (dispute_message is null) = (disputed_at is null) and (dispute_answer is null) = (answered_at is null)),
  constraint reporting_item_check2 check (answered_at is null or disputed_at is not null)
);
create index reporting_item_queue on reporting_item (user_id, happened_at, id) where state = 'queued';
create index reporting_item_by_user on reporting_item (user_id, happened_at desc, id desc);
create index reporting_item_by_order on reporting_item (order_id) where order_id is not null;
create index reporting_item_by_report on reporting_item (report_id) where report_id is not null;
create index reporting_item_disputed on reporting_item (disputed_at)
  where answered_at is null and disputed_at is not null;
create index reporting_item_rejected on reporting_item (changed_at) where state = 'rejected';
create index reporting_item_changed on reporting_item (changed_at);

-- Every movement of the ledger is a fact to report, from the connection on and with the consent of its owner.
create function credit_movement_is_reported() returns trigger language plpgsql as $$
declare
  late integer := case
    when new.kind = 'paid' then
      ((new.inputs ->> 'paidAt')::timestamptz at time zone 'UTC')::date - (new.inputs ->> 'dueOn')::date
    when new.kind = 'written_off' then (new.at at time zone 'UTC')::date - (new.inputs ->> 'dueOn')::date
    else 0 end;
begin
  insert into reporting_item (id, user_id, fact, kind, trade, order_id, invoice_id, amount_cents, days_late,
    happened_at, created_at, changed_at)
  select
    'rep_' || substr(translate(
      encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_'), 1, 22),
    account.user_id, 'movement:' || new.id,
    case
      when new.kind = 'invoiced' then 'charge'
      when new.kind = 'paid' then 'payment'
      when new.kind = 'written_off' then 'chargeoff'
      when new.owed_cents <> 0 then 'correction'
      else 'line' end,
    'line:' || account.id, new.order_id, new.invoice_id,
    abs(case when new.owed_cents <> 0 then new.owed_cents else new.limit_cents end),
    case when late >= 91 then 91 when late >= 61 then 61 when late >= 31 then 31 else 0 end,
    new.at, new.at, new.at
  from credit_account account
  join bureau_connection connection on connection.user_id = account.user_id and connection.state <> 'ended'
  join reporting_consent consent on consent.user_id = account.user_id and consent.withdrawn_at is null
  where account.id = new.account_id and new.kind not in ('held', 'released');
  return null;
end $$;
create trigger credit_movement_is_reported after insert on credit_movement
  for each row execute function credit_movement_is_reported();

create table credit_score (
  id           text         primary key,
  user_id      text         not null references app_user,
  profile_id   text         not null,
  value        integer,
  trade_lines  integer      check (trade_lines >= 0),
  read_at      timestamptz  not null
);
create index credit_score_by_user on credit_score (user_id, profile_id, read_at desc, id desc);

-- What a commercial trade file needs of each account, at the end of each month.
create table bureau_month (
  account_id      text    not null references credit_account,
  month           text    not null check (month ~ '^\d{4}-\d{2}$'),
  as_of           date    not null,
  manner          text    not null check (manner in ('prompt', 'late_31', 'late_61', 'late_91', 'none')),
  high_cents      bigint  not null check (high_cents >= 0),
  owing_cents     bigint  not null check (owing_cents >= 0),
  past_due_cents  bigint  not null check (past_due_cents >= 0),
  terms           text    not null,
  last_sale_on    date,
  primary key (account_id, month)
);
