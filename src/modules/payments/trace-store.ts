/** SQL for the trace of a payment, when tracing is on. */
import type { Database } from '#platform/database.ts';

/** The trace of the purchase that opened it. */
export async function traceparentOf(db: Database, paymentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment')
    .select('traceparent')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row?.traceparent ?? null;
}
