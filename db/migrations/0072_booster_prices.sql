-- Every price of a booster, written by the database itself, as those of products are.
create table booster_price (
  id           bigint      generated always as identity primary key,
  booster_id   text        not null references booster on delete cascade,
  price_cents  integer     not null,
  since        timestamptz not null,
  changed_by   text        references app_user
);
create index booster_price_by_booster on booster_price (booster_id, id);

insert into booster_price (booster_id, price_cents, since) select id, price_cents, created_at from booster;

create function booster_price_is_kept() returns trigger language plpgsql as $$
declare
  -- A change that did not come through the console has no person, and the moment of the statement.
  by_staff boolean := tg_op = 'INSERT' or new.version <> old.version;
begin
  insert into booster_price (booster_id, price_cents, since, changed_by)
  values (new.id, new.price_cents, case when by_staff then coalesce(new.changed_at, now()) else now() end,
    case when by_staff then new.changed_by end);
  return null;
end $$;
create trigger booster_price_is_kept after insert on booster for each row execute function booster_price_is_kept();
create trigger booster_price_change_is_kept after update of price_cents on booster for each row
  when (old.price_cents <> new.price_cents) execute function booster_price_is_kept();
