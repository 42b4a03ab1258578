-- Conditions of a discount code. Null, false and no row in coupon_product mean that there is no such condition.
alter table coupon add column starts_at timestamptz;
-- Of the products that the code applies to.
alter table coupon add column minimum_spend_cents integer check (minimum_spend_cents > 0);
-- Orders of one customer that may use it: of one account, or of one email address.
alter table coupon add column uses_per_customer integer check (uses_per_customer > 0);
alter table coupon add column first_order_only boolean not null default false;
-- For a subscription: whether the code lowers the first period only, or each renewal too.
alter table coupon add column subscription_periods text not null default 'first' check (subscription_periods in ('first', 'every'));
alter table coupon add constraint coupon_starts_before_it_ends check (starts_at < expires_at);

-- The products that a code applies to; a code without rows applies to all.
create table coupon_product (
  coupon_id   bigint not null references coupon on delete cascade,
  product_id  text   not null references product,
  primary key (coupon_id, product_id)
);

-- What somebody with this address has ordered before, logged in or not.
create index shop_order_by_email on shop_order (lower(email));
