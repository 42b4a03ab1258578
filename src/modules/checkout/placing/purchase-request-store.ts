/** SQL for purchase attempts: who requested what under which key, and the resulting order. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

const retentionHours = 48;

/**
 * Waits until no other transaction uses the same key, then returns its outcome; null for a new or expired
 * key.
 */
export async function claim(
  tx: Tx,
  { actor, key, now }: { actor: string; key: string; now: Date },
): Promise<{ fingerprint: string; orderId: string } | null> {
  // The function locks, and then reads what the previous lock holder has written.
  const { rows } = await sql<{ fingerprint: string; order_id: string; created_at: Date }>`
    select fingerprint, order_id, created_at from lock_purchase_request(${actor}, ${key})`.execute(tx);
  const [row] = rows;
  if (!row || row.created_at.getTime() < now.getTime() - retentionHours * 3_600_000) return null;
  return { fingerprint: row.fingerprint, orderId: row.order_id };
}

/**
 * `seenDecline`: the decline of the previous attempt. When omitted, the stored decline of this key is
 * unchanged.
 */
export type Record = {
  actor: string;
  key: string;
  fingerprint: string;
  orderId: string;
  now: Date;
  seenDecline?: string | null;
};

/** Stores the outcome of a key; an expired one is overwritten. */
export async function record(
  tx: Tx,
  { actor, key, fingerprint, orderId, now, seenDecline }: Record,
): Promise<void> {
  const row = {
    fingerprint,
    order_id: orderId,
    created_at: now,
    ...(seenDecline === undefined ? {} : { seen_decline: seenDecline }),
  };
  await tx
    .insertInto('purchase_request')
    .values({ actor, key, ...row })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doUpdateSet(row))
    .execute();
}

/** Records a decline that predates this attempt, so that it does not end the attempt. */
export async function noteSeenDecline(
  db: Database,
  { actor, key }: Pick<Record, 'actor' | 'key'>,
  seenDecline: string,
): Promise<void> {
  await db
    .updateTable('purchase_request')
    .set({ seen_decline: seenDecline })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .where((eb) => eb('seen_decline', 'is distinct from', seenDecline))
    .execute();
}

export type LastRequest = {
  actor: string;
  key: string;
  fingerprint: string;
  at: Date;
  seenDecline: string | null;
};

/** Returns the last attempt to buy or pay this order; null when its attempts have expired. */
export async function lastOf(db: Database | Tx, orderId: string): Promise<LastRequest | null> {
  const row = await db
    .selectFrom('purchase_request')
    .select(['actor', 'key', 'fingerprint', 'created_at', 'seen_decline'])
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    actor: row.actor,
    key: row.key,
    fingerprint: row.fingerprint,
    at: row.created_at,
    seenDecline: row.seen_decline,
  };
}
