-- The console: support, notes, views, bulk actions, exports, figures, and the health of the shop.

-- Permission for one member of staff to act as one customer, from the session that requested it and for at
-- most 30 minutes. The checks reject what the rules must never grant.
create table impersonation_grant (
  id             text         primary key,
  admin_id       text         not null references app_user,
  target_id      text         not null references app_user,
  session_id     text         references session on delete set null,
  reason         text         not null check (length(trim(reason)) >= 10),
  stepped_up_at  timestamptz  not null,
  created_at     timestamptz  not null,
  expires_at     timestamptz  not null,
  revoked_at     timestamptz,
  check (admin_id <> target_id),
  check (expires_at > created_at and expires_at <= created_at + interval '30 minutes'),
  check (stepped_up_at <= created_at and stepped_up_at > created_at - interval '5 minutes')
);
create index impersonation_grant_by_session on impersonation_grant (session_id) where revoked_at is null;
create index impersonation_grant_by_target on impersonation_grant (target_id);

-- Notes of staff for each other.
create table staff_note (
  id          text         primary key,
  about_kind  text         not null check (about_kind in ('order', 'customer', 'message')),
  about_id    text         not null,
  text        text         not null check (length(trim(text)) > 0),
  author_id   text         not null references app_user,
  created_at  timestamptz  not null
);
create index staff_note_by_subject on staff_note (about_kind, about_id, created_at);
create index staff_note_by_author on staff_note (author_id);

-- A list with its view, filters, and order under a name, for one person or the whole team.
create table saved_view (
  id          text         primary key,
  -- The list's path below /admin.
  list        text         not null,
  name        text         not null check (length(trim(name)) > 0),
  -- The query parameters of the list.
  query       jsonb        not null,
  owner_id    text         not null references app_user,
  is_shared   boolean      not null default false,
  created_at  timestamptz  not null
);
create unique index saved_view_name_of_owner on saved_view (owner_id, list, lower(name));
create index saved_view_shared on saved_view (list) where is_shared;

-- An action on many records, or on one after a moment in which it can be undone. A job does each row in one
-- transaction and marks it, so nothing is done twice after a crash.
create table bulk_act (
  id         text         primary key,
  kind       text         not null,
  made_by    text         not null references app_user,
  -- Identifies the press of the button: the same press is the same action.
  press_key  text         not null,
  -- The filter of the list. Null: the rows were chosen one by one.
  filter     jsonb,
  state      text         not null check (state in ('waiting', 'running', 'done', 'stopped')),
  -- More rows matched than one action accepts.
  is_cut     boolean      not null default false,
  made_at    timestamptz  not null,
  -- By the database's clock. Until then the whole action can be undone.
  starts_at  timestamptz  not null,
  ended_at   timestamptz  check ((state in ('done', 'stopped')) = (ended_at is not null)),
  unique (made_by, press_key)
);
create index bulk_act_by_maker on bulk_act (made_by, made_at);
create index bulk_act_by_end on bulk_act (ended_at) where ended_at is not null;

create table bulk_row (
  act_id   text     not null references bulk_act on delete cascade,
  subject  text     not null,
  place    integer  not null,
  state    text     not null check (state in ('waiting', 'done', 'refused')),
  -- Why it was refused, as a sentence for staff.
  problem  text     not null default '' check ((state = 'refused') = (problem <> '')),
  primary key (act_id, subject)
);
create index bulk_row_waiting on bulk_row (act_id, place) where state = 'waiting';
-- Shows whether a contact answer can still be taken back.
create index bulk_row_by_subject on bulk_row (subject) where state = 'waiting';

-- A list that is too long to export during a request. A job writes its parts to the file store and emails a
-- link.
create table staff_export (
  id         text         primary key,
  list       text         not null,
  query      jsonb        not null,
  made_by    text         not null references app_user,
  asked_at   timestamptz  not null,
  state      text         not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  file_name  text         not null,
  -- The job's attempt that is running or has finished, and its parts that may be in the store.
  try        integer      not null default 0,
  parts      integer      not null default 0,
  row_count  integer,
  ready_at   timestamptz,
  -- When it is deleted, in any state.
  until      timestamptz  not null,
  check ((state = 'ready') = (ready_at is not null and row_count is not null))
);

