-- Every sale moves a payment to `succeeded`. Where none of its money went back, that changes nothing about what became of the order
-- after the sale, so it costs two looks at an index and not a sum over the order.
create or replace function renew_after_sale() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  if tg_table_name = 'payment' then
    if not exists (select from refund where payment_id = new.id) and not exists (select from dispute where payment_id = new.id) then
      return null;
    end if;
    wanted := new.order_id;
  else select order_id into wanted from payment where id = new.payment_id;
  end if;
  update shop_order set after_sale = after_sale_of(wanted) where id = wanted and after_sale <> after_sale_of(wanted);
  return null;
end $$;
