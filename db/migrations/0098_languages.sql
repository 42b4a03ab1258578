-- compatible
-- The language of our emails: of an account, and of an order. Emails about an order speak that of the order.
alter table app_user add column language text not null default 'en' check (language in ('en', 'es', 'ar'));
alter table shop_order add column language text not null default 'en' check (language in ('en', 'es', 'ar'));
