/** Manual damage to subscriptions, each with the invariant that must detect it. */
import { sql } from 'kysely';

/** A subscription for the order's first item, paid through January. With `ended` it is over. */
const aSubscription = (orderId: string, status: 'starting' | 'active' | 'ended' = 'active') => sql`
  sold as (insert into subscription (id, order_id, product_id, name, price_cents, period, status, renews, started_at, first_renewal_at, paid_until,
      ended_at, end_reason, billing_email, bill_to, created_at)
    select 'sub_x', order_id, product_id, name, 1000, 'month', ${status}, true, '2026-01-01Z', '2026-02-01Z', '2026-02-01Z',
      ${status === 'ended' ? sql`now(), 'unpaid'` : sql`null, null`}, 'a@example.com', '{}', now() - interval '3 days'
    from order_item where order_id = ${orderId} order by position limit 1 returning *)`;

/** A renewal for the period from `from` to `to`. */
const aRenewal = (from: string, to: string, isPaid: boolean) => sql`
  insert into invoice (id, number, kind, order_id, subscription_id, processor_ref, period_start, period_end, status, amount_cents, paid_cents,
    bill_to, lines, created_at, issued_at, due_on, paid_at)
  select 'inv_x', ${isPaid ? 'INV-2026-99999' : null}, 'renewal', order_id, id, 'in_x', ${from}::timestamptz, ${to}::timestamptz, ${isPaid ? 'paid' : 'draft'},
    1000, ${isPaid ? 1000 : 0}, ${isPaid ? sql`'{}'::jsonb, '[{"amountCents": 1000}]'::jsonb` : sql`null, null`}, now() - interval '3 hours',
    ${isPaid ? sql`now() - interval '3 hours', current_date, now() - interval '3 hours'` : sql`null, null, null`} from sold`;

export const damagesOfSubscriptions: [string, string, (orderId: string) => ReturnType<typeof sql>][] = [
  [
    'a sold subscription without a row',
    'I15 each paid subscription item has its subscription, and nothing else has one',
    (id) =>
      sql`update order_item set kind = 'subscription', subscription_period = 'month' where order_id = ${id}`,
  ],
  [
    'a paid period that does not count',
    'I15 a subscription is paid to the end of its last consecutive period',
    (id) => sql`with ${aSubscription(id)} ${aRenewal('2026-02-01Z', '2026-03-01Z', true)}`,
  ],
  [
    'a paid period after an unpaid one',
    'I15 no paid period follows a missing one',
    (id) => sql`with ${aSubscription(id)} ${aRenewal('2026-03-01Z', '2026-04-01Z', true)}`,
  ],
  [
    'a due renewal of an ended subscription',
    'I15 an ended subscription owes nothing',
    (id) => sql`with ${aSubscription(id, 'ended')} ${aRenewal('2026-02-01Z', '2026-03-01Z', false)}`,
  ],
  [
    'a renewal without its receipt',
    'I10 each paid renewal has one receipt',
    (id) => sql`with ${aSubscription(id)} ${aRenewal('2026-02-01Z', '2026-03-01Z', true)}`,
  ],
  [
    'an unlogged paid renewal',
    'I18 a paid renewal has exactly one audit entry',
    (id) => sql`with ${aSubscription(id)} ${aRenewal('2026-02-01Z', '2026-03-01Z', true)}`,
  ],
  [
    'a subscription that failed to start',
    'I9 a subscription starts at the processor within two days or raises an alarm',
    (id) => sql`with ${aSubscription(id, 'starting')} select from sold`,
  ],
];
