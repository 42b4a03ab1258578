/**
 * Checks the invariants on a schedule: recent changes every 5 minutes, everything once a night. One process
 * at a time checks, over a separate connection with a statement limit of one minute, because the full check
 * reads every order. The result is stored in a row, so every process can report it.
 */
import { sql } from 'kysely';
import { checkChanges, checkInvariants } from './invariants.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Metrics } from '#platform/metrics.ts';

const checkEveryMinutes = 5;
/** UTC hour with few purchases. */
const fullCheckAtHour = 3;
/** A transaction that began before the last check may end after it, and clocks differ by seconds. */
const overlapMinutes = 5;
/** How often the stored result is read. The read costs almost nothing. */
const readEverySeconds = 5;
const statementTimeoutMs = 60_000;
/**
 * Advisory lock number, used only here. A check can outlast the interval, and no other process starts one in
 * the meantime.
 */
const checkLock = 5_300_701;
/** Enough to recognize the kind of problem; `npm run admin -- verify` lists all. */
const saidAtMost = 5;

type WatchDeps = Pick<Deps, 'db' | 'log' | 'clock'>;

export function watchInvariants(deps: WatchDeps & Pick<Deps, 'jobs'>, databaseUrl: string): void {
  deps.jobs.work('check-invariants', () => checkInvariantsNow(deps, databaseUrl), { concurrency: 1 });
  deps.jobs.schedule('check-invariants', checkEveryMinutes);
}

/**
 * Runs one check. Rejects when the checks could not finish, and stores the failure so that it is reported.
 */
export async function checkInvariantsNow({ db, log, clock }: WatchDeps, databaseUrl: string): Promise<void> {
  const slowQueriesDb = createDatabase(databaseUrl, {
    max: 1,
    applicationName: 'stateside invariants',
    statementTimeoutMs,
  });
  try {
    // The pool has only this connection, so the lock ends with the process at the latest.
    const { rows } = await sql<{
      isMine: boolean;
    }>`select pg_try_advisory_lock(${checkLock}) as "isMine"`.execute(slowQueriesDb);
    if (rows[0]?.isMine !== true) return;
    const { startedAt, since } = await planOf(slowQueriesDb);
    const found =
      since === null ? await checkInvariants(slowQueriesDb) : await checkChanges(slowQueriesDb, since);
    await note(db, {
      ...{ looked_at: clock.now(), violations: found.length, failed_at: null, changes_until: startedAt },
      ...(since === null ? { all_checked_at: startedAt } : {}),
    });
    if (found.length > 0)
      log.error({ violations: found.length, first: found.slice(0, saidAtMost) }, 'invariants are violated');
  } catch (error) {
    log.error({ err: error }, 'the invariant check failed');
    await note(db, { failed_at: clock.now() });
    throw error;
  } finally {
    // A closed connection stays open in the database for a moment with its lock, and the next check would
    // find it taken.
    await sql`select pg_advisory_unlock_all()`.execute(slowQueriesDb).catch(() => undefined);
    await slowQueriesDb.destroy();
  }
}

/**
 * Plans a full check when `since` is null: the first one, the first after 03:00 UTC, and every one while a
 * violation exists. A violation is then reported until it is fixed. Uses the database's clock.
 */
async function planOf(db: Database): Promise<{ startedAt: Date; since: Date | null }> {
  const { rows } = await sql<{ startedAt: Date; since: Date | null }>`
    select now() as "startedAt", (
      select changes_until - make_interval(mins => ${overlapMinutes}) from invariant_check
      where violations = 0 and all_checked_at >= date_trunc('day', now() - make_interval(hours => ${fullCheckAtHour}), 'UTC')
        + make_interval(hours => ${fullCheckAtHour})) as since`.execute(db);
  const [plan] = rows;
  if (plan === undefined) throw new Error('the database returned no time');
  return plan;
}

type Noted = {
  failed_at: Date | null;
  looked_at?: Date;
  violations?: number;
  changes_until?: Date;
  all_checked_at?: Date;
};

const note = (db: Database, result: Noted): Promise<unknown> =>
  db
    .insertInto('invariant_check')
    .values(result)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(result))
    .execute();

/** Reports the result of the last check. The age metric next to it shows whether the result is current. */
export function measureInvariants(metrics: Metrics, db: Database): void {
  metrics.watchDatabase(
    {
      invariant_violations: { help: 'Invariant violations. Any value above 0 is an emergency' },
      invariant_check_age_seconds: { help: 'Time since the last check of recent changes; alarm above 1800' },
      invariant_full_check_age_seconds: {
        help: 'Time since the last nightly full check; alarm above 100000',
      },
      invariant_check_failed: { help: '1 when the last invariant check failed' },
    },
    readEverySeconds,
    async () => {
      const { rows } = await sql<{
        violations: number | null;
        age: number | null;
        fullAge: number | null;
        failed: boolean;
      }>`
        select violations, extract(epoch from now() - looked_at)::float8 as age, extract(epoch from now() - all_checked_at)::float8 as "fullAge", failed_at is not null as failed from invariant_check`.execute(
        db,
      );
      const [row] = rows;
      if (row === undefined) return [];
      return [
        { name: 'invariant_check_failed', value: Number(row.failed) },
        ...(row.age === null ? [] : [{ name: 'invariant_check_age_seconds', value: row.age }]),
        ...(row.fullAge === null ? [] : [{ name: 'invariant_full_check_age_seconds', value: row.fullAge }]),
        ...(row.violations === null ? [] : [{ name: 'invariant_violations', value: row.violations }]),
      ];
    },
  );
}
