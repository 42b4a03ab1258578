-- Credit: companies, applications and their decisions, the ledger, and the collection of Net 30 invoices.

-- One business for each person. The EIN is encrypted with a key outside the database. `ein_index` is a keyed
-- hash, which finds the same EIN on another account.
create table company (
  id               text         primary key,
  user_id          text         not null unique references app_user,
  legal_name       text         not null,
  entity_type      text         not null check (
                     entity_type in ('llc', 'corporation', 'partnership', 'nonprofit', 'other')),
  -- Null: not formed in the United States.
  formation_state  text         check (formation_state ~ '^[A-Z]{2}$'),
  formed_on        date         not null,
  ein_sealed       text,
  ein_index        text,
  ein_last4        text         check (ein_last4 ~ '^[0-9]{4}$'),
  address_line1    text         not null,
  city             text         not null,
  state            text         not null,
  postal_code      text         not null,
  country          text         not null,
  phone            text         not null,
  website          text         not null,
  applicant_role   text         not null check (
                     applicant_role in ('owner', 'officer', 'member', 'manager', 'other')),
  attested_at      timestamptz  not null,
  created_at       timestamptz  not null,
  updated_at       timestamptz  not null,
  erased_at        timestamptz,
  check ((ein_sealed is null) = (ein_last4 is null)),
  check ((erased_at is null) = (ein_sealed is not null))
);
create index company_by_ein on company (ein_index) where ein_index is not null;

create table credit_account (
  id               text         primary key,
  user_id          text         not null unique references app_user,
  status           text         not null check (status in ('open', 'closed')),
  close_reason     text         check (close_reason in ('by_customer', 'written_off', 'account_deleted')),
  ein_index        text,
  opened_at        timestamptz  not null,
  closed_at        timestamptz,
  -- Sums of the movements. Only their trigger writes them. -limit = available + hold + owed.
  limit_cents      bigint       not null default 0 check (limit_cents between -5000000 and 0),
  available_cents  bigint       not null default 0,
  hold_cents       bigint       not null default 0 check (hold_cents >= 0),
  owed_cents       bigint       not null default 0 check (owed_cents >= 0),
  check (limit_cents + available_cents + hold_cents + owed_cents = 0),
  check ((status = 'closed') = (closed_at is not null) and (status = 'closed') = (close_reason is not null))
);
create unique index credit_account_one_per_ein on credit_account (ein_index) where status = 'open';
create index credit_account_by_ein on credit_account (ein_index) where ein_index is not null;
create index credit_account_by_age on credit_account (opened_at, id);
create index credit_account_by_owed on credit_account (owed_cents, id);
create index credit_account_by_status on credit_account (status, opened_at, id);
create index credit_account_by_status_and_owed on credit_account (status, owed_cents, id);

