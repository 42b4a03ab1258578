/** SQL that cuts the book by months. */
import { cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import type { Entries } from './rules.ts';

export type Cut = Entries & { count: number; lastId: number };

/** What the book came to before a moment. */
export async function before(db: Database, accountId: string, at: Date): Promise<Cut> {
  const bigint = (expression: ReturnType<typeof sql>) => sql<number>`coalesce(${expression}, 0)::bigint`;
  const row = await db
    .selectFrom('credit_movement')
    .select([
      bigint(sql`sum(limit_cents)`).as('limit'),
      bigint(sql`sum(available_cents)`).as('available'),
      bigint(sql`sum(hold_cents)`).as('hold'),
    ])
    .select([bigint(sql`sum(owed_cents)`).as('owed'), bigint(sql`count(*)`).as('count'), bigint(sql`max(id)`).as('last_id')])
    .where('account_id', '=', accountId)
    .where('at', '<', at)
    .executeTakeFirstOrThrow();
  const { limit, available, hold, owed, count, last_id: lastId } = row;
  return { limit: cents(limit), available: cents(available), hold: cents(hold), owed: cents(owed), count, lastId };
}

/** Null: nothing has happened yet. */
export const beginningOf = async (db: Database, accountId: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('credit_movement')
      .select(({ fn }) => fn.min('at').as('at'))
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.at ?? null;
