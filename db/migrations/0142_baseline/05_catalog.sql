-- The catalog: products, their benefits, and every price they had.

-- A product with neither price needs an evaluation first and never enters a cart.
create table product (
  id                        text         primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  name                      text         not null,
  kind                      text         not null check (kind in ('simple', 'subscription')),
  price_cents               integer      check (price_cents >= 0),
  subscription_price_cents  integer      check (subscription_price_cents >= 0),
  subscription_period       text         check (subscription_period in ('month', 'year')),
  image                     text         not null,
  position                  integer      not null,
  active                    boolean      not null default true,
  created_at                timestamptz  not null default now(),
  -- Counts changes by staff, so that two of them never overwrite each other.
  version                   integer      not null default 0 check (version >= 0),
  changed_at                timestamptz,
  changed_by                text         references app_user,
  product_group             text         not null default 'other' check (
                              product_group in ('formation', 'tax', 'presence', 'upkeep', 'growth', 'other')),
  -- Lists, steps, and questions of the product's page (contract/product-details.ts). Null: not written yet.
  details                   jsonb,
  check ((kind = 'subscription') = (subscription_period is not null)),
  check (kind = 'subscription' or subscription_price_cents is null)
)
-- Stores long texts outside the table, so that reading the list reads few blocks.
with (toast_tuple_target = 256);
create index product_shelf on product (position) where active;
create trigger product_changed after insert or update or delete on product
  for each statement execute function tell_content_changed();

create table product_benefit (
  product_id  text     not null references product on delete cascade,
  position    integer  not null,
  text        text     not null,
  primary key (product_id, position)
);
create trigger product_benefit_changed after insert or update or delete on product_benefit
  for each statement execute function tell_content_changed();

-- Every price of a product. Only the triggers below write it, so no change is missed.
create table product_price (
  id                        bigint       generated always as identity primary key,
  product_id                text         not null references product on delete cascade,
  price_cents               integer,
  subscription_price_cents  integer,
  since                     timestamptz  not null,
  changed_by                text         references app_user
);
create index product_price_by_product on product_price (product_id, id);

create function product_price_is_kept() returns trigger language plpgsql as $$
declare
  -- A change outside the console has no person, and the time of its statement.
  by_staff boolean := tg_op = 'INSERT' or new.version <> old.version;
begin
  insert into product_price (product_id, price_cents, subscription_price_cents, since, changed_by)
  values (new.id, new.price_cents, new.subscription_price_cents,
    case when by_staff then coalesce(new.changed_at, now()) else now() end,
    case when by_staff then new.changed_by end);
  return null;
end $$;
create trigger product_price_is_kept after insert on product
  for each row execute function product_price_is_kept();
create trigger product_price_change_is_kept after update of price_cents, subscription_price_cents on product
  for each row when (old.price_cents is distinct from new.price_cents
    or old.subscription_price_cents is distinct from new.subscription_price_cents)
  execute function product_price_is_kept();
