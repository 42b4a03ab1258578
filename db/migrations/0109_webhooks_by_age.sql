-- compatible, concurrently
-- Reports of the processor go as a whole after their time, oldest first.
create index concurrently if not exists webhook_inbox_by_age on webhook_inbox (received_at);
