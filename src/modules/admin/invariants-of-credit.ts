/** What must be true of the book of account credit: as questions that must have no answer. */
import { sql } from 'kysely';
import type { Question } from './invariants-of-work.ts';

export const questionsOfCredit: Question[] = [
  {
    invariant: 'I1 what is carried is the sum of the movements, which sum to zero over the four accounts',
    ask: sql`
      with entries as (
        select account_id, from_account as name, -amount_cents as cents from credit_movement
        union all select account_id, to_account, amount_cents from credit_movement),
      sums as (
        select account_id, coalesce(-sum(cents) filter (where name = 'limit'), 0) as approved, coalesce(sum(cents) filter (where name = 'available'), 0) as available,
          coalesce(sum(cents) filter (where name = 'hold'), 0) as hold, coalesce(sum(cents) filter (where name = 'owed'), 0) as owed, sum(cents) as total
        from entries group by account_id),
      last as (select distinct on (account_id) * from credit_movement order by account_id, number desc)
      select last.account_id as subject, format('carried %s, %s, %s, %s; the movements say %s, %s, %s, %s',
        approved_after, available_after, hold_after, owed_after, approved, available, hold, owed) as detail
      from last join sums using (account_id)
      where total <> 0 or (approved_after, available_after, hold_after, owed_after) is distinct from (approved, available, hold, owed)`,
  },
  {
    invariant: 'I1 the movements of an account are numbered without a gap',
    ask: sql`
      select account_id as subject, format('%s movements, the last is number %s', count(*), max(number)) as detail
      from credit_movement group by account_id having count(*) <> max(number)`,
  },
  {
    invariant: 'I2 nothing was bought with credit that was not there',
    ask: sql`
      select account_id as subject, format('movement %s left %s available', number, available_after) as detail
      from credit_movement where reason = 'purchased' and available_after < 0`,
  },
];
