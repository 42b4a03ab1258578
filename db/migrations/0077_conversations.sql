-- Messages of the contact form as conversations: what state each is in, who looks after it, and what we answered. Answers of their senders go to
-- the operator's mailbox and are in no table.
alter table contact_message
  add column state        text        not null default 'open' check (state in ('open', 'closed', 'held_back', 'spam')),
  add column assigned_to  text        references app_user,
  -- Counts what staff do, so that two of them see one another.
  add column version      integer     not null default 0,
  add column changed_at   timestamptz,
  add column changed_by   text        references app_user,
  -- When one that was held back was forwarded and acknowledged after all.
  add column released_at  timestamptz,
  -- As BCP 47 writes it: what we answer is in it. Null: English.
  add column language     text;
-- What is older was answered from the mailbox.
update contact_message set state = case
  when suspected_because is not null then 'held_back' when received_at < now() - interval '30 days' then 'closed' else 'open' end;
alter table contact_message drop constraint contact_message_check;
alter table contact_message add check (suspected_because is null or released_at is not null or not acknowledged);
alter table contact_message add check (state <> 'held_back' or (suspected_because is not null and released_at is null));

drop index contact_message_by_age;
create index contact_message_by_age on contact_message (received_at, id);
create index contact_message_by_state on contact_message (state, received_at, id);
create index contact_message_of_person on contact_message (assigned_to, received_at, id) where state = 'open';

-- Which message an email is about.
alter table mail add column contact_message_id text references contact_message on delete set null;
create index mail_by_contact_message on mail (contact_message_id, created_at) where contact_message_id is not null;

create table contact_answer (
  id          text        primary key,
  message_id  text        not null references contact_message on delete cascade,
  author_id   text        not null references app_user,
  -- The key of the press: the same press again is the same answer.
  press_key   text        not null,
  text        text        not null check (length(trim(text)) > 0),
  -- The conversation ends with it.
  closes      boolean     not null,
  written_at  timestamptz not null,
  -- Written eight seconds later, unless it was taken back.
  mail_id     text        unique references mail on delete set null,
  sent_at     timestamptz,
  check (mail_id is null or sent_at is not null),
  unique (author_id, press_key)
);
create index contact_answer_by_message on contact_answer (message_id, written_at);
-- Whether an answer can still be taken back is a question about its row there.
create index bulk_row_by_subject on bulk_row (subject) where state = 'waiting';

-- What staff answer again and again. {firstName} stands for the sender's.
create table answer_template (
  id          text        primary key,
  name        text        not null check (length(trim(name)) > 0),
  text        text        not null check (length(trim(text)) > 0),
  version     integer     not null default 0,
  created_at  timestamptz not null,
  changed_at  timestamptz,
  changed_by  text        not null references app_user
);
create unique index answer_template_by_name on answer_template (lower(name));

alter table staff_note drop constraint staff_note_about_kind_check;
alter table staff_note add constraint staff_note_about_kind_check check (about_kind in ('order', 'customer', 'message'));

-- A message goes after two years, or when its sender asks: with it goes what our people wrote down about it and what they changed. That they did
-- stays in the audit log, whose hashes say nothing.
create function contact_message_goes() returns trigger language plpgsql as $$
begin
  delete from staff_note where about_kind = 'message' and about_id = old.id;
  delete from audit_change where audit_id in (select id from audit_log where object = old.id);
  delete from search_entry where kind = 'message' and id = old.id;
  return null;
end $$;
create trigger contact_message_goes after delete on contact_message for each row execute function contact_message_goes();

-- Found by name, address and telephone number, not by what was written. What looks like a machine's is not found.
alter table search_entry drop constraint search_entry_kind_check;
alter table search_entry add constraint search_entry_kind_check
  check (kind in ('customer', 'order', 'cart', 'invoice', 'product', 'message'));

create function search_message() returns trigger language plpgsql as $$
begin
  if new.state in ('open', 'closed') then
    perform search_put('message', new.id, new.id, 'Message from ' || trim(concat_ws(' ', new.first_name, new.last_name)),
      concat_ws(', ', new.email, new.state), concat_ws(' ', new.first_name, new.last_name, new.email, search_digits(new.contact)),
      array[new.id, new.email, search_digits(new.contact)], new.received_at);
  else delete from search_entry where kind = 'message' and id = new.id;
  end if;
  return null;
end $$;
create trigger search_begins after insert on contact_message for each row execute function search_message();
create trigger search_follows after update of state on contact_message
  for each row when (old.state <> new.state) execute function search_message();
insert into search_entry (kind, id, opens, title, detail, words, exact, at)
  select 'message', id, id, 'Message from ' || trim(concat_ws(' ', first_name, last_name)), concat_ws(', ', email, state), words,
    search_exact(array[id, email, search_digits(contact)], words), received_at
  from (
    select *, search_fold(concat_ws(' ', first_name, last_name, email, search_digits(contact))) as words from contact_message
    where state in ('open', 'closed')) as shown;
