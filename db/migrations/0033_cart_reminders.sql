-- Carts that were left alone, and the reminders about them.
-- abandoned_at: when the cart became `abandoned` for the first time. merged_into: the cart of the same person that took its products over.
alter table cart add column abandoned_at timestamptz;
alter table cart add column merged_into text references cart on delete set null;
alter table cart add check (merged_into <> id);
create index cart_open_by_change on cart (updated_at) where status in ('pending', 'abandoned');
create index cart_merged on cart (merged_into) where merged_into is not null;

-- Addresses that a reminder was decided for. Only a keyed hash is here: it outlives the account and tells nobody who has been here.
create table reminder_address (
  address_hash  text         primary key,
  stopped_at    timestamptz
);

-- One row is one decision: an email, or the reason why there is none. It outlives its cart, because its link must stop the emails for long.
create table cart_reminder (
  id            text         primary key,
  cart_id       text         references cart on delete set null,
  number        smallint     not null check (number in (1, 2)),
  address_hash  text         not null references reminder_address,
  skipped       text         check (skipped in ('stopped', 'too_many', 'bought', 'account_closed', 'nothing_to_sell')),
  created_at    timestamptz  not null
);
create unique index cart_reminder_once on cart_reminder (cart_id, number);
create index cart_reminder_by_address on cart_reminder (address_hash, created_at);
create index cart_reminder_by_age on cart_reminder (created_at);

-- An email that its receiver can stop: the link is made from this id when the email is sent.
alter table mail add column reminder_id text references cart_reminder on delete set null;
create unique index mail_by_reminder on mail (reminder_id) where reminder_id is not null;
