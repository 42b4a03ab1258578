-- Discount codes, their conditions, and the orders that use them.

-- `used_count` counts reserved and consumed uses. Its check prevents overselling, whatever the code does.
-- Null, false, and no row in coupon_product mean that a condition does not apply.
create table coupon (
  id                    bigint       generated always as identity primary key,
  code                  text         not null check (code = upper(code)),
  kind                  text         not null check (kind in ('fixed_amount', 'percentage')),
  amount_cents          integer      check (amount_cents > 0),
  basis_points          integer      check (basis_points between 1 and 10000),
  usage_limit           integer      not null check (usage_limit >= 0),
  used_count            integer      not null default 0 check (used_count >= 0),
  expires_at            timestamptz  not null,
  active                boolean      not null default true,
  created_at            timestamptz  not null default now(),
  starts_at             timestamptz,
  -- Of the products that the code applies to.
  minimum_spend_cents   integer      check (minimum_spend_cents > 0),
  -- Orders of one account or one email address.
  uses_per_customer     integer      check (uses_per_customer > 0),
  first_order_only      boolean      not null default false,
  -- Whether it lowers only the first period of a subscription, or each renewal too.
  subscription_periods  text         not null default 'first' check (subscription_periods in ('first', 'every')),
  version               integer      not null default 0 check (version >= 0),
  changed_at            timestamptz,
  changed_by            text         references app_user,
  check (used_count <= usage_limit),
  check ((kind = 'fixed_amount') = (amount_cents is not null)),
  check ((kind = 'percentage') = (basis_points is not null)),
  constraint coupon_starts_before_it_ends check (starts_at < expires_at)
);
create unique index coupon_code on coupon (code);
create index coupon_by_age on coupon (created_at, code);

-- The products that a code applies to. A code without rows applies to all.
create table coupon_product (
  coupon_id   bigint  not null references coupon on delete cascade,
  product_id  text    not null references product,
  primary key (coupon_id, product_id)
);

-- A use of a code. An unpaid order holds it until some time after `updated_at`. One client or email address
-- holds few at a time; both are stored as keyed hashes.
create table coupon_redemption (
  order_id    text         primary key references shop_order,
  coupon_id   bigint       not null references coupon,
  state       text         not null check (state in ('reserved', 'consumed', 'released')),
  created_at  timestamptz  not null default now(),
  updated_at  timestamptz  not null default now(),
  client      text,
  email       text
);
create index coupon_redemption_by_coupon on coupon_redemption (coupon_id, created_at, order_id);
create index coupon_redemption_held on coupon_redemption (updated_at) where state = 'reserved';
create index coupon_redemption_changed on coupon_redemption (updated_at);
-- Counts uses without reading their rows.
create index coupon_redemption_counted on coupon_redemption (coupon_id) where state <> 'released';
