/** State that every part of the sandbox shares: the database, the clock, and callbacks after a commit. */
import type { Clock } from '#sandbox/clock.ts';
import type { Database } from '#sandbox/stripe/database.ts';
import type { Faults } from '#sandbox/faults.ts';
import type { RequestLog } from './http/request-log.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** `delay` holds the call for `delayMs` and then continues, so that two calls with one key can overlap. */
export type FaultHow = '500' | '503' | 'timeout' | 'reset' | 'delay';

export const apiVersion = '2026-10-28.endive';

export type Timings = {
  /** How long a refund stays pending, in milliseconds. */
  settleAfterMs: number;
  /** Delays after each failed webhook delivery, in milliseconds. */
  retryAfterMs: readonly number[];
};

export type World = {
  readonly database: Database;
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly faults: Faults<FaultHow>;
  readonly log: RequestLog;
  readonly keys: { secretKey: string; publishableKey: string };
  readonly timings: Timings;
  /** The origin where browsers and servers reach this sandbox, known once it listens. */
  origin: string;
  /** The sandbox's clock in milliseconds. */
  nowMs: () => number;
  readonly clock: Clock;
};

/** One request and what it writes: events contain the id of the request that caused them. */
export type Call = {
  readonly world: World;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** The caller is a browser with the publishable key and sees fewer fields. */
  readonly isBrowser: boolean;
};

export const nowSeconds = (world: World): number => Math.floor(world.nowMs() / 1_000);

/** A call without a request: a timer, the dashboard, the bank's page. */
export const internalCall = (world: World): Call => ({
  world,
  requestId: null,
  idempotencyKey: null,
  isBrowser: false,
});
