/** SQL for past-due credit invoices that are read at the processor before their accounts are frozen. */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

/**
 * `salt`: changes the order with each sweep, so that unreadable invoices do not always delay the same others.
 * `after`: the processor's id of the last one, or ''.
 */
type Late = { today: string; after: string; salt: string };

const placeOf = (salt: string) => sql<string>`md5(processor_ref || ${salt})`;

/** Past due, of accounts not frozen for it yet, after `after`. */
const newlyLate = (db: Database, { today, after, salt }: Late) =>
  db
    .selectFrom('invoice')
    .innerJoin('shop_order', 'shop_order.id', 'invoice.order_id')
    .innerJoin('credit_account', 'credit_account.user_id', 'shop_order.user_id')
    .where('invoice.kind', '=', 'net30')
    .where('invoice.status', '=', 'open')
    .where('due_on', '<', today)
    .where('processor_ref', 'is not', null)
    .where(sql<boolean>`(${after} = '' or ${placeOf(salt)} > md5(${after}::text || ${salt}))`)
    .where(
      sql<boolean>`not exists (select from credit_freeze where account_id = credit_account.id and kind = 'past_due' and ended_at is null)`,
    );

export const page = async (db: Database, late: Late & { limit: number }): Promise<string[]> =>
  (
    await newlyLate(db, late).select('processor_ref').orderBy(placeOf(late.salt)).limit(late.limit).execute()
  ).flatMap(({ processor_ref: ref }) => (ref === null ? [] : [ref]));

export async function markRead(db: Database, processorRef: string): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ unread_since: null })
    .where('processor_ref', '=', processorRef)
    .where('unread_since', 'is not', null)
    .execute();
}

export async function markUnread(db: Database, processorRef: string, now: Date): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ unread_since: now })
    .where('processor_ref', '=', processorRef)
    .where('kind', '=', 'net30')
    .where('unread_since', 'is', null)
    .execute();
}

/** Marks all those after `after` that this sweep no longer reads. */
export async function markRestUnread(db: Database, late: Late, now: Date): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ unread_since: now })
    .where('id', 'in', newlyLate(db, late).where('unread_since', 'is', null).select('invoice.id'))
    .execute();
}
