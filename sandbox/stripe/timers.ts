/**
 * What happens some time after a call: a pending refund arrives, another one fails. Timers lie in the database, so they
 * survive a restart. A test clock can later move them by changing what "now" is.
 */
import type { Call, World } from './world.ts';
import { internalCall } from './world.ts';

export type TimedWork = Record<string, (call: Call, objectId: string) => void>;

export function schedule(world: World, work: string, objectId: string, afterMs: number): void {
  world.database.run('insert into timer (due_at, work, object_id) values (?, ?, ?)', world.nowMs() + afterMs, work, objectId);
}

/** Runs what is due, or everything when `all`. Answers how many timers ran. */
export function runTimers(world: World, works: TimedWork, all = false): number {
  const due = world.database.all(
    'select id, work, object_id from timer where due_at <= ? order by due_at, id',
    all ? Number.MAX_SAFE_INTEGER : world.nowMs(),
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
