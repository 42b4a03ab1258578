-- compatible, concurrently
-- Each sweep of credit asks which invoices that were written off here are still open at the processor.
create index concurrently if not exists invoice_written_off_unmarked on invoice (closed_at)
  where kind = 'net30' and status = 'uncollectible' and processor_ref is not null and marked_uncollectible_at is null;
