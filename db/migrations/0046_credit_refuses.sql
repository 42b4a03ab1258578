-- The database itself refuses a promise beyond the available credit, whatever code asks for it. A lowered limit may leave less than nothing.
create or replace function credit_movement_counts() returns trigger language plpgsql as $$
begin
  update credit_account set limit_cents = limit_cents + new.limit_cents, available_cents = available_cents + new.available_cents,
    hold_cents = hold_cents + new.hold_cents, owed_cents = owed_cents + new.owed_cents
  where id = new.account_id;
  if new.kind = 'held' and (select available_cents from credit_account where id = new.account_id) < 0 then
    raise exception 'credit account % has not that much available', new.account_id;
  end if;
  if new.hold_cents < 0 and (select sum(hold_cents) from credit_movement where order_id = new.order_id) < 0 then
    raise exception 'order % does not hold that much credit', new.order_id;
  end if;
  if new.owed_cents < 0 and (select sum(owed_cents) from credit_movement where invoice_id = new.invoice_id) < 0 then
    raise exception 'not that much is owed for invoice %', new.invoice_id;
  end if;
  return null;
end $$;

-- Invoices that were asked for and not made yet: their due day is ours, not some days after the day on which they could be sent.
update credit_invoice_request set request = (request - 'due') || jsonb_build_object('dueAt',
  coalesce((request -> 'due' ->> 'at')::bigint, extract(epoch from invoice.due_on::timestamp + interval '1 day - 1 second')::bigint))
from invoice where invoice.id = invoice_id and request ? 'due';

-- The row of a year is the lock that everybody who takes a number waits for, also before there is a first number.
alter table document_number drop constraint document_number_last_check, add check (last >= 0);
