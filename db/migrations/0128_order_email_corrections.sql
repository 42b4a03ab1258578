-- compatible
-- How often the guest who placed the order has corrected its address after paying. The code allows three times within 24 hours.
alter table shop_order add column email_corrections smallint not null default 0;
