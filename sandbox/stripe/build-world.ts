/** Opens the sandbox's state and builds its world. Keys are created once and stored with the state. */
import { Clock } from '#sandbox/clock.ts';
import { Database } from '#sandbox/stripe/database.ts';
import { Faults } from '#sandbox/faults.ts';
import { deleteOldKeys } from './http/idempotency.ts';
import { RequestLog } from './http/request-log.ts';
import { randomText } from './ids.ts';
import { Store } from './store.ts';
import { runTimers, type TimedWork } from './timers.ts';
import { noChaos, type Chaos, Webhooks } from './webhooks/webhooks.ts';
import type { Timings, World } from './world.ts';

const second = 1_000;

/** Short, because a developer waits for retries. Stripe retries for three days. */
export const defaultTimings: Timings = {
  settleAfterMs: 3 * second,
  retryAfterMs: [0.5, 1, 2, 4, 8, 15, 30, 60, 60, 120, 120, 300, 300, 600, 600, 1_800, 1_800, 3_600].map(
    (seconds) => seconds * second,
  ),
};

export type RunningWorld = World & { stop: () => void };

/** With `dataDir` null, all state stays in memory. */
export function openWorld(
  dataDir: string | null,
  works: TimedWork,
  timings: Partial<Timings> = {},
): RunningWorld {
  const database = new Database(dataDir);
  const setting = database.setting.bind(database);
  const chaos = JSON.parse(setting('chaos', () => JSON.stringify(noChaos))) as Chaos;
  const clock = new Clock(database);
  const world: RunningWorld = {
    database,
    store: new Store(database),
    webhooks: new Webhooks(() => world, chaos),
    faults: new Faults(),
    log: new RequestLog(),
    keys: {
      secretKey: setting('secret_key', () => `sk_test_${randomText(40)}`),
      publishableKey: setting('publishable_key', () => `pk_test_${randomText(40)}`),
    },
    timings: { ...defaultTimings, ...timings },
    origin: '',
    nowMs: () => clock.nowMs(),
    clock,
    stop: () => {
      clearInterval(ticking);
      clearInterval(sweeping);
      world.webhooks.stop();
      database.close();
    },
  };
  deleteOldKeys(world);
  const ticking = setInterval(() => runTimers(world, works), 250);
  const sweeping = setInterval(() => deleteOldKeys(world), 60 * 60 * second);
  ticking.unref();
  sweeping.unref();
  world.webhooks.wake();
  return world;
}
