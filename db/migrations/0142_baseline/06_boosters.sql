-- Boosters: each raises a credit limit by its amount once it is paid. An order of the kind `booster` sells
-- it.

create table booster (
  id                           text         primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  title                        text         not null,
  -- The smallest amount a card can pay.
  price_cents                  integer      not null check (price_cents >= 50),
  credit_limit_increase_cents  integer      not null check (credit_limit_increase_cents between 1 and 5000000),
  description                  text         not null,
  bg_color                     text         not null check (bg_color ~ '^#[0-9a-f]{6}$'),
  position                     integer      not null,
  active                       boolean      not null default true,
  created_at                   timestamptz  not null default now(),
  version                      integer      not null default 0 check (version >= 0),
  changed_at                   timestamptz,
  changed_by                   text         references app_user
);

-- Every price of a booster, written like those of products.
create table booster_price (
  id           bigint       generated always as identity primary key,
  booster_id   text         not null references booster on delete cascade,
  price_cents  integer      not null,
  since        timestamptz  not null,
  changed_by   text         references app_user
);
create index booster_price_by_booster on booster_price (booster_id, id);

create function booster_price_is_kept() returns trigger language plpgsql as $$
declare
  -- A change outside the console has no person, and the time of its statement.
  by_staff boolean := tg_op = 'INSERT' or new.version <> old.version;
begin
  insert into booster_price (booster_id, price_cents, since, changed_by)
  values (new.id, new.price_cents, case when by_staff then coalesce(new.changed_at, now()) else now() end,
    case when by_staff then new.changed_by end);
  return null;
end $$;
create trigger booster_price_is_kept after insert on booster
  for each row execute function booster_price_is_kept();
create trigger booster_price_change_is_kept after update of price_cents on booster
  for each row when (old.price_cents <> new.price_cents) execute function booster_price_is_kept();
