/** SQL for refunds and disputes: facts beside a payment, which never change what the order is. */
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

/** Writes a wanted refund down before the processor hears of it. Null when the same one was written before. */
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

/** Staff chose not to tell the customer. */
export const isSilent = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('refund').select('is_silent').where('id', '=', id).executeTakeFirst())?.is_silent ?? false;

/** Whichever payment of the order it was for: the same decision is never made about another one. Lock the order first. */
export const findByRequest = (tx: Tx, orderId: string, requestKey: string) =>
  tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.id', 'refund.amount_cents', 'state', 'payment_id', 'payment.status as payment_status'])
    .where('order_id', '=', orderId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();

/** Whether our staff have given back another payment of the same order, or are about to. Lock the order first. */
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

/** What was given back or is on its way; a failed refund does not count. Lock the payment first. */
export async function sumOf(db: Database | Tx, paymentId: string): Promise<Cents> {
  const row = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('sum'))
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return cents(Number(row.sum));
}

/** What was given back of a whole order by somebody's decision, and how many refunds of it failed. Duplicates that go back by themselves do not count. */
export async function historyOf(db: Database | Tx, orderId: string): Promise<{ refunded: Cents; failed: number }> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select([
      sql<number>`coalesce(sum(refund.amount_cents) filter (where state <> 'failed' and reason <> 'duplicate'), 0)`.as('refunded'),
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

/** Refunds whose end we have not seen, longest first. */
export const unfinishedSince = (db: Database, before: Date) =>
  db
    .selectFrom('refund')
    .select(['id', 'refund_ref'])
    .where('state', 'in', ['creating', 'pending'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(200)
    .execute();

export const lockKnown = (tx: Tx, { refundRef, refundId }: ProcessorRefund) =>
  tx
    .selectFrom('refund')
    .select(['id', 'state', 'amount_cents', 'reason', 'created_at'])
    .where((eb) => eb.or([eb('refund_ref', '=', refundRef), ...(refundId === null ? [] : [eb('id', '=', refundId)])]))
    .forUpdate()
    .executeTakeFirst();

/**
 * The rank only goes up, so an answer that was read earlier and arrives later changes nothing. A refund that we gave up without
 * ever seeing it at the processor ranks lowest: should it exist after all, its own state is the truth.
 */
const rank = sql<number>`case when state = 'failed' and refund_ref is null then 0
  else array_position(array['creating', 'pending', 'succeeded', 'failed'], state) end`;

type StoredState = 'creating' | RefundState;

/** Answers where it stands then. */
export async function advance(
  tx: Tx,
  known: { id: string; state: StoredState },
  { refundRef, state }: ProcessorRefund,
): Promise<StoredState> {
  const moved = await tx
    .updateTable('refund')
    .set({ refund_ref: refundRef, state, updated_at: sql<Date>`now()` })
    .where('id', '=', known.id)
    .where(rank, '<=', sql<number>`array_position(array['creating', 'pending', 'succeeded', 'failed'], ${state})`)
    .returning('state')
    .executeTakeFirst();
  return moved?.state ?? known.state;
}

/** A key is spent when the processor keeps a failure under it, or has forgotten it. Only after a look that nothing came of it. Answers the new one. */
export async function renewKey(db: Database, id: string, generation: number, now: Date): Promise<number | null> {
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

/** Moves a refund that was just looked at to the end of the line. */
export async function touch(db: Database, id: string): Promise<void> {
  await db.updateTable('refund').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** The processor refused it, so nothing will come of it. False when it turned out to exist meanwhile. */
export async function giveUp(tx: Tx, id: string): Promise<boolean> {
  const given = await tx
    .updateTable('refund')
    .set({ state: 'failed', updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .where('refund_ref', 'is', null)
    .executeTakeFirst();
  return given.numUpdatedRows === 1n;
}

/** A refund that was made at the processor, by its dashboard or its staff. Lock its payment first, and look that it is not known. */
export async function insertFromProcessor(
  tx: Tx,
  id: string,
  paymentId: string,
  { refundRef, amount, state }: ProcessorRefund,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('refund')
    .values({ id, payment_id: paymentId, amount_cents: amount, reason: 'processor', state, refund_ref: refundRef, created_at: now })
    .execute();
}

/** A refund of one of our payments that we do not know, or know otherwise. */
export const isNewsOfRefund = async (db: Database, { refundRef, intentRef, state }: ProcessorRefund): Promise<boolean> => {
  const known = db.selectFrom('refund').select('id').where('refund_ref', '=', refundRef).where('state', '=', state);
  const payment = db.selectFrom('payment').select('id').where('intent_ref', '=', intentRef);
  return (await payment.where((eb) => eb.not(eb.exists(known))).executeTakeFirst()) !== undefined;
};

/** The same for a dispute. */
export const isNewsOfDispute = async (db: Database, { disputeRef, intentRef, ...told }: ProcessorDispute): Promise<boolean> => {
  const known = db.selectFrom('dispute').select('dispute_ref').where('dispute_ref', '=', disputeRef);
  const same = known
    .where('status', '=', told.status)
    .where('withdrawn', '=', told.withdrawn)
    .where('amount_cents', '=', told.amount)
    .where('answer_by', 'is not distinct from', told.answerBy);
  const payment = db.selectFrom('payment').select('id').where('intent_ref', '=', intentRef);
  return (await payment.where((eb) => eb.not(eb.exists(same))).executeTakeFirst()) !== undefined;
};

/** What banks took back for disputes that are open or lost. It comes back when a dispute is won. Lock the payment first. */
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
 * The dispute as it was recorded last; null when it never was. The revision changes with every write of its row: equal before and after
 * means that nobody wrote between.
 */
export async function recordedDispute(db: Database | Tx, disputeRef: string): Promise<{ revision: string; status: string } | null> {
  const row = await db
    .selectFrom('dispute')
    .select(['status', sql<string>`xmin::text`.as('revision')])
    .where('dispute_ref', '=', disputeRef)
    .executeTakeFirst();
  return row ?? null;
}

/** True when the dispute is new to us. Lock the payment first. */
export async function recordDispute(tx: Tx, paymentId: string, dispute: ProcessorDispute, now: Date): Promise<boolean> {
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
    .onConflict((conflict) => conflict.column('dispute_ref').doUpdateSet({ ...facts, updated_at: sql<Date>`now()` }))
    .returning(sql<boolean>`xmax = 0`.as('fresh'))
    .executeTakeFirstOrThrow();
  return fresh;
}

export const openDisputes = (db: Database) =>
  db.selectFrom('dispute').select('dispute_ref').where('closed', '=', false).limit(200).execute();
