-- compatible
-- Which renewal, and which prices, the sweep has gone into for a subscription: those that stay as they were are not gone into again before
-- the next renewal or the next new price. Null until a price of the product has changed.
alter table subscription add column price_checked_for timestamptz;
alter table subscription add column price_checked_to timestamptz;
