/** SQL for invoices written off here that must be marked uncollectible at the processor. */
import type { Database, Tx } from '#platform/database.ts';

/** Written off here and not confirmed as marked at the processor, oldest first. */
export const unmarked = async (db: Database, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('invoice')
      .select('id')
      .where('kind', '=', 'net30')
      .where('status', '=', 'uncollectible')
      .where('processor_ref', 'is not', null)
      .where('marked_uncollectible_at', 'is', null)
      .orderBy('closed_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

export async function markedUncollectible(db: Database | Tx, processorRef: string, now: Date): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ marked_uncollectible_at: now })
    .where('processor_ref', '=', processorRef)
    .where('status', '=', 'uncollectible')
    .where('marked_uncollectible_at', 'is', null)
    .execute();
}
