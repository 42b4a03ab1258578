/** SQL for refunds and disputes: facts about a payment that never change the order's status. */
import { type Cents, cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { ProcessorDispute, ProcessorRefund, RefundState } from '#ports/payment-gateway.ts';
import { sql } from 'kysely';

export type RefundReason = 'duplicate' | 'requested' | 'processor';
export type NewRefund = {
  id: string;
  paymentId: string;
  amount: Cents;
  reason: RefundReason;
  requestKey: string | null;
  requestedBy?: string | null;
  isSilent?: boolean;
  now: Date;
};

/** Stores a requested refund before it is sent to the processor. Null when the same one was stored before. */
export async function insert(
  tx: Tx,
  { id, paymentId, amount, reason, requestKey, requestedBy, isSilent, now }: NewRefund,
): Promise<string | null> {
  const row = await tx
    .insertInto('refund')
    .values({
      id,
      payment_id: paymentId,
      amount_cents: amount,
      reason,
      state: 'creating',
      request_key: requestKey,
      requested_by: requestedBy ?? null,
      is_silent: isSilent ?? false,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Staff chose not to notify the customer. */
export const isSilent = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('refund').select('is_silent').where('id', '=', id).executeTakeFirst())?.is_silent ??
  false;

/**
 * For any payment of the order, so one decision never refunds two payments. The caller must lock the order.
 */
export const findByRequest = (tx: Tx, orderId: string, requestKey: string) =>
  tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.id', 'refund.amount_cents', 'state', 'payment_id', 'payment.status as payment_status'])
    .where('order_id', '=', orderId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();

/**
 * Whether staff have refunded, or are refunding, another payment of the same order. The caller must lock the
 * order.
 */
export const hasRequestedOther = async (tx: Tx, payment: { id: string; orderId: string }): Promise<boolean> =>
  (await tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select('refund.id')
    .where('order_id', '=', payment.orderId)
    .where('payment.id', '<>', payment.id)
    .where('reason', '=', 'requested')
    .where('state', '<>', 'failed')
    .executeTakeFirst()) !== undefined;

/** The refunded and pending amount; failed refunds are excluded. The caller must lock the payment. */
export async function sumOf(db: Database | Tx, paymentId: string): Promise<Cents> {
  const row = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('sum'))
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return cents(Number(row.sum));
}

/**
 * The amount of an order that staff refunded, and how many of its refunds failed. Automatic refunds of
 * duplicates are excluded.
 */
export async function historyOf(
  db: Database | Tx,
  orderId: string,
): Promise<{ refunded: Cents; failed: number }> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      sql<number>`coalesce(sum(refund.amount_cents) filter (where state <> 'failed' and reason <> 'duplicate'), 0)`.as(
        'refunded',
      ),
      sql<number>`count(*) filter (where state = 'failed')`.as('failed'),
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { refunded: cents(Number(row.refunded)), failed: Number(row.failed) };
}

export const find = (db: Database, id: string) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.id',
      'refund.state',
      'refund.amount_cents',
      'refund.refund_ref',
      'refund.key_generation',
      'refund.keyed_at',
      'payment.intent_ref',
      'payment.order_id',
    ])
    .where('refund.id', '=', id)
    .executeTakeFirst();

