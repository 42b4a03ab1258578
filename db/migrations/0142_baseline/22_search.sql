-- The search field of the console: an entry for each customer, order, cart, invoice, product, message, and
-- post, written in the transaction that changed it. Processor ids and card digits are found by indexes of
-- their own tables.

do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists unaccent;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'the search needs the extensions pg_trgm and unaccent of PostgreSQL, which this login cannot create: % (install the contrib package of PostgreSQL, and let a superuser run "create extension pg_trgm; create extension unaccent;" in this database)', sqlerrm;
end $$;

create table search_entry (
  kind    text         not null check (
            kind in ('customer', 'order', 'cart', 'invoice', 'product', 'message', 'post')),
  id      text         not null,
  -- What the entry opens: for an invoice its order.
  opens   text         not null,
  title   text         not null,
  detail  text         not null,
  -- Folded, to find parts of words.
  words   text         not null,
  -- Folded, to find whole terms: numbers, addresses, ids, and words outside ASCII, for which a cluster with
  -- the locale C has no trigrams.
  exact   text[]       not null,
  at      timestamptz  not null,
  primary key (kind, id)
);
create index search_entry_words on search_entry using gin (words gin_trgm_ops);
create index search_entry_exact on search_entry using gin (exact);

-- Lower case without accents, on any locale of the cluster: under C, lower() knows ASCII only.
do $$
declare
  lowered text := case
    when exists (select from pg_collation where collname = 'und-x-icu') then 'lower(given collate "und-x-icu")'
    when exists (select from pg_collation where collname = 'pg_c_utf8') then 'lower(given collate "pg_c_utf8")'
    else 'lower(given)' end;
begin
  execute format(
    'create function search_fold(given text) returns text language sql stable as $f$ select lower(unaccent(%s)) $f$',
    lowered);
end $$;

-- The whole terms of an entry: all of `given`, and those of `words` that are not ASCII. Folds `given` once,
-- because folding each term takes four times as long.
create function search_exact(given text[], words text) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct term), '{}') from (
    select trim(one) as term
      from unnest(string_to_array(search_fold(array_to_string(given, E'\x1f')), E'\x1f')) as one
    union all
    select one from regexp_split_to_table(
        case when words ~ '[^\x01-\x7f]' then words else '' end, '[[:space:],.;:()"/]+') as one
      where one ~ '[^\x01-\x7f]') as terms
  where term <> ''
$$;

-- The digits of a phone number without its extension (`+17804595656 ext. 725`).
create function search_digits(given text) returns text language sql immutable as
  $$ select regexp_replace(split_part(coalesce(given, ''), ' ext. ', 1), '[^0-9]', '', 'g') $$;

create function search_dollars(amount_cents bigint) returns text language sql immutable as
  $$ select '$' || to_char(amount_cents / 100.0, 'FM999,999,990.00') $$;

-- Writes an entry only if something in it has changed.
create function search_put(kind_ text, id_ text, opens_ text, title_ text, detail_ text, words_ text, exact_ text[],
  at_ timestamptz) returns void language plpgsql as $$
declare
  folded text := search_fold(words_);
begin
  insert into search_entry (kind, id, opens, title, detail, words, exact, at)
  values (kind_, id_, opens_, title_, detail_, folded, search_exact(exact_, folded), at_)
  on conflict (kind, id) do update set opens = excluded.opens, title = excluded.title, detail = excluded.detail,
    words = excluded.words, exact = excluded.exact, at = excluded.at
  where (search_entry.title, search_entry.detail, search_entry.words, search_entry.exact)
    is distinct from (excluded.title, excluded.detail, excluded.words, excluded.exact);
end $$;

create function search_customer(wanted text) returns void language plpgsql as $$
begin
  perform search_put('customer', app_user.id, app_user.id,
    coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email),
    concat_ws(', ', email, nullif(company.legal_name, '')),
    concat_ws(' ', first_name, last_name, user_name, email, search_digits(app_user.phone), company.legal_name),
    array[app_user.id, email, search_digits(app_user.phone), customer_ref, autopay.card_last4],
    app_user.created_at)
  from app_user left join company on company.user_id = app_user.id
  left join credit_account account on account.user_id = app_user.id
  left join credit_autopay autopay on autopay.account_id = account.id
  where app_user.id = wanted and role = 'customer' and deleted_at is null;
  if not found then delete from search_entry where kind = 'customer' and id = wanted; end if;
end $$;

create function search_order(wanted text) returns void language sql as $$
  select search_put('order', shop_order.id, shop_order.id, 'S-' || number,
    concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), email, search_dollars(total_cents)),
    concat_ws(' ', 'S-' || number, first_name, last_name, email, search_digits(phone), company),
    array[shop_order.id, 'S-' || number, number::text, email, search_digits(phone)], created_at)
  from shop_order where id = wanted
$$;

create function search_cart(wanted text) returns void language plpgsql as $$
begin
  perform search_put('cart', id, id, 'Cart of ' || email,
    concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), status),
    concat_ws(' ', first_name, last_name, email, search_digits(phone_number)),
    array[id, email, search_digits(phone_number)], created_at)
  from cart where id = wanted and email <> '';
  if not found then delete from search_entry where kind = 'cart' and id = wanted; end if;
end $$;

