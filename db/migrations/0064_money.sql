-- By when the bank must have our answer to a dispute, as the processor says. Null where it has not said, and for what is older than this
-- column until it is read again (open ones are, once a day).
alter table dispute add column answer_by timestamptz;
-- Those without a day stand last.
alter table dispute add column answer_order timestamptz not null generated always as (coalesce(answer_by, 'infinity')) stored;
create index dispute_by_deadline on dispute (closed, answer_order, dispute_ref);
create index dispute_by_age on dispute (created_at, dispute_ref);

drop index refund_by_creation;
create index refund_by_age on refund (created_at, id);
create index refund_by_state on refund (state, created_at, id);
create index credit_note_by_issue on credit_note (issued_at);
create index credit_note_by_void on credit_note (voided_at) where voided_at is not null;
create index credit_movement_owed_by_time on credit_movement (at) include (kind, owed_cents) where owed_cents <> 0;
create index invoice_by_issue on invoice (issued_at) where issued_at is not null;
create index order_event_of_disputes on order_event (at) where kind in ('dispute_opened', 'dispute_won', 'dispute_lost');

-- The last comparison with the processor, of each kind: what was looked at, what was repaired, and what differs still.
create table comparison (
  kind         text        primary key check (kind in ('charges', 'subscriptions', 'credit_invoices')),
  -- Somebody wants it made again: it is under way until `ended_at` is later.
  asked_at     timestamptz,
  ended_at     timestamptz,
  compared     integer     not null default 0,
  repaired     integer     not null default 0,
  failed       integer     not null default 0,
  differences  jsonb       not null default '[]'
);
