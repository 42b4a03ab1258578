-- What the processor kept, line by line of its balance: for each payment and each dispute, and for its own services.
create table processor_fee (
  fee_ref       text        primary key,
  -- Below zero where a fee was given back.
  amount_cents  integer     not null check (amount_cents <> 0),
  taken_at      timestamptz not null
);
create index processor_fee_by_time on processor_fee (taken_at);
