/**
 * Delayed effects: a pending refund arrives, a subscription renews. Timers are stored in the database, follow
 * the sandbox's clock, and survive a restart.
 */
import type { Call, World } from './world.ts';
import { internalCall } from './world.ts';

export type TimedWork = Record<string, (call: Call, objectId: string) => void>;

export function schedule(world: World, work: string, objectId: string, afterMs: number): void {
  scheduleAt(world, work, objectId, world.nowMs() + afterMs);
}

export function scheduleAt(world: World, work: string, objectId: string, atMs: number): void {
  world.database.run('insert into timer (due_at, work, object_id) values (?, ?, ?)', atMs, work, objectId);
}

/** Cancels the timers of an object, all of them or one kind of work. */
export function unschedule(world: World, objectId: string, work: string | null = null): void {
  world.database.run('delete from timer where object_id = ?1 and (?2 is null or work = ?2)', objectId, work);
}

/**
 * Runs the timers that are due, or all timers of these works when `all`. Returns how many ran.
 */
export function runTimers(world: World, works: TimedWork, all = false): number {
  const due = world.database.all(
    `select id, work, object_id from timer
    where due_at <= ? and work in (select value from json_each(?)) order by due_at, id`,
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

export function nextTimer(world: World): DueTimer | null {
  const row = world.database.first(
    'select id, due_at, work, object_id from timer order by due_at, id limit 1',
  );
  return row === null
    ? null
    : {
        id: Number(row.id),
        atMs: Number(row.due_at),
        work: String(row.work),
        objectId: String(row.object_id),
      };
}

/**
 * Moves the sandbox's clock forward and runs everything that falls due on the way, each at its time. Returns
 * how many ran.
 */
export function moveClock(world: World, works: TimedWork, toMs: number): number {
  let ran = 0;
  for (let next = nextTimer(world); next !== null && next.atMs <= toMs; next = nextTimer(world)) {
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
