/**
 * SQL for links that replace a card, for the cards saved through them, and for the payment attempts of due
 * renewals.
 */
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { SetupState } from '#ports/card-wallet.ts';
import { sql } from 'kysely';

export type NewLink = { id: string; subscriptionId: string; hash: Buffer; now: Date; expiresAt: Date };

export async function insertLink(
  db: Database | Tx,
  { id, subscriptionId, hash, now, expiresAt }: NewLink,
): Promise<void> {
  await db
    .insertInto('card_link')
    .values({ id, subscription_id: subscriptionId, hash, created_at: now, expires_at: expiresAt })
    .execute();
}

/** Null for an unknown or expired link. */
export const subscriptionOfLink = async (db: Database, hash: Buffer, now: Date): Promise<string | null> =>
  (
    await db
      .selectFrom('card_link')
      .select('subscription_id')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  )?.subscription_id ?? null;

export async function deleteOldLinks(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('card_link').where('expires_at', '<', before).execute();
}

export type Setup = { id: string; subscriptionId: string; customerRef: string; setupRef: string | null };

/** Returns the existing row when the same attempt was written before. */
export async function insertSetup(
  tx: Tx,
  setup: { id: string; subscriptionId: string; customerRef: string; attempt: string | null; now: Date },
): Promise<Setup> {
  await tx
    .insertInto('subscription_card_setup')
    .values({
      id: setup.id,
      subscription_id: setup.subscriptionId,
      customer_ref: setup.customerRef,
      attempt: setup.attempt,
      status: 'creating',
      created_at: setup.now,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'attempt']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('subscription_card_setup')
    .select(['id', 'customer_ref', 'setup_ref'])
    .where('subscription_id', '=', setup.subscriptionId)
    .where((eb) => (setup.attempt === null ? eb('id', '=', setup.id) : eb('attempt', '=', setup.attempt)))
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    subscriptionId: setup.subscriptionId,
    customerRef: row.customer_ref,
    setupRef: row.setup_ref,
  };
}

export const setupsSince = async (tx: Tx, subscriptionId: string, since: Date): Promise<Date[]> =>
  (
    await tx
      .selectFrom('subscription_card_setup')
      .select('created_at')
      .where('subscription_id', '=', subscriptionId)
      .where('created_at', '>', since)
      .execute()
  ).map((row) => row.created_at);

/** Setups that were opened and are not finished here, newest first. */
export const openSetups = async (
  db: Database,
  subscriptionId: string,
): Promise<{ id: string; setupRef: string }[]> =>
  (
    await db
      .selectFrom('subscription_card_setup')
      .select(['id', 'setup_ref'])
      .where('subscription_id', '=', subscriptionId)
      .where('status', '=', 'open')
      .orderBy('created_at', 'desc')
      .limit(10)
      .execute()
  ).flatMap(({ id, setup_ref: setupRef }) => (setupRef === null ? [] : [{ id, setupRef }]));

export const newestSetup = (db: Database, subscriptionId: string) =>
  db
    .selectFrom('subscription_card_setup')
    .select(['id', 'status'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Null for any other setup. */
export const subscriptionOfSetup = async (db: Database, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('subscription_card_setup')
      .select('subscription_id')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.subscription_id ?? null;

const statuses: Record<SetupState, 'open' | 'succeeded' | 'canceled'> = {
  needs_card: 'open',
  needs_action: 'open',
  processing: 'open',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** A final state never changes. Returns true when the state is new. */
export async function moveSetup(
  db: Database | Tx,
  id: string,
  { setupRef, state }: { setupRef: string; state: SetupState },
): Promise<boolean> {
  const moved = await db
    .updateTable('subscription_card_setup')
    .set({ setup_ref: setupRef, status: statuses[state] })
    .where('id', '=', id)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export type Try = { day: number; keyGeneration: number; keyedAt: Date; isDecided: boolean };

/** One row per day; the first one wins. */
export async function insertTry(
  db: Database | Tx,
  invoiceId: string,
  day: 0 | 3 | 7 | 14,
  now: Date,
): Promise<Try> {
  await db
    .insertInto('dunning_try')
    .values({ invoice_id: invoiceId, day, keyed_at: now })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'day']).doNothing())
    .execute();
  const row = await db
    .selectFrom('dunning_try')
    .select(['day', 'key_generation', 'keyed_at', 'decided_at'])
    .where('invoice_id', '=', invoiceId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return {
    day,
    keyGeneration: row.key_generation,
    keyedAt: row.keyed_at,
    isDecided: row.decided_at !== null,
  };
}

/** Null: a concurrent request renewed it. */
export async function renewTryKey(
  db: Database,
  invoiceId: string,
  { day, keyGeneration }: Try,
  now: Date,
): Promise<number | null> {
  const renewed = await db
    .updateTable('dunning_try')
    .set({ key_generation: keyGeneration + 1, keyed_at: now })
    .where('invoice_id', '=', invoiceId)
    .where(sql<boolean>`day = ${day} and key_generation = ${keyGeneration}`)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n ? keyGeneration + 1 : null;
}

export type Decision = {
  outcome: 'paid' | 'declined' | 'requires_action';
  message: string | null;
  mailId: string | null;
  now: Date;
};

/** Returns false when it was already decided. */
export async function decideTry(
  tx: Tx,
  invoiceId: string,
  day: number,
  { outcome, message, mailId, now }: Decision,
): Promise<boolean> {
  const decided = await tx
    .updateTable('dunning_try')
    .set({ outcome, message, mail_id: mailId, decided_at: now })
    .where('invoice_id', '=', invoiceId)
    .where(sql<boolean>`day = ${day}`)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

/** The days of an invoice whose attempts were decided. */
export const decidedDays = async (db: Database | Tx, invoiceId: string): Promise<number[]> =>
  (
    await db
      .selectFrom('dunning_try')
      .select('day')
      .where('invoice_id', '=', invoiceId)
      .where('decided_at', 'is not', null)
      .execute()
  ).map(({ day }) => day);

/** Due renewals, oldest first. */
export const dueRenewals = async (
  db: Database | Tx,
  subscriptionId: string,
): Promise<{ id: string; processorRef: string; amount: Cents }[]> =>
  (
    await db
      .selectFrom('invoice')
      .select(['id', 'processor_ref', 'amount_cents'])
      .where('subscription_id', '=', subscriptionId)
      .where('status', '=', 'draft')
      .orderBy('period_start')
      .execute()
  ).map((row) => ({ id: row.id, processorRef: row.processor_ref ?? '', amount: row.amount_cents as Cents }));
