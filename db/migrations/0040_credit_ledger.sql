-- The book of account credit: one account for a customer's business, and every movement between the four accounts of the ledger.
-- A movement takes an amount from one of the four and gives it to another, so the entries of each sum to zero. `limit` is what was granted.
create table credit_account (
  id          text        primary key,
  user_id     text        not null unique references app_user,
  opened_at   timestamptz not null,
  closed_at   timestamptz
);

create table credit_movement (
  account_id       text        not null references credit_account,
  -- From 1 on, without a gap: the order in which the book is read.
  number           integer     not null check (number > 0),
  -- The fact that it is of, such as `invoice-issued:inv_…`: a fact moves the book once.
  key              text        not null unique,
  reason           text        not null,
  from_account     text        not null,
  to_account       text        not null,
  amount_cents     integer     not null check (amount_cents > 0),
  approved_after   integer     not null check (approved_after between 0 and 5000000),
  available_after  integer     not null,
  hold_after       integer     not null check (hold_after >= 0),
  owed_after       integer     not null check (owed_after >= 0),
  -- Which rule led to it, and with what.
  rule             text        not null,
  inputs           jsonb       not null default '{}',
  -- Null: the shop itself.
  actor_id         text        references app_user,
  order_id         text        references shop_order,
  invoice_id       text        references invoice,
  made_at          timestamptz not null,
  primary key (account_id, number),
  check (approved_after = available_after + hold_after + owed_after),
  check ((reason, from_account, to_account) in (
    ('approved', 'limit', 'available'), ('raised', 'limit', 'available'), ('bonus', 'limit', 'available'), ('booster', 'limit', 'available'),
    ('purchased', 'available', 'hold'),
    ('invoiced', 'hold', 'owed'),
    ('paid', 'owed', 'available'),
    ('order_canceled', 'hold', 'available'), ('invoice_voided', 'owed', 'available'),
    ('payment_returned', 'available', 'owed'),
    ('lowered', 'available', 'limit'), ('bonus_returned', 'available', 'limit'), ('booster_returned', 'available', 'limit'),
    ('written_off', 'owed', 'limit')))
);
create index credit_movement_by_order on credit_movement (order_id) where order_id is not null;
create index credit_movement_by_invoice on credit_movement (invoice_id) where invoice_id is not null;

create function credit_movement_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception 'the book of credit is append-only'; end $$;
create trigger credit_movement_append_only before update or delete on credit_movement
  for each row execute function credit_movement_is_append_only();
create trigger credit_movement_never_emptied before truncate on credit_movement
  for each statement execute function credit_movement_is_append_only();

-- What is carried after a movement is what was carried before it, moved by its amount; nothing is bought with what is not there.
create function credit_movement_follows() returns trigger language plpgsql as $$
declare
  last record;
  share integer[];
begin
  select number, approved_after, available_after, hold_after, owed_after into last
    from credit_movement where account_id = new.account_id order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 then raise exception 'movement % of % leaves a gap', new.number, new.account_id; end if;
  select array_agg(new.amount_cents * ((new.to_account = name)::integer - (new.from_account = name)::integer) order by position) into share
    from unnest(array['limit', 'available', 'hold', 'owed']) with ordinality as known (name, position);
  if (new.approved_after, new.available_after, new.hold_after, new.owed_after) is distinct from (
    coalesce(last.approved_after, 0) - share[1], coalesce(last.available_after, 0) + share[2], coalesce(last.hold_after, 0) + share[3],
    coalesce(last.owed_after, 0) + share[4])
  then raise exception 'movement % of % does not follow from the one before', new.number, new.account_id; end if;
  if new.reason = 'purchased' and new.available_after < 0 then raise exception 'movement % of % spends what is not there', new.number, new.account_id; end if;
  return new;
end $$;
create trigger credit_movement_follows before insert on credit_movement for each row execute function credit_movement_follows();