create function search_invoice(wanted text) returns void language sql as $$
  select search_put('invoice', invoice.id, order_id, invoice.number,
    concat_ws(', ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), search_dollars(invoice.amount_cents)),
    concat_ws(' ', invoice.number, first_name, last_name, email, company),
    array[invoice.id, invoice.number, processor_ref]
      || (select coalesce(array_agg(credit_note.number), '{}') from credit_note where invoice_id = wanted),
    issued_at)
  from invoice join shop_order on shop_order.id = order_id where invoice.id = wanted and issued_at is not null
$$;

create function search_product(wanted text) returns void language sql as $$
  select search_put('product', id, id, name, kind || case when active then '' else ', not on sale' end,
    concat_ws(' ', name, id), array[id], created_at)
  from product where id = wanted
$$;

create function search_follows() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'app_user' then perform search_customer(new.id);
    when 'company' then perform search_customer(new.user_id);
    when 'credit_autopay' then
      perform search_customer((select user_id from credit_account where id = new.account_id));
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

create function search_forgets() returns trigger language plpgsql as $$
begin
  delete from search_entry
  where kind = case tg_table_name when 'cart' then 'cart' when 'shop_order' then 'order' else 'product' end
    and id = old.id;
  return null;
end $$;

create trigger search_begins after insert on app_user
  for each row execute function search_follows();
create trigger search_follows
  after update of email, first_name, last_name, user_name, phone, role, deleted_at, customer_ref on app_user
  for each row when (
    (old.email, old.first_name, old.last_name, old.user_name, old.phone, old.role, old.deleted_at, old.customer_ref)
    is distinct from
    (new.email, new.first_name, new.last_name, new.user_name, new.phone, new.role, new.deleted_at, new.customer_ref))
  execute function search_follows();
create trigger search_follows after insert or update of legal_name on company
  for each row execute function search_follows();
create trigger search_follows after insert or update of card_last4 on credit_autopay
  for each row execute function search_follows();

create trigger search_begins after insert on shop_order
  for each row execute function search_follows();
create trigger search_follows
  after update of first_name, last_name, email, phone, company, total_cents on shop_order
  for each row when ((old.first_name, old.last_name, old.email, old.phone, old.company, old.total_cents)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.company, new.total_cents))
  execute function search_follows();
create trigger search_forgets after delete on shop_order
  for each row execute function search_forgets();

create trigger search_begins after insert on cart
  for each row execute function search_follows();
create trigger search_follows after update of first_name, last_name, email, phone_number, status on cart
  for each row when ((old.first_name, old.last_name, old.email, old.phone_number, old.status)
    is distinct from (new.first_name, new.last_name, new.email, new.phone_number, new.status))
  execute function search_follows();
create trigger search_forgets after delete on cart
  for each row execute function search_forgets();

create trigger search_follows after insert or update of number, processor_ref, bill_to on invoice
  for each row when (new.issued_at is not null) execute function search_follows();
create trigger search_follows after insert on credit_note
  for each row execute function search_follows();

create trigger search_follows after insert or update of name, kind, active on product
  for each row execute function search_follows();
create trigger search_forgets after delete on product
  for each row execute function search_forgets();

-- Messages are found by name, address, and phone number, not by their text. Suspected spam is not found.
create function search_message() returns trigger language plpgsql as $$
begin
  if new.state in ('open', 'closed') then
    perform search_put('message', new.id, new.id,
      'Message from ' || trim(concat_ws(' ', new.first_name, new.last_name)),
      concat_ws(', ', new.email, new.state),
      concat_ws(' ', new.first_name, new.last_name, new.email, search_digits(new.contact)),
      array[new.id, new.email, search_digits(new.contact)], new.received_at);
  else delete from search_entry where kind = 'message' and id = new.id;
  end if;
  return null;
end $$;
create trigger search_begins after insert on contact_message
  for each row execute function search_message();
create trigger search_follows after update of state on contact_message
  for each row when (old.state <> new.state) execute function search_message();

-- Posts are found by title, tags, and current and former addresses, drafts too.
create function search_post(wanted text) returns void language sql as $$
  select search_put('post', post.id, post.id, coalesce(nullif(post.title, ''), 'Without a title'),
    concat_ws(', ',
      case when publish_at is not null then 'scheduled' when public_id is not null then 'published' else 'draft' end,
      '/blogs/' || post.slug),
    concat_ws(' ', post.title, post.slug, array_to_string(post.tags, ' ')),
    array[post.id, post.slug, '/blogs/' || post.slug]
      || array(select post_redirect.slug from post_redirect where post_redirect.post_id = wanted), post.created_at)
  from post where post.id = wanted
$$;

create function search_post_follows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'post' then perform search_post(new.id); else perform search_post(new.post_id); end if;
  return null;
end $$;

create function search_post_forgets() returns trigger language plpgsql as $$
begin
  delete from search_entry where kind = 'post' and id = old.id;
  return null;
end $$;

create trigger search_begins after insert on post
  for each row execute function search_post_follows();
create trigger search_follows after update of title, slug, tags, publish_at, public_id on post
  for each row when ((old.title, old.slug, old.tags, old.publish_at, old.public_id)
    is distinct from (new.title, new.slug, new.tags, new.publish_at, new.public_id))
  execute function search_post_follows();
create trigger search_follows after insert on post_redirect
  for each row execute function search_post_follows();
create trigger search_forgets after delete on post
  for each row execute function search_post_forgets();
