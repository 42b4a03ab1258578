/**
 * Invariants of the totals that the home screen reads: each stored day equals the sum of its rows, by the
 * money screen's definition.
 */
import { sql } from 'kysely';
import { everything } from './changes.ts';
import type { Question } from './of-work.ts';
import { takingsByKind } from '#modules/admin/money/cash.ts';
import { cashMovements } from '#modules/admin/money/cash-store.ts';

/** Days that a check of recent changes covers. The full check covers all. */
const newestDays = 3;
const farFuture = new Date('9999-01-01T00:00:00Z');

export const questionsOfTotals: Question[] = [
  {
    invariant: 'I21 the stored takings of a day equal its payments, refunds, and disputes',
    ask: (of) => {
      const from = new Date(
        of === everything ? 0 : Math.floor(Date.now() / 86_400_000 - newestDays) * 86_400_000,
      );
      const signs = sql.join(
        Object.entries(takingsByKind).map(([kind, sign]) => sql`(${kind}::text, ${sign}::int)`),
      );
      return sql`
        with moved as (
          select (moment at time zone 'UTC')::date as day, sum(cents * sign) as cents
          from (${cashMovements({ from, until: farFuture })}) as movement join (values ${signs}) as effect (kind, sign) using (kind) group by 1)
        select daily_total.day::text as subject,
          format('%s cents stored, rows sum to %s', takings_cents - refunds_cents - disputes_cents, coalesce(moved.cents, 0)) as detail
        from daily_total left join moved on moved.day = daily_total.day
        where daily_total.day >= ${from}::date and takings_cents - refunds_cents - disputes_cents <> coalesce(moved.cents, 0)
          and not exists (select from daily_total_change where daily_total_change.day = daily_total.day)`;
    },
  },
];
