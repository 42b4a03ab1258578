/** Reads the sandbox's clock and moves it forward. What falls due on the way happens at its time. */
import { z } from 'zod';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { timedWork } from '#sandbox/stripe/timed-work.ts';
import { moveClock, nextTimer } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds, type World } from '#sandbox/stripe/world.ts';

/** Exactly one: seconds or days from now, a time (Unix seconds), or the next due time. */
export const ClockOptions = z.strictObject({
  advance_seconds: z.int().min(0).optional(),
  advance_days: z.number().min(0).optional(),
  to: z.int().min(0).optional(),
  to_next: z.literal(true).optional(),
  /** Unix seconds. Rejected once the world contains anything. */
  begin_at: z.int().min(0).optional(),
});

export function readClock(world: World): {
  now: number;
  ahead_seconds: number;
  next: { at: number; work: string; id: string } | null;
} {
  const next = nextTimer(world);
  return {
    now: nowSeconds(world),
    ahead_seconds: Math.round(world.clock.aheadMs / 1_000),
    next: next === null ? null : { at: Math.ceil(next.atMs / 1_000), work: next.work, id: next.objectId },
  };
}

export function advanceClock({ world }: Call, options: z.output<typeof ClockOptions>): object {
  if (Object.keys(options).length !== 1)
    throw invalidRequest('Send exactly one of advance_seconds, advance_days, to, to_next and begin_at.');
  if (options.begin_at !== undefined) {
    if (world.database.first('select 1 as there from object limit 1') !== null)
      throw invalidRequest('The world has begun already.', { param: 'begin_at' });
    world.clock.beginAt(options.begin_at * 1_000);
    return { ran: 0, ...readClock(world) };
  }
  const now = world.nowMs();
  const next = nextTimer(world)?.atMs ?? now;
  const days = options.advance_days === undefined ? 0 : options.advance_days * 24 * 60 * 60 * 1_000;
  const target = options.to_next
    ? Math.max(next, now)
    : options.to === undefined
      ? now + days + (options.advance_seconds ?? 0) * 1_000
      : options.to * 1_000;
  if (target < now - 1_000) throw invalidRequest('The clock moves forward only.', { param: 'to' });
  return { ran: moveClock(world, timedWork, target), ...readClock(world) };
}
