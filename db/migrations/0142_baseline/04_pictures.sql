-- Pictures that staff upload. The file store holds the original until AVIF and WebP are made from it, and
-- then those.

create table picture (
  id           text         primary key check (id ~ '^[A-Za-z0-9_-]{22}(\.svg)?$'),
  state        text         not null check (state in ('waiting', 'ready', 'failed')),
  width        integer      not null check (width >= 0),
  height       integer      not null check (height >= 0),
  -- Why it failed, as a sentence for staff.
  problem      text         not null default '' check ((state = 'failed') = (problem <> '')),
  uploaded_by  text         not null references app_user,
  created_at   timestamptz  not null
);
create index picture_ready on picture (created_at, id) where state = 'ready';
