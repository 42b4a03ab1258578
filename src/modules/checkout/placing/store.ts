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

export type Record = { actor: string; key: string; fingerprint: string; orderId: string; now: Date };

/** Remembers what became of a key; a forgotten one is overwritten. */
export async function record(tx: Tx, { actor, key, fingerprint, orderId, now }: Record): Promise<void> {
  const row = { fingerprint, order_id: orderId, created_at: now };
  await tx
    .insertInto('purchase_request')
    .values({ actor, key, ...row })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doUpdateSet(row))
    .execute();
}

export type LastRequest = { actor: string; key: string; fingerprint: string; at: Date };

/** Who tried to buy or pay this order last; null for one whose tries are forgotten. */
export async function lastOf(db: Database | Tx, orderId: string): Promise<LastRequest | null> {
  const row = await db
    .selectFrom('purchase_request')
    .select(['actor', 'key', 'fingerprint', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { actor: row.actor, key: row.key, fingerprint: row.fingerprint, at: row.created_at } : null;
}
