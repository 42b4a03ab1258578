-- compatible
-- The trace of the purchase that opened a payment, where traces are collected: what the processor tells later, and the receipt, belong to it.
alter table payment add column traceparent text;
