-- What became of an order's money after the sale, kept with the order so that a list of those that were refunded or disputed is read
-- from an index. Only the database writes it, from refunds and disputes.
alter table shop_order add column after_sale text not null default 'none'
  check (after_sale in ('none', 'partially_refunded', 'refunded', 'disputed'));

create function after_sale_of(wanted text) returns text language sql stable as $$
  select case
    when exists (
      select from dispute join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
      where payment.order_id = wanted and withdrawn and invoice.kind <> 'renewal') then 'disputed'
    else (
      select case when refunded = 0 then 'none' when refunded >= shop_order.total_cents then 'refunded' else 'partially_refunded' end
      from shop_order, lateral (
        select coalesce(sum(refund.amount_cents), 0) as refunded
        from refund join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
        where payment.order_id = wanted and refund.reason <> 'duplicate' and refund.state <> 'failed' and payment.status = 'succeeded'
          and invoice.kind <> 'renewal') as given
      where shop_order.id = wanted)
  end
$$;

create function renew_after_sale() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if tg_table_name = 'payment' then wanted := new.order_id;
  else select order_id into wanted from payment where id = new.payment_id;
  end if;
  update shop_order set after_sale = after_sale_of(wanted) where id = wanted and after_sale <> after_sale_of(wanted);
  return null;
end $$;
-- Each of these happens with the order locked, so that two of them never see half of one another.
create trigger refund_renews_order after insert or update of state, amount_cents on refund
  for each row execute function renew_after_sale();
create trigger dispute_renews_order after insert or update of withdrawn on dispute
  for each row execute function renew_after_sale();
create trigger payment_renews_order after update of status on payment
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded')) execute function renew_after_sale();

update shop_order set after_sale = after_sale_of(id)
where id in (select order_id from payment where id in (select payment_id from refund union select payment_id from dispute));

-- The one word by which an order is called (`shownStatus` says the same).
alter table shop_order add column shown_status text not null generated always as (
  case when status in ('in_progress', 'completed') and after_sale <> 'none' then after_sale else status end) stored;

-- One index for each way a list is read: by age and by amount, of all and of one status or kind.
create index shop_order_by_age on shop_order (created_at, id);
create index shop_order_by_amount on shop_order (total_cents, id);
create index shop_order_by_status on shop_order (shown_status, created_at, id);
create index shop_order_by_status_and_amount on shop_order (shown_status, total_cents, id);
create index shop_order_under_way on shop_order (created_at, id) where status = 'in_progress';
create index shop_order_by_kind on shop_order (kind, created_at, id) where kind <> 'card';

-- What our people write down about an order or a customer, for one another.
create table staff_note (
  id          text        primary key,
  about_kind  text        not null check (about_kind in ('order', 'customer')),
  about_id    text        not null,
  text        text        not null check (length(trim(text)) > 0),
  author_id   text        not null references app_user,
  created_at  timestamptz not null
);
create index staff_note_by_subject on staff_note (about_kind, about_id, created_at);