-- The ledger. A movement is one business fact. Its four columns are entries on the accounts limit (granted,
-- negative), available, hold (promised to an order), and owed (invoiced), and their sum is zero.
create table credit_movement (
  id               bigint       generated always as identity primary key,
  account_id       text         not null references credit_account,
  -- The fact itself, such as invoice-issued:inv_…: a repeat is no second movement.
  key              text         not null unique,
  kind             text         not null check (kind in (
                     'approved', 'raised', 'bonus', 'booster', 'held', 'invoiced', 'paid', 'released', 'voided',
                     'credited', 'returned', 'booster_back', 'bonus_back', 'lowered', 'closed', 'written_off',
                     'given_up')),
  limit_cents      bigint       not null,
  available_cents  bigint       not null,
  hold_cents       bigint       not null,
  owed_cents       bigint       not null,
  reason           text         not null check (reason ~ '^[a-z0-9_]+$'),
  rule_version     text         not null,
  inputs           jsonb        not null,
  -- Null: the shop itself.
  actor_id         text         references app_user,
  order_id         text         references shop_order,
  invoice_id       text         references invoice,
  at               timestamptz  not null,
  constraint credit_movement_balances check (limit_cents + available_cents + hold_cents + owed_cents = 0),
  -- From which account to which, by kind. The last line is 'written_off'.
  constraint credit_movement_sides check (case
    when kind in ('approved', 'raised', 'bonus', 'booster')
      then limit_cents < 0 and available_cents > 0 and hold_cents = 0 and owed_cents = 0
    when kind = 'held' then available_cents < 0 and hold_cents > 0 and limit_cents = 0 and owed_cents = 0
    when kind = 'invoiced' then hold_cents < 0 and owed_cents > 0 and limit_cents = 0 and available_cents = 0
    when kind in ('paid', 'voided', 'credited', 'given_up')
      then owed_cents < 0 and available_cents > 0 and limit_cents = 0 and hold_cents = 0
    when kind = 'released' then hold_cents < 0 and available_cents > 0 and limit_cents = 0 and owed_cents = 0
    when kind = 'returned' then available_cents < 0 and owed_cents > 0 and limit_cents = 0 and hold_cents = 0
    when kind in ('booster_back', 'bonus_back', 'lowered', 'closed')
      then available_cents < 0 and limit_cents > 0 and hold_cents = 0 and owed_cents = 0
    else owed_cents < 0 and limit_cents > 0 and available_cents = 0 and hold_cents = 0 end),
  constraint credit_movement_order check (hold_cents = 0 or order_id is not null),
  constraint credit_movement_invoice check (owed_cents = 0 or invoice_id is not null)
);
create index credit_movement_by_account on credit_movement (account_id, id);
create index credit_movement_by_order on credit_movement (order_id) where order_id is not null;
create index credit_movement_by_invoice on credit_movement (invoice_id) where invoice_id is not null;
create index credit_movement_by_actor on credit_movement (actor_id) where actor_id is not null;
create index credit_movement_by_time on credit_movement (at);
create index credit_movement_owed_by_time on credit_movement (at) include (kind, owed_cents)
  where owed_cents <> 0;

-- Adds a movement to its account. The code locks the account first. Rejects a hold beyond the available
-- credit, and a negative amount held for an order or owed for an invoice. A lowered limit may make the
-- available credit negative.
create function credit_movement_counts() returns trigger language plpgsql as $$
begin
  update credit_account set limit_cents = limit_cents + new.limit_cents,
    available_cents = available_cents + new.available_cents,
    hold_cents = hold_cents + new.hold_cents, owed_cents = owed_cents + new.owed_cents
  where id = new.account_id;
  if new.kind = 'held' and (select available_cents from credit_account where id = new.account_id) < 0 then
    raise exception 'credit account % has not that much available', new.account_id;
  end if;
  if new.hold_cents < 0
    and (select sum(hold_cents) from credit_movement where order_id = new.order_id) < 0 then
    raise exception 'order % does not hold that much credit', new.order_id;
  end if;
  if new.owed_cents < 0
    and (select sum(owed_cents) from credit_movement where invoice_id = new.invoice_id) < 0 then
    raise exception 'not that much is owed for invoice %', new.invoice_id;
  end if;
  return null;
end $$;
create trigger credit_movement_counts after insert on credit_movement
  for each row execute function credit_movement_counts();

create function credit_book_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_name; end $$;
create trigger credit_movement_append_only before update or delete on credit_movement
  for each row execute function credit_book_is_append_only();
create trigger credit_movement_never_emptied before truncate on credit_movement
  for each statement execute function credit_book_is_append_only();

-- Balances change only inside the trigger of a movement.
create function credit_balance_follows_movements() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a credit account is never deleted'; end if;
  if tg_op = 'INSERT' then
    if row (new.limit_cents, new.available_cents, new.hold_cents, new.owed_cents)
      <> row (0::bigint, 0::bigint, 0::bigint, 0::bigint)
    then raise exception 'a credit account begins with nothing'; end if;
  elsif pg_trigger_depth() < 2 and row (new.limit_cents, new.available_cents, new.hold_cents, new.owed_cents)
    is distinct from row (old.limit_cents, old.available_cents, old.hold_cents, old.owed_cents)
  then raise exception 'the balance of a credit account changes with its movements only'; end if;
  return new;
end $$;
create trigger credit_balance_follows_movements before insert or update or delete on credit_account
  for each row execute function credit_balance_follows_movements();

-- Why an account may not buy on credit. `past_due` ends with the payment, `changed_company` with a new
-- decision or the closing of the account, and `staff` only by staff.
create table credit_freeze (
  id          text         primary key,
  account_id  text         not null references credit_account,
  kind        text         not null check (kind in ('past_due', 'staff', 'changed_company')),
  reason      text         not null,
  started_at  timestamptz  not null,
  ended_at    timestamptz,
  actor_id    text         references app_user,
  check (ended_at >= started_at)
);
create unique index credit_freeze_one_of_a_kind on credit_freeze (account_id, kind) where ended_at is null;
create index credit_freeze_by_account on credit_freeze (account_id);
create index credit_freeze_by_actor on credit_freeze (actor_id) where actor_id is not null;

