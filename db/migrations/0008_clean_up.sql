-- What the daily cleaning looks for. A cart can only go when no order names it, cancelled ones included.
create index shop_order_by_cart on shop_order (cart_id) where cart_id is not null;
create index cart_by_change on cart (updated_at);
create index purchase_request_by_age on purchase_request (created_at);
create index webhook_inbox_done on webhook_inbox (done_at) where payload <> '';
