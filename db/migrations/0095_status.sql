-- How each part of the shop was found, minute by minute, added up for each day of UTC. What was not checked counts as trouble.
create table status_day (
  part       text        not null check (part in ('orders', 'payments', 'email')),
  day        date        not null,
  checks     integer     not null,
  good       integer     not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  last_good  boolean     not null,
  primary key (part, day),
  check (good between 0 and checks)
);
