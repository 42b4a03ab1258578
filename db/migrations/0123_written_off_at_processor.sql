-- compatible
-- When the processor was found to ask no longer for an invoice that was written off here. Null: it still has to be marked uncollectible there.
alter table invoice add column marked_uncollectible_at timestamptz;
