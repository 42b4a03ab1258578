-- Boosters: each raises a credit limit by its amount once it is paid. Bought with an order of a kind of its own, without a cart.
create table booster (
  id                           text    primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  title                        text    not null,
  -- No card can pay less.
  price_cents                  integer not null check (price_cents >= 50),
  credit_limit_increase_cents  integer not null check (credit_limit_increase_cents between 1 and 5000000),
  description                  text    not null,
  bg_color                     text    not null check (bg_color ~ '^#[0-9a-f]{6}$'),
  position                     integer not null,
  active                       boolean not null default true,
  created_at                   timestamptz not null default now()
);

-- Whoever buys a booster is known, since it is their account that it raises. One that waits for its payment is all a person needs.
alter table shop_order drop constraint shop_order_kind_check;
alter table shop_order add constraint shop_order_kind_check check (kind in ('card', 'free', 'booster'));
alter table shop_order add constraint shop_order_booster check (
  kind <> 'booster' or (user_id is not null and cart_id is null and discount_cents = 0 and status <> 'in_progress'));
create unique index shop_order_one_waiting_booster on shop_order (user_id) where kind = 'booster' and status = 'awaiting_payment';

-- `not_possible`: it was paid when the limit could not be raised any more, and the money goes back.
alter table shop_order drop constraint shop_order_cancel_reason_check;
alter table shop_order add constraint shop_order_cancel_reason_check check (cancel_reason in ('expired', 'superseded', 'not_possible'));

-- An item is of a product or of a booster. Title, price and what it adds to the limit are frozen in it.
alter table order_item alter column product_id drop not null;
alter table order_item add column booster_id text references booster;
alter table order_item add column credit_limit_increase_cents integer check (credit_limit_increase_cents > 0);
alter table order_item add constraint order_item_of_one check ((product_id is null) <> (booster_id is null));
alter table order_item add constraint order_item_booster check (
  (booster_id is null) = (credit_limit_increase_cents is null) and (booster_id is null or (kind = 'simple' and total_cents > 0)));
create unique index order_item_booster_once on order_item (order_id, booster_id) where booster_id is not null;