-- `change`: the company was changed after an approval.
create table credit_application (
  id          text         primary key,
  user_id     text         not null references app_user,
  company_id  text         not null references company,
  kind        text         not null check (kind in ('first', 'change')),
  state       text         not null check (state in ('in_review', 'approved', 'declined', 'withdrawn')),
  applied_at  timestamptz  not null,
  decided_at  timestamptz,
  -- The earliest day of another application after a decline.
  again_on    date,
  check ((state = 'in_review') = (decided_at is null)),
  check ((state = 'declined') = (again_on is not null))
);
create unique index credit_application_one_open on credit_application (user_id) where state = 'in_review';
create index credit_application_by_user on credit_application (user_id, applied_at desc);
create index credit_application_by_age on credit_application (applied_at, id);
create index credit_application_by_state on credit_application (state, applied_at, id);
create index credit_application_changed on credit_application (greatest(applied_at, decided_at));

-- Every decision with its inputs. `actor_id` is null where the published rules decided.
create table credit_decision (
  id              bigint       generated always as identity primary key,
  application_id  text         not null references credit_application,
  outcome         text         not null check (outcome in ('approve', 'review', 'decline')),
  reasons         text[]       not null,
  rule_version    text         not null,
  inputs          jsonb        not null,
  limit_cents     integer      check (limit_cents > 0),
  actor_id        text         references app_user,
  at              timestamptz  not null,
  check ((outcome = 'approve') = (limit_cents is not null)),
  check (outcome = 'approve' or cardinality(reasons) > 0)
);
create index credit_decision_by_application on credit_decision (application_id, id);
create index credit_decision_by_actor on credit_decision (actor_id) where actor_id is not null;
create index credit_decision_by_time on credit_decision (at);
create trigger credit_decision_append_only before update or delete on credit_decision
  for each row execute function credit_book_is_append_only();

-- Who agreed to the credit terms or to automatic payments. The words are in consent_text.
create table credit_consent (
  id              bigint       generated always as identity primary key,
  kind            text         not null check (kind in ('credit_terms', 'autopay')),
  version         text         not null,
  user_id         text         not null references app_user,
  application_id  text         references credit_application,
  given_at        timestamptz  not null,
  client_address  text,
  foreign key (kind, version) references consent_text,
  unique (application_id, kind)
);
create index credit_consent_by_user on credit_consent (user_id);

-- Emails about credit, each sent once. Keys: approved:{application}, reminder:{invoice}:{day},
-- frozen:{freeze}.
create table credit_notice (
  key         text         primary key,
  user_id     text         not null references app_user,
  kind        text         not null,
  invoice_id  text         references invoice,
  mail_id     text         not null unique,
  at          timestamptz  not null
);
create index credit_notice_by_user on credit_notice (user_id);

-- The request to the processor for a Net 30 invoice, frozen before the first call.
create table credit_invoice_request (
  invoice_id  text         primary key references invoice,
  request     jsonb        not null,
  generation  integer      not null default 1 check (generation > 0),
  keyed_at    timestamptz  not null
);

-- The card that pays each invoice on its due date, with the consent of its owner.
create table credit_autopay (
  account_id  text         primary key references credit_account,
  card_ref    text         not null,
  card_brand  text         not null,
  card_last4  text         not null check (card_last4 ~ '^[0-9]{4}$'),
  since       timestamptz  not null
);

-- One attempt each time an invoice is opened: at its issue, and after a bank took a payment back.
create table credit_autopay_try (
  invoice_id  text         not null references invoice,
  card_ref    text         not null,
  keyed_at    timestamptz  not null,
  decided_at  timestamptz,
  outcome     text         check (outcome in ('paid', 'declined', 'requires_action', 'not_needed')),
  reopened    integer      not null default 0 check (reopened >= 0),
  primary key (invoice_id, reopened),
  check ((decided_at is null) = (outcome is null))
);
create index credit_autopay_try_open on credit_autopay_try (keyed_at) where decided_at is null;
