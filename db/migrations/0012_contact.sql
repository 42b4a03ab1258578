-- Messages from the contact form. A message that looks like a machine's is kept for a look and mailed to nobody.
create table contact_message (
  id                 text primary key,
  first_name         text not null,
  last_name          text not null,
  email              text not null,
  contact            text not null,
  country            text not null,
  message            text not null,
  sms_consent        boolean not null,
  suspected_because  text check (suspected_because in ('honeypot', 'too_fast', 'forged', 'expired', 'links')),
  -- Says the same twice within minutes: the second is not a message of its own.
  fingerprint        text not null,
  received_at        timestamptz not null,
  acknowledged       boolean not null,
  check (suspected_because is null or not acknowledged)
);
create index contact_message_by_email on contact_message (lower(email), received_at);
create index contact_message_by_age on contact_message (received_at);

-- What people agree to, word for word, kept once for each version. The version is drawn from the words themselves.
create table consent_text (
  kind           text not null check (kind in ('terms_and_privacy', 'text_messages')),
  version        text not null,
  text           text not null,
  first_used_at  timestamptz not null,
  primary key (kind, version)
);

-- Who agreed to what, when and where. It outlives the message that it came with, so it names people by itself.
create table consent (
  id              bigint generated always as identity primary key,
  kind            text not null,
  version         text not null,
  given_at        timestamptz not null,
  page            text not null,
  message_id      text not null,
  email           text not null,
  phone           text not null,
  client_address  text,
  foreign key (kind, version) references consent_text,
  unique (message_id, kind)
);
create index consent_by_age on consent (given_at);

create function consent_is_never_changed() returns trigger language plpgsql as
  $$ begin raise exception 'what was agreed to is never changed'; end $$;
create trigger consent_never_changed before update on consent for each row execute function consent_is_never_changed();
create trigger consent_text_never_changed before update or delete on consent_text
  for each row execute function consent_is_never_changed();

-- Signs the moment a form was opened. It guards against machines only, so it may live beside the data.
create table contact_form_key (
  is_the_one  boolean primary key default true check (is_the_one),
  secret      text not null
);
insert into contact_form_key (secret) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- An answer to the operator's copy goes to the sender.
alter table mail add column reply_to text;
create index mail_about_contact on mail (sent_at) where kind in ('contact_message', 'contact_received');
