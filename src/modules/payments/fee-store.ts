/** SQL for the processor's fees. */
import type { Database } from '#platform/database.ts';
import type { ProcessorFee } from '#ports/payment-gateway.ts';

/** Existing rows stay unchanged. Returns the number of new ones. */
export async function insert(db: Database, fees: readonly ProcessorFee[]): Promise<number> {
  if (fees.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('processor_fee')
    .values(
      fees.map(({ feeRef, amount, takenAt }) => ({
        fee_ref: feeRef,
        amount_cents: amount,
        taken_at: takenAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

export const firstPaymentAt = async (db: Database): Promise<Date | null> =>
  (await db.selectFrom('payment').select('created_at').orderBy('created_at').limit(1).executeTakeFirst())
    ?.created_at ?? null;
