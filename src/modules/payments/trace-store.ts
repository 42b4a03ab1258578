/** SQL for the trace that a payment belongs to, where traces are collected. */
import type { Database } from '#platform/database.ts';

/** Of the purchase that opened it. */
export async function traceparentOf(db: Database, paymentId: string): Promise<string | null> {
  const row = await db.selectFrom('payment').select('traceparent').where('id', '=', paymentId).executeTakeFirst();
  return row?.traceparent ?? null;
}
