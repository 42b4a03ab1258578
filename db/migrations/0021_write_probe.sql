-- One row that every process writes now and then, so that readiness rests on a write that worked.

create table write_probe (
  id          integer primary key check (id = 1),
  written_at  timestamptz not null
);
