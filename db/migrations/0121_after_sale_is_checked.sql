-- compatible
alter table shop_order validate constraint shop_order_after_sale_check;
