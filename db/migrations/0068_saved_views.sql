-- What people look for again and again: a list with its view, filters and order, under a name, for themselves or for all of the team.
create table saved_view (
  id          text        primary key,
  -- The list's address below /admin.
  list        text        not null,
  name        text        not null check (length(trim(name)) > 0),
  -- The words of the list's address.
  query       jsonb       not null,
  owner_id    text        not null references app_user,
  is_shared   boolean     not null default false,
  created_at  timestamptz not null
);
create unique index saved_view_name_of_owner on saved_view (owner_id, list, lower(name));
create index saved_view_shared on saved_view (list) where is_shared;
