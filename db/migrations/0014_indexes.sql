-- What a table of some years needs so that a question about one person or one order reads a few rows and not all.
create index payment_by_order on payment (order_id);
-- Carts that nobody owns yet, by the address that was typed.
create index cart_of_guest on cart (lower(email)) where user_id is null;

-- Letters are asked for as addresses are compared: in lower case.
drop index mail_by_address;
create index mail_by_address on mail (lower(to_address));
create index mail_by_answer_address on mail (lower(reply_to)) where reply_to is not null;

create index audit_log_by_actor on audit_log (actor_id, id) where actor_id is not null;
-- The moment that the clean-up counts from.
drop index session_by_end;
create index session_by_end on session (least(expires_at, revoked_at));
create index one_time_token_by_end on one_time_token (expires_at);
create index one_time_token_by_user on one_time_token (user_id);
create index webhook_inbox_by_intent on webhook_inbox (intent_ref) where intent_ref is not null;
create index webhook_inbox_by_object on webhook_inbox (object_ref);
create index consent_by_email on consent (lower(email));
