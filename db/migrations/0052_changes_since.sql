-- The check of the invariants every five minutes asks about what has changed since the last one; the full check is nightly (decision 0038).
alter table invariant_check add column all_checked_at timestamptz, add column changes_until timestamptz;

-- What has changed since: one index for each table that says so.
create index payment_succeeded on payment (succeeded_at);
create index payment_changed on payment (updated_at);
create index shop_order_changed on shop_order (greatest(created_at, accepted_at, canceled_at, completed_at));
create index invoice_changed on invoice (greatest(created_at, issued_at, paid_at, closed_at));
create index invoice_paid on invoice (paid_at) where paid_at is not null;
create index coupon_redemption_changed on coupon_redemption (updated_at);
create index refund_changed on refund (updated_at);
create index dispute_changed on dispute (updated_at);
create index credit_note_changed on credit_note (greatest(issued_at, voided_at));
create index order_event_by_time on order_event (at);
create index mail_written on mail (created_at);
create index mail_given_up on mail (failed_at) where failed_at is not null;
create index audit_log_by_time on audit_log (appended_at);
create index app_user_changed on app_user (greatest(created_at, updated_at, disabled_at, deleted_at));
create index session_by_start on session (created_at);
create index credit_movement_by_time on credit_movement (at);
create index credit_application_changed on credit_application (greatest(applied_at, decided_at));
create index credit_decision_by_time on credit_decision (at);
create index reporting_item_changed on reporting_item (changed_at);
create index bureau_report_by_time on bureau_report (recorded_at);

-- What is asked about the emails of an order.
create index mail_by_order on mail (order_id) where order_id is not null;
-- What is asked about an object of the audit log.
create index audit_log_by_object on audit_log (object);
-- Uses that count, without their rows.
create index coupon_redemption_counted on coupon_redemption (coupon_id) where state <> 'released';

-- What is asked of everything each time: only what is under way or wrong is in the index.
create index payment_unneeded on payment (id) where status in ('duplicate', 'review');
create index payment_overpaid on payment (succeeded_at) where received_cents > amount_cents;
create index refund_undecided on refund (created_at) where state in ('creating', 'pending');
create index subscription_starting on subscription (created_at) where status = 'starting';
create index customer_request_open on customer_request (user_id) where request is not null;
create index card_setup_lost on card_setup (id) where status <> 'creating' and setup_ref is null;
create index one_time_token_misused on one_time_token (id) where used_at >= expires_at or used_at > voided_at;
