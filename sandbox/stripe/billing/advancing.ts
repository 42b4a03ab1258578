/** Advances a test clock. Everything that falls due on the way happens at its time. */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { nextTimer, scheduleAt, type TimedWork } from '#sandbox/stripe/timers.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import { addIntervals } from './calendar.ts';
import { sameRecurrence } from './subscribing.ts';
import { hasEnded } from './subscription-status.ts';
import { onClock } from './test-clocks.ts';

type TestClock = Stripe.TestHelpers.TestClock;

/** Stripe allows at most two intervals of the shortest subscription per step. */
const mostIntervals = 2;

/** Returns immediately; the clock moves when its timer fires. */
export function advance(call: Call, clock: TestClock, to: number): TestClock {
  const { store } = call.world;
  const subscriptions = store
    .list('subscription', { filters: { test_clock: clock.id }, limit: 1_000 })
    .filter((found) => !hasEnded(found));
  const yearly = { interval: 'year', interval_count: 1 } as const;
  const rhythms = subscriptions.map(({ items }) => sameRecurrence(items.data.map(({ price }) => price)));
  const limit = Math.min(
    ...[yearly, ...rhythms].map((rhythm) => addIntervals(clock.frozen_time, rhythm, mostIntervals)),
  );
  if (to <= clock.frozen_time)
    throw invalidRequest('Test clocks can only advance to a time in the future of their frozen time.', {
      param: 'frozen_time',
    });
  if (to > limit)
    throw invalidRequest(
      `Cannot advance a test clock more than two intervals from its frozen time, by its shortest subscription. The latest time is ${limit}.`,
      { param: 'frozen_time' },
    );
  const moving = store.save('test_helpers.test_clock', {
    ...clock,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: to } },
  });
  emit(call, 'test_helpers.test_clock.advancing', moving);
  scheduleAt(call.world, 'test_clock_advances', clock.id, call.world.nowMs());
  return moving;
}

/** `works` is a parameter because one of them is this function. */
export function clockAdvances(call: Call, id: string, works: TimedWork): void {
  const { store, database } = call.world;
  const target = store.find('test_helpers.test_clock', id)?.status_details.advancing?.target_frozen_time;
  if (target === undefined) return;
  const set = (at: number) => {
    const clock = store.get('test_helpers.test_clock', id);
    store.save('test_helpers.test_clock', { ...clock, frozen_time: Math.max(clock.frozen_time, at) });
  };
  for (
    let next = nextTimer(call.world, id);
    next !== null && next.atMs <= target * 1_000;
    next = nextTimer(call.world, id)
  ) {
    set(Math.ceil(next.atMs / 1_000));
    database.run('delete from timer where id = ?', next.id);
    works[next.work]?.(onClock(call, id), next.objectId);
  }
  set(target);
  const ready = store.save('test_helpers.test_clock', {
    ...store.get('test_helpers.test_clock', id),
    status: 'ready',
    status_details: {},
  });
  emit(call, 'test_helpers.test_clock.ready', ready);
}

/** Deletes a clock with its customers and their objects. */
export function removeClock(
  call: Call,
  clock: TestClock,
  removeCustomer: (customerId: string) => void,
): void {
  const { store, database } = call.world;
  for (const { id } of store.list('customer', { filters: { test_clock: clock.id }, limit: 1_000 }))
    removeCustomer(id);
  database.run('delete from timer where clock = ?', clock.id);
  store.remove('test_helpers.test_clock', clock.id);
  emit(call, 'test_helpers.test_clock.deleted', clock);
}
