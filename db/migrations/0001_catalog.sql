-- The catalogue. A product with neither price needs evaluation and is never put in a cart.
create table product (
  id                        text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  name                      text    not null,
  kind                      text    not null check (kind in ('simple', 'subscription')),
  price_cents               integer check (price_cents >= 0),
  subscription_price_cents  integer check (subscription_price_cents >= 0),
  subscription_period       text    check (subscription_period in ('month', 'year')),
  image                     text    not null,
  position                  integer not null,
  active                    boolean not null default true,
  created_at                timestamptz not null default now(),
  check ((kind = 'subscription') = (subscription_period is not null)),
  check (kind = 'subscription' or subscription_price_cents is null)
);
create index product_shelf on product (position) where active;

create table product_benefit (
  product_id  text    not null references product on delete cascade,
  position    integer not null,
  text        text    not null,
  primary key (product_id, position)
);
