-- Invoices: what is owed, by whom, since when. Payments pay invoices, and orders follow from their invoices and their work.

-- The last number given, by series and UTC year of issue. The row is locked until the issuing transaction ends, so a number is never lost.
create table document_number (
  series  text    not null check (series in ('INV', 'CN')),
  year    integer not null check (year between 2000 and 9999),
  last    integer not null check (last > 0),
  primary key (series, year)
);

create table invoice (
  id            text        primary key,
  number        text        unique,
  kind          text        not null check (kind in ('order')),
  order_id      text        not null references shop_order,
  status        text        not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  currency      text        not null default 'usd' check (currency = 'usd'),
  amount_cents  integer     not null check (amount_cents >= 0),
  paid_cents    integer     not null default 0,
  -- Frozen at issue: who owes it, what for, and what was taken off.
  bill_to       jsonb,
  lines         jsonb,
  discount      jsonb,
  created_at    timestamptz not null,
  issued_at     timestamptz,
  due_on        date,
  paid_at       timestamptz,
  closed_at     timestamptz,
  unique (id, order_id),
  -- The last word on paying twice.
  check (paid_cents between 0 and amount_cents),
  check ((status = 'paid') = (paid_at is not null)),
  check (status <> 'paid' or paid_cents = amount_cents),
  check ((status in ('void', 'uncollectible')) = (closed_at is not null)),
  -- A number exists from the issue on, and only then; a draft can be given up without one.
  check ((issued_at is null) = (number is null)),
  check ((issued_at is null) = (bill_to is null) and (issued_at is null) = (lines is null) and (issued_at is null) = (due_on is null)),
  check (status <> 'draft' or issued_at is null),
  check (status in ('draft', 'void') or issued_at is not null)
);
create unique index invoice_one_per_order on invoice (order_id) where kind = 'order' and status <> 'void';
create index invoice_by_order on invoice (order_id);

create function invoice_stays_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'an issued invoice is never deleted'; end if;
  if row (new.number, new.kind, new.order_id, new.currency, new.amount_cents, new.lines, new.discount, new.issued_at, new.due_on)
    is distinct from row (old.number, old.kind, old.order_id, old.currency, old.amount_cents, old.lines, old.discount, old.issued_at, old.due_on)
  then raise exception 'invoice % was issued: it is corrected by a credit note, never edited', old.number; end if;
  return new;
end $$;
create trigger invoice_stays_as_issued before update or delete on invoice
  for each row when (old.issued_at is not null) execute function invoice_stays_as_issued();

-- The buyer's company and tax number, where they were given for the invoice.
alter table shop_order add column company text;
alter table shop_order add column tax_number text;

-- Paid orders become orders in progress; what consists of subscriptions only is complete with its payment.
alter table shop_order drop constraint shop_order_status_check;
do $$
declare found record;
begin
  for found in
    select conname from pg_constraint
    where conrelid = 'shop_order'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%paid_at%'
  loop
    execute format('alter table shop_order drop constraint %I', found.conname);
  end loop;
end $$;
alter table shop_order rename column paid_at to accepted_at;
alter table shop_order add column completed_at timestamptz;
update shop_order set
  status = case when only_subscriptions then 'completed' else 'in_progress' end,
  completed_at = case when only_subscriptions then accepted_at end
from (select order_id, bool_and(order_item.kind = 'subscription') as only_subscriptions from order_item group by order_id) as work
where work.order_id = shop_order.id and status = 'paid';
update shop_order set completed_at = accepted_at where status = 'completed' and completed_at is null;
alter table shop_order add constraint shop_order_status_check check (status in ('awaiting_payment', 'in_progress', 'completed', 'canceled'));
alter table shop_order add constraint shop_order_accepted check ((status in ('in_progress', 'completed')) = (accepted_at is not null));
alter table shop_order add constraint shop_order_completed check ((status = 'completed') = (completed_at is not null));
create index shop_order_in_progress on shop_order (accepted_at) where status = 'in_progress';

-- One invoice for each order so far. Numbers follow the time of payment; an order without one never became a sale.
insert into invoice (id, number, kind, order_id, status, amount_cents, paid_cents, bill_to, lines, discount, created_at, issued_at, due_on, paid_at, closed_at)
select
  'inv_' || left(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 22),
  case when accepted_at is not null then
    format('INV-%s-%s', issued_in, lpad(row_number() over (partition by issued_in order by accepted_at, number)::text, 5, '0')) end,
  'order', placed.id,
  case when accepted_at is not null then 'paid' when status = 'canceled' then 'void' else 'draft' end,
  total_cents, case when accepted_at is not null then total_cents else 0 end,
  case when accepted_at is not null then jsonb_build_object('name', trim(first_name || ' ' || last_name), 'email', email,
    'addressLine1', address_line1, 'country', country, 'company', null, 'taxNumber', null) end,
  case when accepted_at is not null then (
    select jsonb_agg(jsonb_build_object('text', name, 'amountCents', order_item.total_cents) order by position)
    from order_item where order_item.order_id = placed.id) end,
  case when accepted_at is not null and discount_cents > 0 then jsonb_build_object('amountCents', discount_cents, 'code', (
    select code from coupon_redemption join coupon on coupon.id = coupon_id where coupon_redemption.order_id = placed.id)) end,
  created_at, accepted_at, (accepted_at at time zone 'UTC')::date, accepted_at,
  case when status = 'canceled' then canceled_at end
from (select *, extract(year from accepted_at at time zone 'UTC')::integer as issued_in from shop_order) as placed;

insert into document_number (series, year, last)
select 'INV', extract(year from issued_at at time zone 'UTC')::integer, count(*) from invoice where issued_at is not null group by 2;

-- A payment pays an invoice. Several may succeed for one: the sum is what the invoice bounds.
alter table payment add column invoice_id text;
update payment set invoice_id = invoice.id from invoice where invoice.order_id = payment.order_id;
alter table payment alter column invoice_id set not null;
alter table payment drop constraint payment_order_id_fkey;
alter table payment add foreign key (invoice_id) references invoice;
alter table payment add foreign key (invoice_id, order_id) references invoice (id, order_id);
create unique index payment_one_open_per_invoice on payment (invoice_id)
  where status in ('creating', 'open', 'requires_action', 'processing');
drop index payment_one_open_per_order;
drop index payment_one_succeeded_per_order;
create index payment_by_invoice on payment (invoice_id);

-- With which card it was paid, for the invoice.
alter table payment add column card_brand text;
alter table payment add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');
