-- What staff edit has a version, so that nobody writes over what somebody else has changed meanwhile, and says who was last.
alter table product add column version integer not null default 0 check (version >= 0);
alter table product add column changed_at timestamptz;
alter table product add column changed_by text references app_user;
alter table booster add column version integer not null default 0 check (version >= 0);
alter table booster add column changed_at timestamptz;
alter table booster add column changed_by text references app_user;
alter table coupon add column version integer not null default 0 check (version >= 0);
alter table coupon add column changed_at timestamptz;
alter table coupon add column changed_by text references app_user;

-- Every price that stood on the catalog, written by the database itself: whoever changes a price, it is here.
create table product_price (
  id                        bigint      generated always as identity primary key,
  product_id                text        not null references product on delete cascade,
  price_cents               integer,
  subscription_price_cents  integer,
  since                     timestamptz not null,
  changed_by                text        references app_user
);
create index product_price_by_product on product_price (product_id, id);

insert into product_price (product_id, price_cents, subscription_price_cents, since)
select id, price_cents, subscription_price_cents, created_at from product;

create function product_price_is_kept() returns trigger language plpgsql as $$
declare
  -- A change that did not come through the console has no person, and the moment of the statement.
  by_staff boolean := tg_op = 'INSERT' or new.version <> old.version;
begin
  insert into product_price (product_id, price_cents, subscription_price_cents, since, changed_by)
  values (new.id, new.price_cents, new.subscription_price_cents,
    case when by_staff then coalesce(new.changed_at, now()) else now() end, case when by_staff then new.changed_by end);
  return null;
end $$;
create trigger product_price_is_kept after insert on product for each row execute function product_price_is_kept();
create trigger product_price_change_is_kept after update of price_cents, subscription_price_cents on product for each row
  when (old.price_cents is distinct from new.price_cents or old.subscription_price_cents is distinct from new.subscription_price_cents)
  execute function product_price_is_kept();

-- A new price for subscribers may wait for a day: it counts for renewals from then on.
alter table price_change add column starts_on date;
alter table price_change add column made_by text references app_user;
create index price_change_by_product on price_change (product_id, made_at);

create index coupon_by_age on coupon (created_at, code);
drop index coupon_redemption_by_coupon;
create index coupon_redemption_by_coupon on coupon_redemption (coupon_id, created_at, order_id);

-- Every process keeps whole pages: it hears at once that what they were drawn from has changed.
create function tell_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', '');
  return null;
end $$;
create trigger product_changed after insert or update or delete on product for each statement execute function tell_content_changed();
create trigger product_benefit_changed after insert or update or delete on product_benefit
  for each statement execute function tell_content_changed();
create trigger blog_post_changed after insert or update or delete on blog_post for each statement execute function tell_content_changed();

-- Pictures that staff upload. The files lie in the file store: the original until AVIF and WebP are made of it, and those for good.
create table picture (
  id           text        primary key check (id ~ '^[A-Za-z0-9_-]{22}(\.svg)?$'),
  state        text        not null check (state in ('waiting', 'ready', 'failed')),
  width        integer     not null check (width >= 0),
  height       integer     not null check (height >= 0),
  -- In words for people, where it failed.
  problem      text        not null default '' check ((state = 'failed') = (problem <> '')),
  uploaded_by  text        not null references app_user,
  created_at   timestamptz not null
);
