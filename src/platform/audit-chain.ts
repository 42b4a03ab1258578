/**
 * Gives audit entries their places in one chain, after they were committed: each hash covers the entry and the hash before it. The order is
 * that of the log's ids among those that are there; what a long transaction commits later comes later. One process at a time, any of them.
 */
import { sql } from 'kysely';
import * as audit from './audit.ts';
import type { Tx } from './database.ts';
import type { Deps } from './deps.ts';

type ChainDeps = Pick<Deps, 'db' | 'keys'>;

/** The chain's own lock; the number is arbitrary and belongs to nothing else. */
const chainLock = 4_100_901;
const atOnce = 500;

/** An entry that has no place after so long breaks an invariant: until it has one, somebody with all rights on the database could take it out unseen. */
export const chainedWithinSeconds = 60;

/** Answers how many entries got a place: none when another process is at it. */
export async function chainAuditLog(deps: ChainDeps): Promise<number> {
  let chained = 0;
  for (;;) {
    const batch = await deps.db.transaction().execute((tx) => chainBatch(tx, deps));
    chained += batch;
    if (batch < atOnce) return chained;
  }
}

async function chainBatch(tx: Tx, { keys }: ChainDeps): Promise<number> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${chainLock}) as held`.execute(tx);
  if (rows[0]?.held !== true) return 0;
  const entries = await tx.selectFrom('audit_log').selectAll().where('position', 'is', null).orderBy('id').limit(atOnce).execute();
  if (entries.length === 0) return 0;
  const last = await tx
    .selectFrom('audit_log')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  let [position, previous] = [last?.position ?? 0, last?.hash ?? audit.beginning];
  const places = entries.map((entry) => {
    const place = {
      id: entry.id,
      position: position + 1,
      previous_hash: previous,
      hash: keys.mac('audit', audit.covered(entry, previous)),
    };
    [position, previous] = [place.position, place.hash];
    return place;
  });
  await sql`
    update audit_log set position = place.position, previous_hash = place.previous_hash, hash = place.hash
    from json_to_recordset(${JSON.stringify(places)}) as place (id bigint, position bigint, previous_hash text, hash text)
    where audit_log.id = place.id`.execute(tx);
  return places.length;
}

/** Chains every second, and once more at the end. A trouble that lasts is logged once. Answers how to stop. */
export function keepAuditLogChained(deps: ChainDeps & Pick<Deps, 'log'>, everyMs = 1_000): () => Promise<void> {
  let working: Promise<void> | null = null;
  let isFailing = false;
  const work = async (): Promise<void> => {
    try {
      await chainAuditLog(deps);
      isFailing = false;
    } catch (error) {
      if (!isFailing) deps.log.error({ err: error }, 'audit entries could not be chained');
      isFailing = true;
    }
    working = null;
  };
  const timer = setInterval(() => {
    working ??= work();
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await working;
    await work();
  };
}
