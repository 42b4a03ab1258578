/**
 * Manual damage to credit notes, overpayments, and order history, each with the invariant that must detect
 * it.
 */
import { sql } from 'kysely';

/** A credit note of one cent with number 2. */
const aCreditNote = (orderId: string, refundState: string) => sql`
  made as (insert into refund (id, payment_id, amount_cents, reason, state)
    select 'ref_x', id, 1, 'requested', ${refundState} from payment where order_id = ${orderId} returning id)
  insert into credit_note (id, number, invoice_id, refund_id, amount_cents, bill_to, lines, issued_at)
  select 'cn_x', 'CN-2026-00002', invoice.id, made.id, 1, '{}', '[{"amountCents": 1}]', now() from invoice, made where order_id = ${orderId}`;

export const damagesOfCreditNotes: [string, string, (orderId: string) => ReturnType<typeof sql>][] = [
  [
    'more than an invoice asked for, of which not all was given back',
    'I4 an overpayment of an invoice is refunded within a day',
    (id) => sql`
    with overpaid as (
      update payment set received_cents = amount_cents + 200, succeeded_at = now() - interval '25 hours' where order_id = ${id} returning *)
    insert into refund (id, payment_id, amount_cents, reason, state, refund_ref, created_at)
    select 'ref_part', id, 199, 'duplicate', 'succeeded', 're_part', now() - interval '25 hours' from overpaid`,
  ],
  [
    'money that went back without a credit note',
    'I5 the credited amount of an invoice is the amount refunded',
    (id) =>
      sql`insert into refund (id, payment_id, amount_cents, reason, state) select 'ref_x', id, 1, 'requested', 'succeeded' from payment where order_id = ${id}`,
  ],
  [
    'a credit note of a failed refund',
    'I5 a credit note matches its refund, and is void if the refund failed',
    (id) => sql`with ${aCreditNote(id, 'failed')}`,
  ],
  [
    'a skipped credit note number',
    'I15 document numbers of a year have no gaps and no duplicates',
    (id) => sql`
    with numbered as (insert into document_number (series, year, last) values ('CN', 2026, 3)), ${aCreditNote(id, 'succeeded')}`,
  ],
  [
    'a refund missing in the history of its order',
    'I10 each change of an order is in its history',
    (id) =>
      sql`insert into refund (id, payment_id, amount_cents, reason, state) select 'ref_x', id, 1, 'requested', 'succeeded' from payment where order_id = ${id}`,
  ],
  [
    'an order marked refunded without a refund',
    'I15 the refunded or disputed state of an order matches its money',
    (id) => sql`update shop_order set after_sale = 'refunded' where id = ${id}`,
  ],
  [
    'a refund without an email to its customer',
    'I10 a completed or refunded order has its email to the customer',
    (id) =>
      sql`insert into order_event (order_id, kind, subject, amount_cents, at) values (${id}, 'refunded', 'ref_x', 1, now())`,
  ],
];
