/** SQL for the history of a payment: one row per attempt to move its money. No decision depends on it. */
import type { DB } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { PaymentAttempt } from '#ports/payment-gateway.ts';
import { type QueryCreator, sql } from 'kysely';

/**
 * Writes an attempt or fills in missing fields, because webhook and API each have fields that the other
 * lacks. Returns true for a new one.
 */
export const record = async (
  db: Database | Tx,
  paymentId: string,
  attempt: PaymentAttempt,
): Promise<boolean> => (await writing(db, paymentId, attempt).executeTakeFirstOrThrow()).is_new;

/** Like `record`, as part of another statement. */
export function writing(db: QueryCreator<DB>, paymentId: string, attempt: PaymentAttempt) {
  const columns = {
    decline_code: attempt.declineCode,
    bank_message: attempt.bankMessage,
    three_d_secure: attempt.threeDSecure,
    request_ref: attempt.requestRef,
  };
  return db
    .insertInto('payment_attempt')
    .values({
      payment_id: paymentId,
      attempt_ref: attempt.attemptRef,
      at: attempt.at,
      outcome: attempt.outcome,
      ...columns,
    })
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'attempt_ref']).doUpdateSet((eb) => ({
        decline_code: eb.fn.coalesce('payment_attempt.decline_code', 'excluded.decline_code'),
        bank_message: eb.fn.coalesce('payment_attempt.bank_message', 'excluded.bank_message'),
        three_d_secure: eb.fn.coalesce('payment_attempt.three_d_secure', 'excluded.three_d_secure'),
        request_ref: eb.fn.coalesce('payment_attempt.request_ref', 'excluded.request_ref'),
      })),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'));
}
