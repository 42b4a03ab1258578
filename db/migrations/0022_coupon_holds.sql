-- A use of a code that an unpaid order holds is given back some time after the last touch (`updated_at`), and one client or one email
-- address holds few at a time. Both are keyed hashes: the table tells nobody who has been here.
alter table coupon_redemption add column client text;
alter table coupon_redemption add column email text;
create index coupon_redemption_held on coupon_redemption (updated_at) where state = 'reserved';

-- Who tried to pay an order last.
create index purchase_request_by_order on purchase_request (order_id, created_at desc);