/** Refunds without a final state, longest unchecked first. */
export const unfinishedSince = (db: Database, before: Date) =>
  db
    .selectFrom('refund')
    .select(['id', 'refund_ref'])
    .where('state', 'in', ['creating', 'pending'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(200)
    .execute();

export const lockByReference = (tx: Tx, { refundRef, refundId }: ProcessorRefund) =>
  tx
    .selectFrom('refund')
    .select(['id', 'state', 'amount_cents', 'reason', 'created_at'])
    .where((eb) =>
      eb.or([eb('refund_ref', '=', refundRef), ...(refundId === null ? [] : [eb('id', '=', refundId)])]),
    )
    .forUpdate()
    .executeTakeFirst();

/**
 * The rank only increases, so a stale response that arrives late changes nothing. A refund that failed
 * without ever existing at the processor ranks lowest: if it exists after all, its real state applies.
 */
const rank = sql<number>`case when state = 'failed' and refund_ref is null then 0
  else array_position(array['creating', 'pending', 'succeeded', 'failed'], state) end`;

type StoredState = 'creating' | RefundState;

/** Returns the resulting state. */
export async function advance(
  tx: Tx,
  stored: { id: string; state: StoredState },
  { refundRef, state }: ProcessorRefund,
): Promise<StoredState> {
  const moved = await tx
    .updateTable('refund')
    .set({ refund_ref: refundRef, state, updated_at: sql<Date>`now()` })
    .where('id', '=', stored.id)
    .where(
      rank,
      '<=',
      sql<number>`array_position(array['creating', 'pending', 'succeeded', 'failed'], ${state})`,
    )
    .returning('state')
    .executeTakeFirst();
  return moved?.state ?? stored.state;
}

/**
 * Renews a key when the processor has stored a failure under it or has expired it. Only after a lookup has
 * found no refund. Returns the new generation.
 */
export async function renewKey(
  db: Database,
  id: string,
  generation: number,
  now: Date,
): Promise<number | null> {
  const renewed = await db
    .updateTable('refund')
    .set({ key_generation: generation + 1, keyed_at: now })
    .where('id', '=', id)
    .where('key_generation', '=', generation)
    .where('state', '=', 'creating')
    .returning('key_generation')
    .executeTakeFirst();
  return renewed?.key_generation ?? null;
}

/** Moves a checked refund to the end of the queue. */
export async function touch(db: Database, id: string): Promise<void> {
  await db.updateTable('refund').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/**
 * Marks a refund as failed after the processor rejected it. Returns false when it turned out to exist in the
 * meantime.
 */
export async function markFailed(tx: Tx, id: string): Promise<boolean> {
  const updated = await tx
    .updateTable('refund')
    .set({ state: 'failed', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .where('refund_ref', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/**
 * Stores a refund made in the processor's dashboard. The caller must lock its payment and check that the
 * refund is unknown.
 */
export async function insertFromProcessor(
  tx: Tx,
  id: string,
  paymentId: string,
  { refundRef, amount, state }: ProcessorRefund,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id,
      payment_id: paymentId,
      amount_cents: amount,
      reason: 'processor',
      state,
      refund_ref: refundRef,
      created_at: now,
    })
    .execute();
}

/** True for a refund of one of our payments that we do not have, or have in another state. */
export const isNewsOfRefund = async (
  db: Database,
  { refundRef, intentRef, state }: ProcessorRefund,
): Promise<boolean> => {
  const recorded = db
    .selectFrom('refund')
    .select('id')
    .where('refund_ref', '=', refundRef)
    .where('state', '=', state);
  const payment = db.selectFrom('payment').select('id').where('intent_ref', '=', intentRef);
  return (await payment.where((eb) => eb.not(eb.exists(recorded))).executeTakeFirst()) !== undefined;
};

/** Like `isNewsOfRefund` for a dispute. */
export const isNewsOfDispute = async (
  db: Database,
  { disputeRef, intentRef, ...latest }: ProcessorDispute,
): Promise<boolean> => {
  const recorded = db.selectFrom('dispute').select('dispute_ref').where('dispute_ref', '=', disputeRef);
  const same = recorded
    .where('status', '=', latest.status)
    .where('withdrawn', '=', latest.withdrawn)
    .where('amount_cents', '=', latest.amount)
    .where('answer_by', 'is not distinct from', latest.answerBy);
  const payment = db.selectFrom('payment').select('id').where('intent_ref', '=', intentRef);
  return (await payment.where((eb) => eb.not(eb.exists(same))).executeTakeFirst()) !== undefined;
};

/**
 * The amount that banks took back for open or lost disputes. A dispute that is won returns it. The caller
 * must lock the payment.
 */
export async function sumTakenBack(tx: Tx, paymentId: string): Promise<Cents> {
  const row = await tx
    .selectFrom('dispute')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('sum'))
    .where('payment_id', '=', paymentId)
    .where('withdrawn', '=', true)
    .executeTakeFirstOrThrow();
  return cents(Number(row.sum));
}

/**
 * The dispute as last recorded; null when it never was. The revision changes with every write of its row: if
 * it is equal before and after, there was no write in between.
 */
export async function recordedDispute(
  db: Database | Tx,
  disputeRef: string,
): Promise<{ revision: string; status: string } | null> {
  const row = await db
    .selectFrom('dispute')
    .select(['status', sql<string>`xmin::text`.as('revision')])
    .where('dispute_ref', '=', disputeRef)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns true for a new dispute. The caller must lock the payment. */
export async function recordDispute(
  tx: Tx,
  paymentId: string,
  dispute: ProcessorDispute,
  now: Date,
): Promise<boolean> {
  const facts = {
    amount_cents: dispute.amount,
    status: dispute.status,
    reason: dispute.reason,
    withdrawn: dispute.withdrawn,
    closed: dispute.closed,
    answer_by: dispute.answerBy,
  };
  const { fresh } = await tx
    .insertInto('dispute')
    .values({ dispute_ref: dispute.disputeRef, payment_id: paymentId, ...facts, created_at: now })
    .onConflict((conflict) =>
      conflict.column('dispute_ref').doUpdateSet({ ...facts, updated_at: sql<Date>`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('fresh'))
    .executeTakeFirstOrThrow();
  return fresh;
}

export const openDisputes = (db: Database) =>
  db.selectFrom('dispute').select('dispute_ref').where('closed', '=', false).limit(200).execute();
