-- When the sweep last tried to give the order up. One that cannot be given up goes to the end of the line, so it never stands in the way of the others.
alter table shop_order add column expiry_tried_at timestamptz;
