-- compatible
-- The decline that the processor reported before this attempt began. Any other decline of the payment belongs to the attempt itself.
alter table purchase_request add column seen_decline text;
