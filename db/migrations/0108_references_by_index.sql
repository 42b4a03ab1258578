-- compatible, concurrently
-- Before a row goes, PostgreSQL looks for whatever names it: without an index in the whole of each table that might. Most rows name nobody.
create index concurrently if not exists mail_by_original on mail (copy_of) where copy_of is not null;
create index concurrently if not exists dunning_try_by_mail on dunning_try (mail_id) where mail_id is not null;
create index concurrently if not exists refund_by_staff on refund (requested_by) where requested_by is not null;
create index concurrently if not exists subscription_by_payer on subscription (payer_id) where payer_id is not null;
create index concurrently if not exists credit_movement_by_actor on credit_movement (actor_id) where actor_id is not null;
create index concurrently if not exists credit_decision_by_actor on credit_decision (actor_id) where actor_id is not null;
create index concurrently if not exists credit_freeze_by_actor on credit_freeze (actor_id) where actor_id is not null;
create index concurrently if not exists bureau_connection_by_user on bureau_connection (user_id);
create index concurrently if not exists reporting_consent_by_user on reporting_consent (user_id);
create index concurrently if not exists contact_message_by_assignee on contact_message (assigned_to) where assigned_to is not null;
create index concurrently if not exists contact_message_by_changer on contact_message (changed_by) where changed_by is not null;
create index concurrently if not exists staff_note_by_author on staff_note (author_id);
