/**
 * Test clocks: a separate time for a customer and all its objects. A call "on a clock" is the same call in a
 * world with that clock's time. Everything it creates, emits, or schedules uses that time.
 */
import type { Call } from '#sandbox/stripe/world.ts';

/** With null, returns the call unchanged, on the sandbox's clock. */
export function onClock(call: Call, clockId: string | null): Call {
  const { world } = call;
  if (world.testClock === clockId) return call;
  if (clockId === null) throw new Error('A call on a test clock cannot go back to the time of the sandbox');
  const nowMs = (): number => world.store.get('test_helpers.test_clock', clockId).frozen_time * 1_000;
  return { ...call, world: { ...world, testClock: clockId, nowMs } };
}
