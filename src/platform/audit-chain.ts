/**
 * Adds committed audit entries to one hash chain: each hash covers the entry and the hash before it. Entries
 * are chained in the order of their ids; an entry that a long transaction commits later is chained later. Any
 * process may do this, one at a time.
 *
 * Entries are not verified here: one whose own hash is wrong is chained too, and every later check reports
 * it. If positions were removed from the log, chaining again would give the entries valid hashes. So each
 * process remembers the newest position it has seen and checks that it still exists before it continues.
 */
import { sql } from 'kysely';
import * as audit from './audit.ts';
import type { Database, Tx } from './database.ts';
import type { Keys } from './keys.ts';
import type { Logger } from './logger.ts';

type ChainDeps = { db: Database; keys: Keys };

/** Advisory lock of the chain. The number is arbitrary and used nowhere else. */
const chainLock = 4_100_901;
const batchSize = 500;

/**
 * An entry without a position after this time breaks an invariant. Until it has one, a database administrator
 * could delete it undetected.
 */
export const chainedWithinSeconds = 60;

export type Place = { position: number; hash: string };

/** What one process remembers of the chain between batches. */
export type Memory = {
  newest: Place | null;
  /**
   * Called when the newest known position is gone or has another hash. Called again with the next batch if it
   * rejects.
   */
  onRewritten(lostPlace: Place): Promise<void>;
};

type Batch = { chained: number; newest: Place | null; gone: Place | null };

/** Returns the number of entries chained: zero while another process holds the lock. */
export async function chainAuditLog(deps: ChainDeps, memory?: Memory): Promise<number> {
  let all = 0;
  for (;;) {
    const remembered = memory?.newest ?? null;
    const { chained, newest, gone } = await deps.db
      .transaction()
      .execute((tx) => chainBatch(tx, deps, remembered));
    if (gone !== null) await memory?.onRewritten(gone);
    // Remember only committed positions.
    if (memory !== undefined && newest !== null) memory.newest = newest;
    all += chained;
    if (chained < batchSize) return all;
  }
}

async function chainBatch(tx: Tx, { keys }: ChainDeps, remembered: Place | null): Promise<Batch> {
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(${chainLock}) as held`.execute(tx);
  if (rows[0]?.held !== true) return { chained: 0, newest: null, gone: null };
  const entries = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('position', 'is', null)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  if (entries.length === 0) return { chained: 0, newest: null, gone: null };
  const lostPlace = remembered === null || (await isThere(tx, remembered)) ? null : remembered;
  const last = await newestPlace(tx);
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
  return { chained: places.length, newest: { position, hash: previous }, gone: lostPlace };
}

export async function newestPlace(db: Database | Tx): Promise<Place | null> {
  const newest = db.selectFrom('audit_log').select(['position', 'hash']).where('position', 'is not', null);
  const row = await newest.orderBy('position', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? null : { position: row.position ?? 0, hash: row.hash ?? '' };
}

/** Whether the log has an entry with this position and hash. */
export async function isThere(db: Database | Tx, { position, hash }: Place): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('hash')
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.hash === hash;
}

type Keeping = Pick<Memory, 'onRewritten'> & { everyMs?: number };

/**
 * Chains new entries every second, and once more at the end. A lasting failure is logged once. Returns a
 * function that stops it.
 */
export function keepAuditLogChained(
  deps: ChainDeps & { log: Logger },
  { onRewritten, everyMs = 1_000 }: Keeping,
): () => Promise<void> {
  let working: Promise<void> | null = null;
  let isFailing = false;
  const memory: Memory = {
    newest: null,
    async onRewritten(lostPlace) {
      deps.log.error(
        { ...lostPlace },
        'the audit log was rewritten: a chained entry is missing or changed, and later entries were chained again',
      );
      await onRewritten(lostPlace);
    },
  };
  const work = async (): Promise<void> => {
    try {
      // Read the newest position before anything is written.
      memory.newest ??= await newestPlace(deps.db);
      await chainAuditLog(deps, memory);
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
