-- compatible
-- A sale that our staff cancel: a fact beside the order, as refunds and disputes are. The order keeps its stored status, so its invoice,
-- its payments, and its reports stay what they were.
create table order_cancellation (
  order_id     text        primary key references shop_order,
  reason       text        not null check (length(trim(reason)) > 0),
  -- Null: from the terminal.
  canceled_by  text        references app_user,
  -- Names the press of the button.
  request_key  text        not null,
  -- The customer is told by email.
  is_announced boolean     not null,
  at           timestamptz not null
);
create index order_cancellation_by_staff on order_cancellation (canceled_by) where canceled_by is not null;

-- allowed: every word of before is in the new list
alter table shop_order drop constraint shop_order_after_sale_check;
alter table shop_order add constraint shop_order_after_sale_check
  check (after_sale in ('none', 'partially_refunded', 'refunded', 'disputed', 'canceled')) not valid;

-- allowed: without a cancellation it answers what it did
create or replace function after_sale_of(wanted text) returns text language sql stable as $$
  select case
    when exists (
      select from dispute join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
      where payment.order_id = wanted and withdrawn and invoice.kind <> 'renewal') then 'disputed'
    else (
      select case
        when refunded > 0 and refunded >= shop_order.total_cents then 'refunded'
        when exists (select from order_cancellation where order_id = wanted) then 'canceled'
        when refunded = 0 then 'none'
        else 'partially_refunded' end
      from shop_order, lateral (
        select coalesce(sum(refund.amount_cents), 0) as refunded
        from refund join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
        where payment.order_id = wanted and refund.reason <> 'duplicate' and refund.state <> 'failed' and payment.status = 'succeeded'
          and invoice.kind <> 'renewal') as given
      where shop_order.id = wanted)
  end
$$;

-- allowed: for refunds, disputes, and payments it does what it did
create or replace function renew_after_sale() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if tg_table_name in ('payment', 'order_cancellation') then wanted := new.order_id;
  else select order_id into wanted from payment where id = new.payment_id;
  end if;
  update shop_order set after_sale = after_sale_of(wanted) where id = wanted and after_sale <> after_sale_of(wanted);
  return null;
end $$;
create trigger cancellation_renews_order after insert on order_cancellation
  for each row execute function renew_after_sale();

-- No email is sent about it: staff chose not to tell the customer.
alter table refund add column is_silent boolean not null default false;
