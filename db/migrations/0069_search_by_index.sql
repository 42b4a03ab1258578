-- What has an index of its own is found by it: ids of the processor and the last four digits of a card do not travel into the entry of their
-- order, which was written six times for one purchase. And an entry is made anew only when something in it has changed.
drop trigger search_follows on payment;
drop trigger search_follows on payment_attempt;
drop trigger search_follows on refund;
drop trigger search_follows on dispute;
drop trigger search_follows on subscription;
create index payment_by_card on payment (card_last4, created_at desc) where card_last4 is not null;
create index payment_attempt_by_ref on payment_attempt (attempt_ref);
create index subscription_by_card on subscription (card_last4) where card_last4 is not null;

create or replace function search_order(wanted text) returns void language sql as $$
  select search_put('order', shop_order.id, shop_order.id, 'S-' || number, concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), email, search_dollars(total_cents)),
    concat_ws(' ', 'S-' || number, first_name, last_name, email, search_digits(phone), company),
    array[shop_order.id, 'S-' || number, number::text, email, search_digits(phone)], created_at)
  from shop_order where id = wanted
$$;

create or replace function search_follows() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'app_user' then perform search_customer(new.id);
    when 'company' then perform search_customer(new.user_id);
    when 'credit_autopay' then perform search_customer((select user_id from credit_account where id = new.account_id));
    when 'shop_order' then
      perform search_order(new.id);
      if tg_op = 'UPDATE' then perform search_invoice(id) from invoice where order_id = new.id; end if;
    when 'cart' then perform search_cart(new.id);
    when 'invoice' then perform search_invoice(new.id);
    when 'credit_note' then perform search_invoice(new.invoice_id);
    when 'product' then perform search_product(new.id);
  end case;
  return null;
end $$;
drop function search_add(text, text, text[]);

drop trigger search_follows on app_user;
create trigger search_begins after insert on app_user for each row execute function search_follows();
create trigger search_follows after update of email, first_name, last_name, user_name, phone, role, deleted_at, customer_ref on app_user
  for each row when ((old.email, old.first_name, old.last_name, old.user_name, old.phone, old.role, old.deleted_at, old.customer_ref)
    is distinct from (new.email, new.first_name, new.last_name, new.user_name, new.phone, new.role, new.deleted_at, new.customer_ref))
  execute function search_follows();

drop trigger search_follows on shop_order;
create trigger search_begins after insert on shop_order for each row execute function search_follows();
create trigger search_follows after update of first_name, last_name, email, phone, company, total_cents on shop_order
  for each row when ((old.first_name, old.last_name, old.email, old.phone, old.company, old.total_cents)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.company, new.total_cents))
  execute function search_follows();

drop trigger search_follows on cart;
create trigger search_begins after insert on cart for each row execute function search_follows();
create trigger search_follows after update of first_name, last_name, email, phone_number, status on cart
  for each row when ((old.first_name, old.last_name, old.email, old.phone_number, old.status)
    is distinct from (new.first_name, new.last_name, new.email, new.phone_number, new.status))
  execute function search_follows();
