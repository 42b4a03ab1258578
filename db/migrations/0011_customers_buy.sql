-- What a customer owns: orders, carts, cards. Cards themselves are kept by the processor; here is only what leads to them.
alter table shop_order add column user_id text references app_user;
create index shop_order_by_user on shop_order (user_id, created_at desc) where user_id is not null;
-- Orders that nobody owns yet, by the address whose owner may come for them.
create index shop_order_of_guest on shop_order (lower(email)) where user_id is null;

alter table cart add column user_id text references app_user;
create index cart_by_user on cart (user_id, updated_at desc) where user_id is not null;

-- A person as the processor is to know them, frozen before the first call and forgotten after the answer, which is app_user.customer_ref.
create table customer_request (
  user_id     text        primary key references app_user,
  request     jsonb,
  generation  integer     not null default 1 check (generation > 0),
  keyed_at    timestamptz not null
);

-- One try to save a card. The attempt is the browser's name for it: the same one twice is one try.
create table card_setup (
  id            text        primary key,
  user_id       text        not null references app_user,
  attempt       text,
  holder_name   text        not null,
  customer_ref  text        not null,
  setup_ref     text        unique,
  status        text        not null check (status in ('creating', 'open', 'succeeded', 'canceled')),
  created_at    timestamptz not null,
  unique (user_id, attempt)
);
create index card_setup_by_age on card_setup (created_at);

alter table webhook_inbox drop constraint webhook_inbox_about_check;
alter table webhook_inbox add constraint webhook_inbox_about_check check (about in ('payment', 'refund', 'dispute', 'setup', 'other'));

-- `account`: somebody who bought without an account was given one, or was found to have one.
alter table effect drop constraint effect_kind_check;
alter table effect add constraint effect_kind_check check (kind in ('receipt', 'account'));
