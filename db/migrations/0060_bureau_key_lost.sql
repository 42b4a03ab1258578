-- A key of a customer for the bureau that no known secret opens is for the operator to know.
alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check check (kind in
  ('payment_review', 'duplicate_payment', 'two_intents', 'unknown_intent', 'dispute_opened', 'refund_failed', 'unmatched_charge', 'missing_charge',
   'webhook_stuck', 'mail_undeliverable', 'order_overdue', 'subscription_stuck', 'two_subscriptions', 'renewal_amount', 'credit_invoice',
   'report_refused', 'report_disputed', 'bureau_key_lost'));
