/** SQL for ledger data by month. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import type { Entries } from '#modules/credit/ledger/rules.ts';

export type Cut = Entries & { count: number; lastId: number };

/** Balances of the ledger before a given time. */
export async function before(db: Database, accountId: string, at: Date): Promise<Cut> {
  const bigint = (expression: ReturnType<typeof sql>) => sql<number>`coalesce(${expression}, 0)::bigint`;
  const row = await db
    .selectFrom('credit_movement')
    .select([
      bigint(sql`sum(limit_cents)`).as('limit'),
      bigint(sql`sum(available_cents)`).as('available'),
      bigint(sql`sum(hold_cents)`).as('hold'),
    ])
    .select([
      bigint(sql`sum(owed_cents)`).as('owed'),
      bigint(sql`count(*)`).as('count'),
      bigint(sql`max(id)`).as('last_id'),
    ])
    .where('account_id', '=', accountId)
    .where('at', '<', at)
    .executeTakeFirstOrThrow();
  const { limit, available, hold, owed, count, last_id: lastId } = row;
  return {
    limit: cents(limit),
    available: cents(available),
    hold: cents(hold),
    owed: cents(owed),
    count,
    lastId,
  };
}

/** Null: no movement yet. */
export const beginningOf = async (db: Database, accountId: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('credit_movement')
      .select(({ fn }) => fn.min('at').as('at'))
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.at ?? null;

/** Invoices with an outstanding amount at a given time, by due day. */
export async function owingBefore(
  db: Database,
  accountId: string,
  at: Date,
): Promise<{ id: string; number: string; dueOn: string; owed: Cents }[]> {
  const rows = await db
    .selectFrom('credit_movement')
    .innerJoin('invoice', 'invoice.id', 'credit_movement.invoice_id')
    .select([
      'invoice.id',
      'number',
      'due_on',
      sql<number>`sum(credit_movement.owed_cents)::bigint`.as('owed'),
    ])
    .where('account_id', '=', accountId)
    .where('at', '<', at)
    .groupBy('invoice.id')
    .having(sql<number>`sum(credit_movement.owed_cents)`, '>', 0)
    .orderBy('due_on')
    .orderBy('invoice.id')
    .execute();
  return rows.map(({ id, number, due_on: dueOn, owed }) => ({
    id,
    number: number ?? '',
    dueOn: dueOn ?? '',
    owed: cents(owed),
  }));
}
