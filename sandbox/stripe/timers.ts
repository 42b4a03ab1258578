/**
 * What happens some time after a call: a pending refund arrives, a subscription renews. Timers lie in the database, so
 * they survive a restart. A timer of a test clock waits for that clock; every other one for the sandbox's own time.
 */
import type { Call, World } from './world.ts';
import { internalCall } from './world.ts';

export type TimedWork = Record<string, (call: Call, objectId: string) => void>;

/** `world` may be one whose time is a test clock's (`billing/test-clocks.ts`): the timer then belongs to that clock. */
export function schedule(world: World, work: string, objectId: string, afterMs: number): void {
  scheduleAt(world, work, objectId, world.nowMs() + afterMs);
}

export function scheduleAt(world: World, work: string, objectId: string, atMs: number): void {
  world.database.run('insert into timer (due_at, work, object_id, clock) values (?, ?, ?, ?)', atMs, work, objectId, world.testClock);
}

/** Forgets what was to happen to an object, all of it or one work. */
export function unschedule(world: World, objectId: string, work: string | null = null): void {
  world.database.run('delete from timer where object_id = ?1 and (?2 is null or work = ?2)', objectId, work);
}

/** Runs what is due by the sandbox's own time, or everything of these works when `all`. Answers how many timers ran. */
export function runTimers(world: World, works: TimedWork, all = false): number {
  const due = world.database.all(
    `select id, work, object_id from timer
    where due_at <= ? and clock is null and work in (select value from json_each(?)) order by due_at, id`,
    all ? Number.MAX_SAFE_INTEGER : world.nowMs(),
    JSON.stringify(Object.keys(works)),
  );
  for (const { id = null, work, object_id: objectId } of due) {
    world.database.step(() => {
      world.database.run('delete from timer where id = ?', id);
      works[String(work)]?.(internalCall(world), String(objectId));
    });
  }
  if (due.length > 0) world.webhooks.wake();
  return due.length;
}

export type DueTimer = { id: number; atMs: number; work: string; objectId: string };

/** The timer that is due first, of a test clock or (null) of the sandbox's own time. */
export function nextTimer(world: World, clock: string | null): DueTimer | null {
  const row = world.database.first('select id, due_at, work, object_id from timer where clock is ? order by due_at, id limit 1', clock);
  return row === null ? null : { id: Number(row.id), atMs: Number(row.due_at), work: String(row.work), objectId: String(row.object_id) };
}

/** Moves the sandbox's own time forward and does on the way all that falls due, each at its time. Answers how many ran. */
export function moveClock(world: World, works: TimedWork, toMs: number): number {
  let ran = 0;
  for (let next = nextTimer(world, null); next !== null && next.atMs <= toMs; next = nextTimer(world, null)) {
    const { id, atMs, work, objectId } = next;
    world.database.step(() => {
      world.clock.moveTo(atMs);
      world.database.run('delete from timer where id = ?', id);
      works[work]?.(internalCall(world), objectId);
    });
    ran += 1;
  }
  world.clock.moveTo(toMs);
  world.webhooks.wake();
  return ran;
}
