/** Manual changes to rows that look like damage but are valid. */
import { sql } from 'kysely';

export const harmlessChanges: [string, (orderId: string) => ReturnType<typeof sql>][] = [
  [
    'an email that a full mailbox has refused for as long as it is tried',
    (id) =>
      sql`update mail set sent_at = null, created_at = now() - interval '121 hours' where order_id = ${id}`,
  ],
  [
    'a reminder that was withdrawn because its cart was paid',
    (id) => sql`
    with stopped as (insert into reminder_address (address_hash) values ('x')), reminder as (
      insert into cart_reminder (id, cart_id, number, address_hash, created_at) select 'rem_x', cart_id, 1, 'x', now() from shop_order where id = ${id} returning id)
    insert into mail (id, kind, to_address, subject, text, html, failed_at, reminder_id) select 'mail_x', 'cart_reminder', 'a@example.com', '', '', '', now(), id from reminder`,
  ],
  [
    'a dispute and a refund at the processor from before they were written down',
    (id) => sql`
    with dispute_then as (
      insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed, created_at)
      select 'dp_x', id, 1, 'lost', 'fraudulent', true, true, now() - interval '400 days' from payment where order_id = ${id}),
      history as (
      insert into order_event (order_id, kind, subject, amount_cents, at) values (${id}, 'dispute_lost', 'dp_x', 1, now() - interval '400 days'))
    insert into refund (id, payment_id, amount_cents, reason, state, refund_ref, created_at)
    select 'ref_x', id, 1, 'processor', 'failed', 're_x', now() - interval '400 days' from payment where order_id = ${id}`,
  ],
];
