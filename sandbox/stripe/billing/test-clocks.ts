/**
 * Test clocks: a time of its own for one customer and all that hangs on it. A call "on a clock" is the same call in a
 * world whose time is that clock's, so whatever it creates, emits or schedules lives by that time.
 */
import type { Call } from '#sandbox/stripe/world.ts';

/** The call as it is for null, which stands for the sandbox's own time. */
export function onClock(call: Call, clockId: string | null): Call {
  const { world } = call;
  if (world.testClock === clockId) return call;
  if (clockId === null) throw new Error('A call on a test clock cannot go back to the time of the sandbox');
  const nowMs = (): number => world.store.get('test_helpers.test_clock', clockId).frozen_time * 1_000;
  return { ...call, world: { ...world, testClock: clockId, nowMs } };
}
