-- Money that came in and is parked for a person to look at: a month counts it.
create index payment_in_review on payment (created_at) where status = 'review';
