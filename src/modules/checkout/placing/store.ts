/** SQL for purchase attempts: who asked for what under which key, and which order came of it. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';

const retentionHours = 48;

/** Waits until no other transaction works on the same key, then answers what became of it; null for a key that is new or forgotten. */
export async function claim(
  tx: Tx,
  { actor, key, now }: { actor: string; key: string; now: Date },
): Promise<{ fingerprint: string; orderId: string } | null> {
  // The function locks, and then reads what whoever held the lock before has written.
  const { rows } = await sql<{ fingerprint: string; order_id: string; created_at: Date }>`
    select fingerprint, order_id, created_at from lock_purchase_request(${actor}, ${key})`.execute(tx);
  const [row] = rows;
  if (!row || row.created_at.getTime() < now.getTime() - retentionHours * 3_600_000) return null;
  return { fingerprint: row.fingerprint, orderId: row.order_id };
}

/** `seenDecline`: the decline of an attempt that this one follows. Left out: the decline that is known for this key stays. */
export type Record = { actor: string; key: string; fingerprint: string; orderId: string; now: Date; seenDecline?: string | null };

/** Remembers what became of a key; a forgotten one is overwritten. */
export async function record(tx: Tx, { actor, key, fingerprint, orderId, now, seenDecline }: Record): Promise<void> {
  const row = { fingerprint, order_id: orderId, created_at: now, ...(seenDecline === undefined ? {} : { seen_decline: seenDecline }) };
  await tx
    .insertInto('purchase_request')
    .values({ actor, key, ...row })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doUpdateSet(row))
    .execute();
}

/** The payment carries a decline from before this attempt: it does not end the attempt. */
export async function noteSeenDecline(db: Database, { actor, key }: Pick<Record, 'actor' | 'key'>, seenDecline: string): Promise<void> {
  await db
    .updateTable('purchase_request')
    .set({ seen_decline: seenDecline })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .where((eb) => eb('seen_decline', 'is distinct from', seenDecline))
    .execute();
}

export type LastRequest = { actor: string; key: string; fingerprint: string; at: Date; seenDecline: string | null };

/** Who tried to buy or pay this order last; null for one whose tries are forgotten. */
export async function lastOf(db: Database | Tx, orderId: string): Promise<LastRequest | null> {
  const row = await db
    .selectFrom('purchase_request')
    .select(['actor', 'key', 'fingerprint', 'created_at', 'seen_decline'])
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { actor: row.actor, key: row.key, fingerprint: row.fingerprint, at: row.created_at, seenDecline: row.seen_decline };
}