-- The totals of a UTC day, so that reports do not slow down as the shop grows. The last weeks are totaled
-- again each night, because a cart of last week may be paid today.
create table daily_total (
  day                       date     primary key,
  takings_cents             bigint   not null,
  refunds_cents             bigint   not null,
  orders                    integer  not null,
  carts                     integer  not null,
  carts_paid                integer  not null,
  -- At the time of the first total. Null: the day is older than these columns.
  credit_outstanding_cents  bigint,
  credit_past_due_cents     bigint,
  -- What banks took back.
  disputes_cents            bigint   not null default 0
);

-- Days that changed after their total was stored, such as by a late dispute. Their total is computed on
-- reading until a night stores it again. Rows are only added, so two transactions never wait for each other.
create table daily_total_change (
  id   bigint  generated always as identity primary key,
  day  date    not null
);
create index daily_total_change_by_day on daily_total_change (day);

create function note_daily_total_change(moments timestamptz[]) returns void language sql as $$
  insert into daily_total_change (day)
  select distinct daily_total.day
  from unnest(moments) as moment join daily_total on daily_total.day = (moment at time zone 'UTC')::date
$$;

create function payment_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.succeeded_at, old.succeeded_at, new.created_at, old.created_at]);
  return null;
end $$;
create trigger daily_total_follows
  after insert or delete or update of status, amount_cents, received_cents, succeeded_at, created_at on payment
  for each row execute function payment_changes_daily_total();

create function refund_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.created_at, old.created_at]);
  return null;
end $$;
create trigger daily_total_follows
  after insert or delete or update of state, amount_cents, reason, created_at on refund
  for each row execute function refund_changes_daily_total();

create function credit_note_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.issued_at, old.issued_at, new.voided_at, old.voided_at]);
  return null;
end $$;
create trigger daily_total_follows
  after insert or delete or update of amount_cents, issued_at, voided_at on credit_note
  for each row execute function credit_note_changes_daily_total();

create function order_event_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.at, old.at]);
  return null;
end $$;
create trigger daily_total_follows
  after insert or delete or update of kind, amount_cents, at on order_event
  for each row execute function order_event_changes_daily_total();

create function shop_order_changes_daily_total() returns trigger language plpgsql as $$
begin
  perform note_daily_total_change(array[new.accepted_at, old.accepted_at]);
  return null;
end $$;
create trigger daily_total_follows
  after insert or delete or update of accepted_at on shop_order
  for each row execute function shop_order_changes_daily_total();

-- The last check of the invariants, for every process to show. A failed check keeps the earlier result.
create table invariant_check (
  id              boolean      primary key default true check (id),
  looked_at       timestamptz,
  violations      integer      check (violations >= 0),
  failed_at       timestamptz,
  -- The last full check, and the moment up to which changes are checked (record 0038).
  all_checked_at  timestamptz,
  changes_until   timestamptz
);

-- Checks of the audit log, newest last: nightly, and on request. A check continues from the one before.
create table audit_check (
  id           bigint       generated always as identity primary key,
  asked_by     text         references app_user,
  started_at   timestamptz  not null,
  ended_at     timestamptz  not null,
  entries      bigint       not null check (entries >= 0),
  newest_hash  text         not null,
  -- A limited number of sentences. Empty: nothing was changed.
  violations   jsonb        not null,
  is_whole     boolean      not null default true,
  -- Where the next check continues. The seal reveals a forged position.
  position     bigint,
  seal         text
);

-- The last result of what runs by hand or outside the shop.
create table operation_result (
  kind     text         primary key check (kind in ('verify', 'chaos', 'backup')),
  at       timestamptz  not null,
  is_good  boolean      not null,
  -- A sentence for staff: what was found, or where the backup is.
  summary  text         not null
);

-- The state of each part of the shop, checked every minute and totaled by UTC day. A minute without a check
-- counts as trouble.
create table status_day (
  part       text         not null check (part in ('orders', 'payments', 'email')),
  day        date         not null,
  checks     integer      not null,
  good       integer      not null,
  first_at   timestamptz  not null,
  last_at    timestamptz  not null,
  last_good  boolean      not null,
  primary key (part, day),
  check (good between 0 and checks)
);

-- When the processor last failed to answer any process.
create table processor_trouble (
  id  smallint     primary key check (id = 1),
  at  timestamptz  not null
);
