/** What every part of Factiiv's stand-in shares: the state, the time, faults to come and requests that came. */
import type { Database } from '#sandbox/database.ts';
import type { Faults } from '#sandbox/faults.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { RequestLog } from './http/request-log.ts';

/**
 * `delay` answers late, `timeout` not before the caller gives up, `reset` cuts the connection; `html` and `broken_json` answer 200 with a
 * body that is not the API's.
 */
export const faultHows = ['500', '503', 'timeout', 'reset', 'delay', 'html', 'broken_json'] as const;
export type FaultHow = (typeof faultHows)[number];

/** Milliseconds since 1970; it moves forward only. The whole sandbox's time when this stand-in runs with the others. */
export type Time = { nowMs: () => number; moveTo: (atMs: number) => void; readonly aheadMs: number };

export type World = {
  readonly database: Database;
  readonly time: Time;
  readonly faults: Faults<FaultHow>;
  readonly log: RequestLog;
  readonly rateLimit: RateLimit;
  /** Where browsers and servers reach this stand-in; known once it listens. */
  origin: string;
};

const dayMs = 86_400_000;

/** `2026-11-24` of a time in milliseconds, in UTC. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The date by Factiiv's time, or some days after it. */
export const today = ({ time }: World, daysLater = 0): string => dateOf(time.nowMs() + daysLater * dayMs);

export const isoOf = (ms: unknown): string | null => (typeof ms === 'number' ? new Date(ms).toISOString() : null);
