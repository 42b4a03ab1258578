/** Manual damage to the daily totals. */
import { sql } from 'kysely';
import { type Damage, steps } from './credit.ts';

const question = 'I21 the stored takings of a day equal its payments, refunds, and disputes';
const storedToday = (cents: number) => sql`
  insert into daily_total (day, takings_cents, refunds_cents, orders, carts, carts_paid) values ((now() at time zone 'UTC')::date, ${cents}, 0, 0, 0, 0)`;

const storedYesterday = sql`
  insert into daily_total (day, takings_cents, refunds_cents, orders, carts, carts_paid) values ((now() at time zone 'UTC')::date - 1, 0, 0, 0, 0, 0)`;

export const damagesOfTotals: [string, string, (orderId: string) => Damage][] = [
  ['a stored day with takings that never came in', question, () => steps(storedToday(123_456_789))],
  [
    'a payment that changed after its day was stored, unseen by the trigger',
    question,
    (id) =>
      steps(
        storedYesterday,
        sql`set local session_replication_role = replica`,
        sql`update payment set status = 'succeeded', succeeded_at = ((now() at time zone 'UTC')::date - 1)::timestamp at time zone 'UTC' where order_id = ${id}`,
        sql`set local session_replication_role = origin`,
      ),
  ],
];
