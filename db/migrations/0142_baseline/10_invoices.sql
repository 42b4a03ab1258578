-- Invoices and credit notes: what is owed, by whom, and since when. Payments pay invoices, and orders follow
-- them.

-- The last number given, by series and UTC year of issue. The row stays locked until the issuing transaction
-- ends, so no number is lost. It also exists before the first number, as a lock.
create table document_number (
  series  text     not null check (series in ('INV', 'CN')),
  year    integer  not null check (year between 2000 and 9999),
  last    integer  not null check (last >= 0),
  primary key (series, year)
);

-- `order`: paid at once. `renewal`: one period of a subscription, numbered when it is paid. `net30`: one half
-- of an order on credit.
create table invoice (
  id                       text         primary key,
  number                   text         unique,
  kind                     text         not null check (kind in ('order', 'renewal', 'net30')),
  order_id                 text         not null references shop_order,
  status                   text         not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  currency                 text         not null default 'usd' check (currency = 'usd'),
  amount_cents             integer      not null check (amount_cents >= 0),
  -- What was paid and not taken back.
  paid_cents               integer      not null default 0,
  -- Frozen at issue: who owes it, for what, and what was taken off.
  bill_to                  jsonb,
  lines                    jsonb,
  discount                 jsonb,
  created_at               timestamptz  not null,
  issued_at                timestamptz,
  due_on                   date,
  paid_at                  timestamptz,
  closed_at                timestamptz,
  -- Only of a renewal. 15_subscriptions.sql adds the reference.
  subscription_id          text,
  -- The invoice at the processor.
  processor_ref            text         unique,
  processor_number         text,
  period_start             timestamptz,
  period_end               timestamptz,
  -- Only of Net 30: the first half is due after the order, the second after the work.
  half                     integer      check (half in (1, 2)),
  -- The processor's page where it is paid.
  hosted_url               text,
  -- What banks took back of its payments. The invoice is then open again, with a new due date.
  taken_back_cents         integer      not null default 0 check (taken_back_cents >= 0),
  -- How often the processor needed a new invoice for it, and the references of the former ones.
  reopened                 integer      not null default 0 check (reopened >= 0),
  former_refs              text[]       not null default '{}',
  -- Past due, and since then the processor could not be asked whether it was paid.
  unread_since             timestamptz,
  -- When the processor stopped collecting a written-off invoice. Null: it still has to be marked
  -- uncollectible.
  marked_uncollectible_at  timestamptz,
  unique (id, order_id),
  -- The last barrier against paying twice.
  check (paid_cents between 0 and amount_cents),
  check ((status = 'paid') = (paid_at is not null)),
  check (status <> 'paid' or paid_cents = amount_cents),
  check ((status in ('void', 'uncollectible')) = (closed_at is not null)),
  -- An issued invoice has a number. A draft can be given up without one.
  check ((issued_at is null) = (number is null)),
  check ((issued_at is null) = (bill_to is null) and (issued_at is null) = (lines is null)
    and (issued_at is null) = (due_on is null)),
  check (status <> 'draft' or issued_at is null),
  check (status in ('draft', 'void') or issued_at is not null),
  check (unread_since is null or kind = 'net30'),
  constraint invoice_renewal check (
    (kind = 'renewal') = (subscription_id is not null) and (kind <> 'renewal' or processor_ref is not null)
    and (kind <> 'order' or processor_ref is null)
    and (kind = 'renewal') = (period_start is not null) and (period_start is null) = (period_end is null)
    and period_end > period_start),
  constraint invoice_half check ((kind = 'net30') = (half is not null)),
  constraint invoice_hosted check (hosted_url is null or kind = 'net30'),
  constraint invoice_net30_due check (kind <> 'net30' or issued_at is null
    or due_on = (issued_at at time zone 'UTC')::date + 30
    or (reopened > 0 and due_on > (issued_at at time zone 'UTC')::date + 30)),
  constraint invoice_reopened check (
    kind = 'net30' or (taken_back_cents = 0 and reopened = 0 and former_refs = '{}'))
);
create unique index invoice_one_per_order on invoice (order_id) where kind = 'order' and status <> 'void';
create unique index invoice_one_per_half on invoice (order_id, half) where kind = 'net30' and status <> 'void';
-- No period is owed or paid twice.
create unique index invoice_one_per_period on invoice (subscription_id, period_start) where status <> 'void';
create index invoice_by_order on invoice (order_id);
create index invoice_by_subscription on invoice (subscription_id) where subscription_id is not null;
create index invoice_by_issue on invoice (issued_at) where issued_at is not null;
create index invoice_paid on invoice (paid_at) where paid_at is not null;
create index invoice_changed on invoice (greatest(created_at, issued_at, paid_at, closed_at));
create index invoice_net30_unpaid on invoice (due_on) where kind = 'net30' and status = 'open';
create index invoice_net30_unsent on invoice (created_at)
  where kind = 'net30' and status = 'open' and processor_ref is null;
create index invoice_written_off_unmarked on invoice (closed_at)
  where kind = 'net30' and status = 'uncollectible' and processor_ref is not null
    and marked_uncollectible_at is null;

-- After the issue only the due date changes, and only when the invoice is opened again. `bill_to` may change,
-- because an erased account is erased there too.
create function invoice_stays_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'an issued invoice is never deleted'; end if;
  if row (new.number, new.kind, new.order_id, new.currency, new.amount_cents, new.lines, new.discount, new.issued_at)
    is distinct from
      row (old.number, old.kind, old.order_id, old.currency, old.amount_cents, old.lines, old.discount, old.issued_at)
    or (new.due_on is distinct from old.due_on and new.reopened <> old.reopened + 1)
  then raise exception 'invoice % was issued: it is corrected by a credit note, never edited', old.number; end if;
  return new;
end $$;
create trigger invoice_stays_as_issued before update or delete on invoice
  for each row when (old.issued_at is not null) execute function invoice_stays_as_issued();

-- Money refunded of an invoice, one for each successful refund. Void when that refund fails later; its number
-- stays.
create table credit_note (
  id            text         primary key,
  number        text         not null unique,
  invoice_id    text         not null references invoice,
  -- 11_payments.sql adds the reference.
  refund_id     text         not null unique,
  status        text         not null default 'issued' check (status in ('issued', 'void')),
  currency      text         not null default 'usd' check (currency = 'usd'),
  amount_cents  integer      not null check (amount_cents > 0),
  -- Frozen at issue, except that a deleted account is taken out of `bill_to`.
  bill_to       jsonb        not null,
  lines         jsonb        not null,
  issued_at     timestamptz  not null,
  voided_at     timestamptz,
  check ((status = 'void') = (voided_at is not null))
);
create index credit_note_by_invoice on credit_note (invoice_id);
create index credit_note_by_issue on credit_note (issued_at);
create index credit_note_by_void on credit_note (voided_at) where voided_at is not null;
create index credit_note_changed on credit_note (greatest(issued_at, voided_at));

create function credit_note_stays_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a credit note is never deleted'; end if;
  if old.status = 'void' and new.status <> 'void'
    or row (new.id, new.number, new.invoice_id, new.refund_id, new.currency, new.amount_cents, new.lines, new.issued_at)
      is distinct from
        row (old.id, old.number, old.invoice_id, old.refund_id, old.currency, old.amount_cents, old.lines, old.issued_at)
  then raise exception 'credit note % was issued: it can be voided, and never edited', old.number; end if;
  return new;
end $$;
create trigger credit_note_stays_as_issued before update or delete on credit_note
  for each row execute function credit_note_stays_as_issued();
