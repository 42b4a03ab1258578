/**
 * Sends reads that may be a few seconds old to a replica, if the operator has set one up. These are staff's
 * figures and files, which read many rows. Decisions about money, and data a user has just changed, are read
 * from the primary.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, type Database } from './database.ts';
import type { Logger } from './logger.ts';

export type Replica = {
  /** Null while the replica is unreachable or too far behind. */
  reader(): Promise<Database | null>;
  stop(): Promise<void>;
};

/** A lag of this size makes no difference in figures. */
const behindAtMostSeconds = 60;
/** A hung host never answers; give up after 2 s. */
const answersWithinMs = 2_000;
/** Skip the replica for 10 s after a failure. */
const retryAfterMs = 10_000;
/** The same failure is logged once a minute. */
const logAgainAfterMs = 60_000;

export function createReplica(
  url: string,
  { log, max }: { log: Pick<Logger, 'warn'>; max?: number },
): Replica {
  const saidAt = new Map<string, number>();
  const complain = (message: string, facts: object): void => {
    if (performance.now() - (saidAt.get(message) ?? Number.NEGATIVE_INFINITY) < logAgainAfterMs) return;
    saidAt.set(message, performance.now());
    log.warn(facts, message);
  };
  const db = createDatabase(url, {
    ...{
      applicationName: 'stateside replica',
      statementTimeoutMs: 60_000,
      ...(max === undefined ? {} : { max }),
    },
    onConnectionLost: ({ message }) => complain('a connection to the replica was lost', { reason: message }),
  });
  let awayUntil = 0;
  return {
    reader: async () => {
      if (performance.now() < awayUntil) return null;
      try {
        const lagSeconds = await Promise.race([secondsBehind(db), tooLate()]);
        if (lagSeconds <= behindAtMostSeconds) return db;
        complain('the replica is too far behind, so the primary is read', { behind: lagSeconds });
      } catch (error) {
        complain('the replica does not answer, so the primary is read', { reason: String(error) });
      }
      awayUntil = performance.now() + retryAfterMs;
      return null;
    },
    stop: () => db.destroy(),
  };
}

const tooLate = (): Promise<never> =>
  pause(answersWithinMs, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`no answer within ${answersWithinMs} ms`)),
  );

/** Where data may be read from. `replica`: omitted when the operator has not set one up. */
type Sources = { db: Database; replica?: Replica };

/** The database to read from. Choose once per response, so that all of it comes from one server. */
export const mayBeOld = async ({ db, replica }: Sources): Promise<Database> =>
  (await replica?.reader()) ?? db;

/**
 * Zero while the replica receives data and has replayed all. A disconnected one is as old as its last
 * received transaction. A server that is not a replica is never behind.
 */
async function secondsBehind(db: Database): Promise<number> {
  const { rows } = await sql<{ behind: number | null }>`
    select case
      when not pg_is_in_recovery() then 0
      when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as behind`.execute(db);
  return rows[0]?.behind ?? Infinity;
}
