-- compatible, concurrently
-- Each report about a renewal reads the invoices of its subscription, also those that are void, which the index of its periods leaves out.
create index concurrently if not exists invoice_by_subscription on invoice (subscription_id) where subscription_id is not null;
