-- Credit notes, the dated history of an order, and documents that travel with emails.

-- Money that went back of an invoice. One for each refund that succeeded; void when that refund failed afterwards. Its number stays.
create table credit_note (
  id            text        primary key,
  number        text        not null unique,
  invoice_id    text        not null references invoice,
  refund_id     text        not null unique references refund,
  status        text        not null default 'issued' check (status in ('issued', 'void')),
  currency      text        not null default 'usd' check (currency = 'usd'),
  amount_cents  integer     not null check (amount_cents > 0),
  -- Frozen at issue. Only who was billed is taken out when an account is deleted.
  bill_to       jsonb       not null,
  lines         jsonb       not null,
  issued_at     timestamptz not null,
  voided_at     timestamptz,
  check ((status = 'void') = (voided_at is not null))
);
create index credit_note_by_invoice on credit_note (invoice_id);

create function credit_note_stays_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a credit note is never deleted'; end if;
  if old.status = 'void' and new.status <> 'void'
    or row (new.id, new.number, new.invoice_id, new.refund_id, new.currency, new.amount_cents, new.lines, new.issued_at)
      is distinct from row (old.id, old.number, old.invoice_id, old.refund_id, old.currency, old.amount_cents, old.lines, old.issued_at)
  then raise exception 'credit note % was issued: it can be voided, and never edited', old.number; end if;
  return new;
end $$;
create trigger credit_note_stays_as_issued before update or delete on credit_note
  for each row execute function credit_note_stays_as_issued();

-- What happened to an order after it was placed and beside its own timestamps, each once. `subject`: the refund or the dispute it is about.
-- `mail_id`: the email that told the customer; null where nobody was told, such as for what is older than this table.
create table order_event (
  order_id      text        not null references shop_order,
  kind          text        not null check (kind in ('completed', 'canceled', 'refund_started', 'refunded', 'refund_failed',
                                                     'dispute_opened', 'dispute_won', 'dispute_lost')),
  subject       text        not null default '',
  amount_cents  integer     check (amount_cents > 0),
  at            timestamptz not null,
  mail_id       text        unique references mail,
  primary key (order_id, kind, subject),
  check ((kind in ('completed', 'canceled')) = (subject = '') and (subject = '') = (amount_cents is null))
);

-- The document whose PDF is made when the email is sent: the id of an invoice or of a credit note, never its bytes.
alter table mail add column attached_document text check (attached_document ~ '^(inv|cn)_');

-- What happened before: refunds that succeeded have credit notes, numbered by the time at which they were last heard of.
insert into credit_note (id, number, invoice_id, refund_id, amount_cents, bill_to, lines, issued_at)
select
  'cn_' || left(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), 22),
  format('CN-%s-%s', issued_in, lpad(row_number() over (partition by issued_in order by updated_at, refund_id)::text, 5, '0')),
  invoice_id, refund_id, amount_cents, bill_to,
  jsonb_build_array(jsonb_build_object('amountCents', amount_cents, 'text',
    format('Refund of invoice %s, %s', invoice_number, case when amount_cents = invoice_cents then 'in full' else 'in part' end))),
  updated_at
from (
  select refund.id as refund_id, refund.amount_cents, refund.updated_at, invoice.id as invoice_id, invoice.number as invoice_number,
    invoice.amount_cents as invoice_cents, bill_to, extract(year from refund.updated_at at time zone 'UTC')::integer as issued_in
  from refund join payment on payment.id = payment_id join invoice on invoice.id = payment.invoice_id
  where refund.state = 'succeeded' and refund.reason <> 'duplicate' and payment.status = 'succeeded' and invoice.issued_at is not null
) as given_back;

insert into document_number (series, year, last)
select 'CN', extract(year from issued_at at time zone 'UTC')::integer, count(*) from credit_note group by 2;

insert into order_event (order_id, kind, at, mail_id)
select shop_order.id, 'completed', completed_at, (select min(mail.id) from mail where mail.order_id = shop_order.id and mail.kind = 'order_completed')
from shop_order where completed_at is not null and completed_at <> accepted_at;
insert into order_event (order_id, kind, at) select id, 'canceled', canceled_at from shop_order where canceled_at is not null;
insert into order_event (order_id, kind, subject, amount_cents, at)
select order_id, 'refund_started', refund.id, refund.amount_cents, refund.created_at
from refund join payment on payment.id = payment_id where reason <> 'duplicate' and payment.status = 'succeeded' and refund_ref is not null
union all
select order_id, case refund.state when 'succeeded' then 'refunded' else 'refund_failed' end, refund.id, refund.amount_cents, refund.updated_at
from refund join payment on payment.id = payment_id
where reason <> 'duplicate' and payment.status = 'succeeded' and refund.state in ('succeeded', 'failed') and refund_ref is not null
union all
select order_id, 'dispute_opened', dispute_ref, dispute.amount_cents, dispute.created_at
from dispute join payment on payment.id = payment_id where dispute.status not like 'warning%' and dispute.status <> 'prevented'
union all
select order_id, 'dispute_' || dispute.status, dispute_ref, dispute.amount_cents, dispute.updated_at
from dispute join payment on payment.id = payment_id where dispute.status in ('won', 'lost');
