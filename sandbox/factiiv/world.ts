/**
 * State that every part of the Factiiv sandbox shares: database, clock, armed faults, and the request log.
 */
import type { Database } from '#sandbox/database.ts';
import type { Faults } from '#sandbox/faults.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { RequestLog } from './http/request-log.ts';

/**
 * `delay` responds late, `timeout` holds the call until the caller disconnects, `reset` cuts the connection.
 * `html` and `broken_json` return 200 with an invalid body.
 */
export const faultKinds = ['500', '503', 'timeout', 'reset', 'delay', 'html', 'broken_json'] as const;
export type FaultHow = (typeof faultKinds)[number];

/**
 * Milliseconds since 1970, only moves forward. When started with the other services, they share one clock.
 */
export type Time = { nowMs: () => number; moveTo: (atMs: number) => void; readonly aheadMs: number };

export type World = {
  readonly database: Database;
  readonly time: Time;
  readonly faults: Faults<FaultHow>;
  readonly log: RequestLog;
  readonly rateLimit: RateLimit;
  /** The origin where browsers and servers reach this sandbox, known once it listens. */
  origin: string;
};

const dayMs = 86_400_000;

/** The UTC date of a time in milliseconds, such as `2026-11-24`. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The date by Factiiv's clock, plus some days. */
export const today = ({ time }: World, daysLater = 0): string => dateOf(time.nowMs() + daysLater * dayMs);

export const isoOf = (ms: unknown): string | null =>
  typeof ms === 'number' ? new Date(ms).toISOString() : null;
