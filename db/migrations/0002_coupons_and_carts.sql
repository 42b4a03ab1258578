-- Discount codes. used_count counts reservations and consumed uses; the check makes overselling impossible, whatever the code does.
create table coupon (
  id            bigint generated always as identity primary key,
  code          text    not null check (code = upper(code)),
  kind          text    not null check (kind in ('fixed_amount', 'percentage')),
  amount_cents  integer check (amount_cents > 0),
  basis_points  integer check (basis_points between 1 and 10000),
  usage_limit   integer not null check (usage_limit >= 0),
  used_count    integer not null default 0 check (used_count >= 0),
  expires_at    timestamptz not null,
  active        boolean not null default true,
  created_at    timestamptz not null default now(),
  check (used_count <= usage_limit),
  check ((kind = 'fixed_amount') = (amount_cents is not null)),
  check ((kind = 'percentage') = (basis_points is not null))
);
create unique index coupon_code on coupon (code);

-- Carts kept on the server. The id is a capability. Half-typed billing fields are kept as they are: a cart is a draft.
create table cart (
  id             text primary key,
  status         text not null default 'pending' check (status in ('pending', 'abandoned', 'recovered', 'completed', 'lost')),
  first_name     text not null default '',
  last_name      text not null default '',
  email          text not null default '',
  phone_number   text not null default '',
  address_line1  text not null default '',
  country        text not null default '',
  discount_code  text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create table cart_item (
  cart_id     text    not null references cart on delete cascade,
  product_id  text    not null references product,
  position    integer not null,
  primary key (cart_id, product_id)
);
