-- What staff asked to be done with many records, or with one after a moment in which it can be taken back. A job does it, each row in one
-- transaction with its own mark, so that nothing is done twice whatever dies in between.
create table bulk_act (
  id         text        primary key,
  kind       text        not null,
  made_by    text        not null references app_user,
  -- The key of the press: the same press again is the same act.
  press_key  text        not null,
  -- What the list was filtered by; null where the rows were chosen one by one.
  filter     jsonb,
  state      text        not null check (state in ('waiting', 'running', 'done', 'stopped')),
  -- More rows matched than one act takes.
  is_cut     boolean     not null default false,
  made_at    timestamptz not null,
  -- By the database's own clock: until then it can be taken back as a whole.
  starts_at  timestamptz not null,
  ended_at   timestamptz check ((state in ('done', 'stopped')) = (ended_at is not null)),
  unique (made_by, press_key)
);
create index bulk_act_by_maker on bulk_act (made_by, made_at);
create index bulk_act_by_end on bulk_act (ended_at) where ended_at is not null;

create table bulk_row (
  act_id   text    not null references bulk_act on delete cascade,
  subject  text    not null,
  place    integer not null,
  state    text    not null check (state in ('waiting', 'done', 'refused')),
  -- Why it was refused, in words for people.
  problem  text    not null default '' check ((state = 'refused') = (problem <> '')),
  primary key (act_id, subject)
);
create index bulk_row_waiting on bulk_row (act_id, place) where state = 'waiting';
