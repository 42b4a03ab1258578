-- One field that finds anything. An entry for each customer, order, cart, invoice and product, written in the transaction that changed it.
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists unaccent;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'the search needs the extensions pg_trgm and unaccent of PostgreSQL, which this login cannot create: % (install the contrib package of PostgreSQL, and let a superuser run "create extension pg_trgm; create extension unaccent;" in this database)', sqlerrm;
end $$;

-- Small letters without accents, on whatever locale the cluster has: under C, lower() knows ASCII only.
do $$
declare
  lowered text := case
    when exists (select from pg_collation where collname = 'und-x-icu') then 'lower(given collate "und-x-icu")'
    when exists (select from pg_collation where collname = 'pg_c_utf8') then 'lower(given collate "pg_c_utf8")'
    else 'lower(given)' end;
begin
  execute format('create function search_fold(given text) returns text language sql stable as $f$ select lower(unaccent(%s)) $f$', lowered);
end $$;

create table search_entry (
  kind     text        not null check (kind in ('customer', 'order', 'cart', 'invoice', 'product')),
  id       text        not null,
  -- What opens when it is chosen: of an invoice its order.
  opens    text        not null,
  title    text        not null,
  detail   text        not null,
  -- Folded, for parts of words.
  words    text        not null,
  -- Folded, for whole ones: numbers, addresses, ids, last four digits, and words that are not written in ASCII, which trigrams of a
  -- cluster with the locale C do not know.
  exact    text[]      not null,
  at       timestamptz not null,
  primary key (kind, id)
);
create index search_entry_words on search_entry using gin (words gin_trgm_ops);
create index search_entry_exact on search_entry using gin (exact);

create function search_exact(given text[], words text) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct term), '{}') from (
    select search_fold(trim(one)) as term from unnest(given) as one
    union all select regexp_split_to_table(words, '[[:space:],.;:()"/]+')) as terms
  where term <> '' and (term ~ '[^\x01-\x7f]' or term in (select search_fold(trim(one)) from unnest(given) as one))
$$;

create function search_put(kind_ text, id_ text, opens_ text, title_ text, detail_ text, words_ text, exact_ text[], at_ timestamptz)
returns void language plpgsql as $$
declare
  folded text := search_fold(words_);
begin
  insert into search_entry (kind, id, opens, title, detail, words, exact, at)
  values (kind_, id_, opens_, title_, detail_, folded, search_exact(exact_, folded), at_)
  on conflict (kind, id) do update set opens = excluded.opens, title = excluded.title, detail = excluded.detail, words = excluded.words,
    exact = excluded.exact, at = excluded.at
  where (search_entry.title, search_entry.detail, search_entry.words, search_entry.exact)
    is distinct from (excluded.title, excluded.detail, excluded.words, excluded.exact);
end $$;

-- More whole terms for an entry that is there.
create function search_add(kind_ text, id_ text, more text[]) returns void language sql as $$
  update search_entry set exact = (select array_agg(distinct term) from unnest(exact || search_exact(more, '')) as term)
  where kind = kind_ and id = id_ and not exact @> search_exact(more, '')
$$;

create function search_digits(given text) returns text language sql immutable as $$ select regexp_replace(coalesce(given, ''), '[^0-9]', '', 'g') $$;
create function search_dollars(amount_cents bigint) returns text language sql immutable as
  $$ select '$' || to_char(amount_cents / 100.0, 'FM999,999,990.00') $$;

create function search_customer(wanted text) returns void language plpgsql as $$
begin
  perform search_put('customer', app_user.id, app_user.id, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email),
    concat_ws(', ', email, nullif(company.legal_name, '')),
    concat_ws(' ', first_name, last_name, user_name, email, search_digits(app_user.phone), company.legal_name),
    array[app_user.id, email, search_digits(app_user.phone), customer_ref, autopay.card_last4], app_user.created_at)
  from app_user left join company on company.user_id = app_user.id
  left join credit_account account on account.user_id = app_user.id left join credit_autopay autopay on autopay.account_id = account.id
  where app_user.id = wanted and role = 'customer' and deleted_at is null;
  if not found then delete from search_entry where kind = 'customer' and id = wanted; end if;
end $$;

create function search_order(wanted text) returns void language sql as $$
  select search_put('order', shop_order.id, shop_order.id, 'S-' || number, concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), email, search_dollars(total_cents)),
    concat_ws(' ', 'S-' || number, first_name, last_name, email, search_digits(phone), company),
    array[shop_order.id, 'S-' || number, number::text, email, search_digits(phone)]
      || (select coalesce(array_agg(ref), '{}') from (
        select unnest(array[payment.id, intent_ref, card_last4]) from payment where order_id = wanted
        union all select attempt_ref from payment_attempt join payment on payment.id = payment_id where order_id = wanted
        union all select unnest(array[refund.id, refund_ref]) from refund join payment on payment.id = payment_id where order_id = wanted
        union all select dispute_ref from dispute join payment on payment.id = payment_id where order_id = wanted
        union all select unnest(array[id, subscription_ref, card_last4]) from subscription where order_id = wanted) as refs (ref)),
    created_at)
  from shop_order where id = wanted
