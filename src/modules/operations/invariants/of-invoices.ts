/** Invariants between orders, their invoices, credit notes, and payments. Each query must return no rows. */
import { type RawBuilder, sql } from 'kysely';
import type { Question } from './of-work.ts';

type Part = RawBuilder<unknown>;
/** Same format as `documentNumber` in the module. */
const numberOf = (series: Part, year: Part, count: Part): Part =>
  sql`format('%s-%s-%s', ${series}, ${year}, lpad((${count})::text, greatest(5, length((${count})::text)), '0'))`;
const invoiceExists = (number: Part): Part =>
  sql`(exists (select from invoice where invoice.number = ${number}) or exists (select from credit_note where credit_note.number = ${number}))`;

export const questionsOfInvoices: Question[] = [
  {
    // Money that a bank took back has already reached the customer.
    invariant: 'I4 an overpayment of an invoice is refunded within a day',
    ask: () => sql`
      select payment.id as subject, format('%s of %s cents counted, %s of the rest returned', payment.amount_cents, received_cents, returned) as detail
      from payment cross join lateral (
        select coalesce(sum(amount_cents), 0) as returned from refund
        where payment_id = payment.id and reason = 'duplicate' and state in ('pending', 'succeeded')) as refunds
      where payment.status = 'succeeded' and received_cents > payment.amount_cents and received_cents - payment.amount_cents > returned and succeeded_at < now() - interval '1 day'
        and not exists (select from dispute where payment_id = payment.id and withdrawn)`,
  },
  {
    invariant: 'I5 the paid amount of an invoice is the sum of its payments',
    ask: (of) => sql`
      select invoice.id as subject, format('%s of %s cents, %s counted, %s taken back, %s in payments', invoice.status, invoice.amount_cents, paid_cents,
        taken_back_cents, coalesce(sum(payment.amount_cents), 0)) as detail
      from invoice left join payment on payment.invoice_id = invoice.id and payment.status = 'succeeded'
      where ${of.invoices('invoice.id')}
      group by invoice.id having paid_cents + taken_back_cents <> coalesce(sum(payment.amount_cents), 0)`,
  },
  {
    invariant: 'I5 an order has one invoice over its total, and their states agree',
    ask: (of) => sql`
      select shop_order.id as subject, format('%s of %s cents, invoices %s: %s', shop_order.status, total_cents, count(invoice.id),
        coalesce(string_agg(format('%s of %s', invoice.status, invoice.amount_cents), ', '), 'none')) as detail
      from shop_order left join invoice on invoice.order_id = shop_order.id and invoice.kind = 'order'
      where ${of.orders('shop_order.id')} and shop_order.kind <> 'credit'
      group by shop_order.id
      having count(invoice.id) <> 1 or bool_or(invoice.amount_cents <> total_cents) or bool_or(invoice.status <>
        case shop_order.status when 'awaiting_payment' then 'draft' when 'canceled' then 'void' else 'paid' end)`,
  },
  {
    invariant: 'I6 an issued invoice is the sum of its lines less the discount',
    ask: (of) => sql`
      select id as subject, format('%s of %s cents', number, amount_cents) as detail from invoice
      where ${of.invoices('invoice.id')} and issued_at is not null and amount_cents <>
        (select coalesce(sum((line ->> 'amountCents')::integer), 0) from jsonb_array_elements(lines) as line) - coalesce((discount ->> 'amountCents')::integer, 0)`,
  },
  {
    invariant: 'I5 the credited amount of an invoice is the amount refunded',
    ask: (of) => sql`
      select invoice.id as subject,
        format('%s: %s cents credited, %s refunded', number, coalesce(credited, 0), coalesce(given_back, 0)) as detail
      from (
        select invoice_id, sum(amount_cents) as credited from credit_note where ${of.invoices('invoice_id')} and status = 'issued' group by invoice_id) as notes
      full join (
        select payment.invoice_id, sum(refund.amount_cents) as given_back from refund join payment on payment.id = payment_id
        where ${of.invoices('payment.invoice_id')} and payment.status = 'succeeded' and refund.state = 'succeeded' and reason <> 'duplicate' group by payment.invoice_id) as refunds
        using (invoice_id)
      join invoice on invoice.id = invoice_id
      where coalesce(credited, 0) <> coalesce(given_back, 0)`,
  },
  {
    invariant: 'I5 a credit note matches its refund, and is void if the refund failed',
    ask: (of) => sql`
      select credit_note.id as subject, format('%s is %s over %s cents, refund %s over %s', number, credit_note.status, credit_note.amount_cents,
        refund.state, refund.amount_cents) as detail
      from credit_note join refund on refund.id = refund_id join payment on payment.id = payment_id
      where ${of.invoices('credit_note.invoice_id')} and (credit_note.amount_cents <> refund.amount_cents or credit_note.invoice_id <> payment.invoice_id
        or credit_note.status <> case refund.state when 'failed' then 'void' else 'issued' end
        or credit_note.amount_cents <> (select sum((line ->> 'amountCents')::integer) from jsonb_array_elements(lines) as line))`,
  },
  {
    // The last number exists, no number is above it, and every other number has its predecessor. A unique
    // index rules out duplicates of the last.
    invariant: 'I15 document numbers of a year have no gaps and no duplicates',
    ask: (of) => sql`
      with document as (
        select number from invoice where ${of.invoices('id')} and number is not null
        union all select number from credit_note where ${of.invoices('invoice_id')})
      select format('%s-%s', series, year) as subject, format('the last is %s, which does not exist', last) as detail
      from document_number cross join lateral (select ${numberOf(sql`series`, sql`year`, sql`last`)} as number) as newest
      where last > 0 and not ${invoiceExists(sql`newest.number`)}
      union all
      select document.number, format('the last is %s, and before it is none', last)
      from document cross join lateral (
        select split_part(number, '-', 1) as series, split_part(number, '-', 2) as year, split_part(number, '-', 3)::integer as count) as part
      join document_number on document_number.series = part.series and document_number.year::text = part.year
      cross join lateral (select ${numberOf(sql`part.series`, sql`part.year`, sql`part.count - 1`)} as number) as previous
      where count > last or (count > 1 and not ${invoiceExists(sql`previous.number`)})`,
  },
  {
    invariant: 'I15 a numbered document belongs to a year of its series',
    ask: (of) => sql`
      select id as subject, number as detail
      from (
        select id, number, issued_at, 'INV' as kind from invoice where ${of.invoices('id')} and number is not null
        union all select id, number, issued_at, 'CN' from credit_note where ${of.invoices('invoice_id')}) as document
      where not exists (
        select from document_number where series = kind and number like format('%s-%s-%%', series, year)
          and year = extract(year from issued_at at time zone 'UTC'))`,
  },
  {
    invariant: 'I15 an invoice that is not owed has no open payment',
    ask: (of) => sql`
      select invoice.id as subject, format('%s, payment %s is %s', invoice.status, payment.id, payment.status) as detail
      from invoice join payment on payment.invoice_id = invoice.id
      where ${of.invoices('invoice.id')} and invoice.status = 'void' and payment.status in ('creating', 'open', 'requires_action', 'processing')`,
  },
];
