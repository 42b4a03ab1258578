-- Emails, written in the transaction that decided them and sent by a job, and the operator's own texts.

-- Links are added when an email is sent, so no stored email has a link that works: its token, reminder, or
-- card link is only named here.
create table mail (
  id                  text         primary key,
  kind                text         not null,
  order_id            text         references shop_order,
  to_address          text         not null,
  subject             text         not null,
  text                text         not null,
  html                text         not null,
  created_at          timestamptz  not null default now(),
  sent_at             timestamptz,
  token_id            text         references one_time_token on delete set null,
  -- To the owner of a closed account: once sent, only its subject matter is kept.
  erase_when_sent     boolean      not null default false,
  reply_to            text,
  -- The lease of the process that sends it. It expires on its own if the process dies.
  sending_until       timestamptz,
  -- No mail server will ever accept it. An alarm is raised.
  failed_at           timestamptz,
  -- The receiver can stop such emails by a link made from this id.
  reminder_id         text         references cart_reminder on delete set null,
  -- The id of the invoice or credit note whose PDF is created when the email is sent.
  attached_document   text         check (attached_document ~ '^(inv|cn)_'),
  card_link_id        text         references card_link on delete set null,
  -- The email that was sent again. It keeps its kind, because an order has one receipt.
  copy_of             text         references mail,
  contact_message_id  text         references contact_message on delete set null,
  check (sent_at is null or failed_at is null)
);
create index mail_by_order on mail (order_id) where order_id is not null;
create index mail_by_token on mail (token_id) where token_id is not null;
create unique index mail_by_reminder on mail (reminder_id) where reminder_id is not null;
create index mail_by_card_link on mail (card_link_id) where card_link_id is not null;
create index mail_by_original on mail (copy_of) where copy_of is not null;
create index mail_by_contact_message on mail (contact_message_id, created_at)
  where contact_message_id is not null;
-- Addresses are compared in lower case.
create index mail_by_address on mail (lower(to_address));
create index mail_by_answer_address on mail (lower(reply_to)) where reply_to is not null;
create index mail_about_contact on mail (sent_at) where kind in ('contact_message', 'contact_received');
create index mail_written on mail (created_at);
-- Operators watch the age of the oldest one.
create index mail_unsent on mail (created_at) where sent_at is null;
create index mail_given_up on mail (failed_at) where failed_at is not null;

-- Tables of earlier files that name an email.
alter table order_event add foreign key (mail_id) references mail;
alter table contact_answer add foreign key (mail_id) references mail on delete set null;
alter table dunning_try add foreign key (mail_id) references mail;

-- The operator's texts in place of ours, by kind of email. The highest version counts, and all are kept: a
-- return to an earlier one is a new version. Keys of `texts` are our own texts.
create table email_words (
  kind     text         not null,
  version  integer      not null check (version > 0),
  texts    jsonb        not null check (jsonb_typeof(texts) = 'object'),
  made_at  timestamptz  not null,
  made_by  text         not null references app_user,
  primary key (kind, version)
);
