/**
 * Reads that may be some seconds old go to a replica, where an operator has named one: figures and files that staff ask for, which read many rows.
 * What decides money, and what somebody has just changed, is read from the primary.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, type Database } from './database.ts';
import type { Deps } from './deps.ts';
import type { Logger } from './logger.ts';

export type Replica = {
  /** Null while the replica is away or too far behind. */
  reader(): Promise<Database | null>;
  stop(): Promise<void>;
};

/** Nobody who looks at figures would notice. */
const behindAtMostSeconds = 60;
/** A machine that has frozen says nothing, not even that. */
const answersWithinMs = 2_000;
/** Whoever asks in between does not wait for it in vain. */
const askAgainAfterMs = 10_000;
/** The same trouble is logged once a minute. */
const sayAgainAfterMs = 60_000;

export function createReplica(url: string, { log, max }: { log: Pick<Logger, 'warn'>; max?: number }): Replica {
  const saidAt = new Map<string, number>();
  const complain = (message: string, facts: object): void => {
    if (performance.now() - (saidAt.get(message) ?? Number.NEGATIVE_INFINITY) < sayAgainAfterMs) return;
    saidAt.set(message, performance.now());
    log.warn(facts, message);
  };
  const db = createDatabase(url, {
    ...{ applicationName: 'stateside replica', statementTimeoutMs: 60_000, ...(max === undefined ? {} : { max }) },
    onConnectionLost: ({ message }) => complain('a connection to the replica was lost', { reason: message }),
  });
  let awayUntil = 0;
  return {
    reader: async () => {
      if (performance.now() < awayUntil) return null;
      try {
        const behind = await Promise.race([secondsBehind(db), tooLate()]);
        if (behind <= behindAtMostSeconds) return db;
        complain('the replica is too far behind, so the primary is read', { behind });
      } catch (error) {
        complain('the replica does not answer, so the primary is read', { reason: String(error) });
      }
      awayUntil = performance.now() + askAgainAfterMs;
      return null;
    },
    stop: () => db.destroy(),
  };
}

const tooLate = (): Promise<never> =>
  pause(answersWithinMs, undefined, { ref: false }).then(() => Promise.reject(new Error(`no answer within ${answersWithinMs} ms`)));

/** The database to read from, chosen once for each answer, so that all of it is of one server. */
export const mayBeOld = async ({ db, replica }: Pick<Deps, 'db' | 'replica'>): Promise<Database> => (await replica?.reader()) ?? db;

/** None while it receives and has replayed all; one that receives nothing is as old as the last that it has heard. A server that is no replica is never behind. */
async function secondsBehind(db: Database): Promise<number> {
  const { rows } = await sql<{ behind: number | null }>`
    select case
      when not pg_is_in_recovery() then 0
      when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as behind`.execute(db);
  return rows[0]?.behind ?? Infinity;
}
