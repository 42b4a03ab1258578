-- Messages of the contact form as conversations, and consents word for word.

-- Suspected spam is stored for review and not emailed. Replies of senders go to the operator's mailbox and
-- are in no table.
create table contact_message (
  id                 text         primary key,
  first_name         text         not null,
  last_name          text         not null,
  email              text         not null,
  contact            text         not null,
  country            text         not null,
  message            text         not null,
  sms_consent        boolean      not null,
  suspected_because  text         check (
                       suspected_because in ('honeypot', 'too_fast', 'forged', 'expired', 'links')),
  -- A repeat of the same text within minutes is not a new message.
  fingerprint        text         not null,
  received_at        timestamptz  not null,
  acknowledged       boolean      not null,
  state              text         not null default 'open' check (
                       state in ('open', 'closed', 'held_back', 'spam')),
  assigned_to        text         references app_user,
  -- Counts acts of staff, so that two of them never overwrite each other.
  version            integer      not null default 0,
  changed_at         timestamptz,
  changed_by         text         references app_user,
  -- When a held-back message was forwarded and acknowledged after all.
  released_at        timestamptz,
  -- The language of our answers (BCP 47). Null: English.
  language           text,
  check (suspected_because is null or released_at is not null or not acknowledged),
  check (state <> 'held_back' or (suspected_because is not null and released_at is null))
);
create index contact_message_by_email on contact_message (lower(email), received_at);
create index contact_message_by_age on contact_message (received_at, id);
create index contact_message_by_state on contact_message (state, received_at, id);
create index contact_message_of_person on contact_message (assigned_to, received_at, id) where state = 'open';
create index contact_message_by_assignee on contact_message (assigned_to) where assigned_to is not null;
create index contact_message_by_changer on contact_message (changed_by) where changed_by is not null;

-- A message is deleted after two years, or when its sender asks, together with the notes of staff and the
-- values that they changed. The audit log still shows their acts; its hashes reveal nothing.
create function contact_message_goes() returns trigger language plpgsql as $$
begin
  delete from staff_note where about_kind = 'message' and about_id = old.id;
  delete from audit_change where audit_id in (select id from audit_log where object = old.id);
  delete from search_entry where kind = 'message' and id = old.id;
  return null;
end $$;
create trigger contact_message_goes after delete on contact_message
  for each row execute function contact_message_goes();

create table contact_answer (
  id          text         primary key,
  message_id  text         not null references contact_message on delete cascade,
  author_id   text         not null references app_user,
  -- Identifies the press of the button: the same press is the same answer.
  press_key   text         not null,
  text        text         not null check (length(trim(text)) > 0),
  -- The answer ends the conversation.
  closes      boolean      not null,
  written_at  timestamptz  not null,
  -- Created eight seconds later, unless the answer was taken back. 19_mail.sql adds the reference.
  mail_id     text         unique,
  sent_at     timestamptz,
  check (mail_id is null or sent_at is not null),
  unique (author_id, press_key)
);
create index contact_answer_by_message on contact_answer (message_id, written_at);

-- Reusable answers of staff. {firstName} is replaced by the sender's first name.
create table answer_template (
  id          text         primary key,
  name        text         not null check (length(trim(name)) > 0),
  text        text         not null check (length(trim(text)) > 0),
  version     integer      not null default 0,
  created_at  timestamptz  not null,
  changed_at  timestamptz,
  changed_by  text         not null references app_user
);
create unique index answer_template_by_name on answer_template (lower(name));

-- Texts that people agree to, word for word, once for each version. The version is a hash of the text.
create table consent_text (
  kind           text         not null check (
                   kind in ('terms_and_privacy', 'text_messages', 'credit_terms', 'autopay')),
  version        text         not null,
  text           text         not null,
  first_used_at  timestamptz  not null,
  primary key (kind, version)
);

-- Who agreed to what, when, and where. It outlives its message, so it identifies the person itself.
create table consent (
  id              bigint       generated always as identity primary key,
  kind            text         not null,
  version         text         not null,
  given_at        timestamptz  not null,
  page            text         not null,
  message_id      text         not null,
  email           text         not null,
  phone           text         not null,
  client_address  text,
  foreign key (kind, version) references consent_text,
  unique (message_id, kind)
);
create index consent_by_age on consent (given_at);
create index consent_by_email on consent (lower(email));

create function consent_is_never_changed() returns trigger language plpgsql as
  $$ begin raise exception 'what was agreed to is never changed'; end $$;
create trigger consent_never_changed before update on consent
  for each row execute function consent_is_never_changed();
create trigger consent_text_never_changed before update or delete on consent_text
  for each row execute function consent_is_never_changed();
