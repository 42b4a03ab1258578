/**
 * The business time of a demonstration: the machine's time plus an offset that `npm run admin -- pass-time`
 * stores. It moves forward only. Tokens, rate limits, webhook signatures, and the job queue use the machine's
 * time.
 */
import type { Clock } from '#ports/clock.ts';
import type { Database } from './database.ts';

export type DemoClock = Clock & { refresh(): Promise<void>; stop(): void };

const refreshEveryMs = 1_000;

export async function openDemoClock(db: Database): Promise<DemoClock> {
  let offsetMs = 0;
  const refresh = async (): Promise<void> => {
    offsetMs = (await db.selectFrom('demo_clock').select('offset_ms').executeTakeFirst())?.offset_ms ?? 0;
  };
  await refresh();
  // While the database is unreachable, the offset stays as it was.
  const timer = setInterval(() => void refresh().catch(() => undefined), refreshEveryMs);
  timer.unref();
  return { now: () => new Date(Date.now() + offsetMs), refresh, stop: () => clearInterval(timer) };
}

/** Adds to the offset and returns the new one, in milliseconds. */
export async function passTime(db: Database, forwardMs: number): Promise<number> {
  const { offset_ms: offsetMs } = await db
    .insertInto('demo_clock')
    .values({ offset_ms: forwardMs })
    .onConflict((conflict) =>
      conflict
        .column('is_only')
        .doUpdateSet((eb) => ({ offset_ms: eb('demo_clock.offset_ms', '+', forwardMs) })),
    )
    .returning('offset_ms')
    .executeTakeFirstOrThrow();
  return offsetMs;
}
