-- What the last look at the invariants found, for every process to show: one row. A look that failed leaves the older answer and says so.
create table invariant_check (
  id          boolean primary key default true check (id),
  looked_at   timestamptz,
  violations  integer check (violations >= 0),
  failed_at   timestamptz
);
