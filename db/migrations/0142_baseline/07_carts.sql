-- Carts on the server, and the emails that remind of abandoned ones.

-- The id is a capability. Half-typed billing fields are stored as they are: a cart is a draft.
create table cart (
  id             text         primary key,
  status         text         not null default 'pending' check (
                   status in ('pending', 'abandoned', 'recovered', 'completed', 'lost')),
  first_name     text         not null default '',
  last_name      text         not null default '',
  email          text         not null default '',
  phone_number   text         not null default '',
  address_line1  text         not null default '',
  country        text         not null default '',
  discount_code  text,
  created_at     timestamptz  not null default now(),
  updated_at     timestamptz  not null default now(),
  user_id        text         references app_user,
  -- When it became `abandoned` for the first time.
  abandoned_at   timestamptz,
  -- The cart of the same person that received its products.
  merged_into    text         references cart on delete set null,
  company        text         not null default '',
  tax_number     text         not null default '',
  -- Of the page that filled it last. Null: English or unknown, and the language of the account applies.
  language       text         check (language in ('es', 'ar')),
  -- A cart that its owner deleted answers 404. `lost` also means that it was left alone.
  deleted_at     timestamptz,
  check (merged_into <> id)
);
create index cart_by_user on cart (user_id, updated_at desc) where user_id is not null;
-- Carts without an owner, by the typed address.
create index cart_of_guest on cart (lower(email)) where user_id is null;
create index cart_by_creation on cart (created_at);
create index cart_by_change on cart (updated_at);
create index cart_open_by_change on cart (updated_at) where status in ('pending', 'abandoned');
create index cart_merged on cart (merged_into) where merged_into is not null;

create table cart_item (
  cart_id     text     not null references cart on delete cascade,
  product_id  text     not null references product,
  position    integer  not null,
  primary key (cart_id, product_id)
);

-- Addresses for which a reminder was decided. Only a keyed hash is stored: it outlives the account and
-- identifies no one.
create table reminder_address (
  address_hash  text         primary key,
  stopped_at    timestamptz
);

-- One decision: an email, or the reason for none. It outlives its cart, because the link in the email must
-- stop further reminders for a long time.
create table cart_reminder (
  id            text         primary key,
  cart_id       text         references cart on delete set null,
  number        smallint     not null check (number in (1, 2)),
  address_hash  text         not null references reminder_address,
  skipped       text         check (
                  skipped in ('stopped', 'too_many', 'bought', 'account_closed', 'nothing_to_sell')),
  created_at    timestamptz  not null
);
create unique index cart_reminder_once on cart_reminder (cart_id, number);
create index cart_reminder_by_address on cart_reminder (address_hash, created_at);
create index cart_reminder_by_age on cart_reminder (created_at);
