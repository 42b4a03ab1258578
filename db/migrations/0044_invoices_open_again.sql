-- A bank takes back what an invoice on account was paid with: the invoice is open again, with a fresh due day, and the processor is given another one.

-- What banks have taken back of its payments. `paid_cents` is what of them is still ours.
alter table invoice add column taken_back_cents integer not null default 0 check (taken_back_cents >= 0);
-- How often the processor had to be given another invoice for it.
alter table invoice add column reopened integer not null default 0 check (reopened >= 0);
-- The processor's names of those that came before `processor_ref`.
alter table invoice add column former_refs text[] not null default '{}';
alter table invoice add constraint invoice_reopened check (kind = 'net30' or (taken_back_cents = 0 and reopened = 0 and former_refs = '{}'));

alter table invoice drop constraint invoice_net30_due;
alter table invoice add constraint invoice_net30_due check (kind <> 'net30' or issued_at is null
  or due_on = (issued_at at time zone 'UTC')::date + 30 or (reopened > 0 and due_on > (issued_at at time zone 'UTC')::date + 30));

-- Of what was issued only the due day changes, and only when the invoice is opened again.
create or replace function invoice_stays_as_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'an issued invoice is never deleted'; end if;
  if row (new.number, new.kind, new.order_id, new.currency, new.amount_cents, new.lines, new.discount, new.issued_at)
    is distinct from row (old.number, old.kind, old.order_id, old.currency, old.amount_cents, old.lines, old.discount, old.issued_at)
    or (new.due_on is distinct from old.due_on and new.reopened <> old.reopened + 1)
  then raise exception 'invoice % was issued: it is corrected by a credit note, never edited', old.number; end if;
  return new;
end $$;
