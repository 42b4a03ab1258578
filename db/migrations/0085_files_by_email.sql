-- A list that is too long to be saved while somebody waits: a job writes it in parts to the file store, and an email leads whoever asked to it.
create table staff_export (
  id         text        primary key,
  list       text        not null,
  query      jsonb       not null,
  made_by    text        not null references app_user,
  asked_at   timestamptz not null,
  state      text        not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  file_name  text        not null,
  -- Which try of the job is at it, or has made it, and how many parts of that try may lie in the store.
  try        integer     not null default 0,
  parts      integer     not null default 0,
  row_count  integer,
  ready_at   timestamptz,
  -- Then it is deleted, whatever became of it.
  until      timestamptz not null,
  check ((state = 'ready') = (ready_at is not null and row_count is not null))
);