$$;

create function search_cart(wanted text) returns void language plpgsql as $$
begin
  perform search_put('cart', id, id, 'Cart of ' || email, concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), status),
    concat_ws(' ', first_name, last_name, email, search_digits(phone_number)), array[id, email, search_digits(phone_number)], created_at)
  from cart where id = wanted and email <> '';
  if not found then delete from search_entry where kind = 'cart' and id = wanted; end if;
end $$;

create function search_invoice(wanted text) returns void language sql as $$
  select search_put('invoice', invoice.id, order_id, invoice.number, concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), search_dollars(invoice.amount_cents)),
    concat_ws(' ', invoice.number, first_name, last_name, email, company), array[invoice.id, invoice.number, processor_ref]
      || (select coalesce(array_agg(credit_note.number), '{}') from credit_note where invoice_id = wanted), issued_at)
  from invoice join shop_order on shop_order.id = order_id where invoice.id = wanted and issued_at is not null
$$;

create function search_product(wanted text) returns void language sql as $$
  select search_put('product', id, id, name, kind || case when active then '' else ', not on sale' end, concat_ws(' ', name, id), array[id], created_at)
  from product where id = wanted
$$;

create function search_follows() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'app_user' then perform search_customer(new.id);
    when 'company' then perform search_customer(new.user_id);
    when 'credit_autopay' then perform search_customer((select user_id from credit_account where id = new.account_id));
    when 'shop_order' then
      perform search_order(new.id);
      if tg_op = 'UPDATE' then perform search_invoice(id) from invoice where order_id = new.id; end if;
    when 'payment' then perform search_add('order', new.order_id, array[new.id, new.intent_ref, new.card_last4]);
    when 'payment_attempt' then perform search_add('order', (select order_id from payment where id = new.payment_id), array[new.attempt_ref]);
    when 'refund' then perform search_add('order', (select order_id from payment where id = new.payment_id), array[new.id, new.refund_ref]);
    when 'dispute' then perform search_add('order', (select order_id from payment where id = new.payment_id), array[new.dispute_ref]);
    when 'subscription' then perform search_add('order', new.order_id, array[new.id, new.subscription_ref, new.card_last4]);
    when 'cart' then perform search_cart(new.id);
    when 'invoice' then perform search_invoice(new.id);
    when 'credit_note' then perform search_invoice(new.invoice_id);
    when 'product' then perform search_product(new.id);
  end case;
  return null;
end $$;
create function search_forgets() returns trigger language plpgsql as $$
begin
  delete from search_entry where kind = case tg_table_name when 'cart' then 'cart' when 'shop_order' then 'order' else 'product' end and id = old.id;
  return null;
end $$;

create trigger search_follows after insert or update of email, first_name, last_name, user_name, phone, role, deleted_at, customer_ref on app_user
  for each row execute function search_follows();
create trigger search_follows after insert or update of legal_name on company for each row execute function search_follows();
create trigger search_follows after insert or update of card_last4 on credit_autopay for each row execute function search_follows();
create trigger search_follows after insert or update of first_name, last_name, email, phone, company, total_cents on shop_order
  for each row execute function search_follows();
create trigger search_follows after insert or update of intent_ref, card_last4 on payment for each row execute function search_follows();
create trigger search_follows after insert on payment_attempt for each row execute function search_follows();
create trigger search_follows after insert or update of refund_ref on refund for each row execute function search_follows();
create trigger search_follows after insert on dispute for each row execute function search_follows();
create trigger search_follows after insert or update of subscription_ref, card_last4 on subscription for each row execute function search_follows();
create trigger search_follows after insert or update of first_name, last_name, email, phone_number, status on cart
  for each row execute function search_follows();
create trigger search_follows after insert or update of number, processor_ref, bill_to on invoice
  for each row when (new.issued_at is not null) execute function search_follows();
create trigger search_follows after insert on credit_note for each row execute function search_follows();
create trigger search_follows after insert or update of name, kind, active on product for each row execute function search_follows();
create trigger search_forgets after delete on cart for each row execute function search_forgets();
create trigger search_forgets after delete on shop_order for each row execute function search_forgets();
create trigger search_forgets after delete on product for each row execute function search_forgets();

select count(search_customer(id)::text) from app_user where role = 'customer' and deleted_at is null;
select count(search_order(id)::text) from shop_order;
select count(search_cart(id)::text) from cart where email <> '';
select count(search_invoice(id)::text) from invoice where issued_at is not null;
select count(search_product(id)::text) from product;
