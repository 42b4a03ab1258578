/**
 * Messages between a process of the shop (app.ts) and its parent. They are in a separate file because
 * importing app.ts starts a shop.
 */
import type { SweepLimits } from '#modules/checkout/reconcile.ts';
import type { VariantName } from './variants/variants.ts';

export type AppSettings = {
  /** 0 chooses a free port. A restart reuses the previous port. */
  port: number;
  databaseUrl: string;
  databasePool: number;
  stripe: { secretKey: string; apiBase: string; timeoutMs?: number };
  smtp: { url: string; timeoutMs?: number };
  /** Omitted: nothing is reported. */
  factiivOrigin?: string | null;
  webhookSecret: string;
  statementTimeoutMs?: number;
  logLevel: string;
  variant: VariantName | null;
};
export type Order =
  | { tell: 'points' }
  | { arm: string; passing: number }
  | { sweep: SweepLimits }
  /** Sends and reads everything pending for these bureau connections, as the job does. */
  | { report: string[] };
export type AppMessage =
  | { points: string[] }
  | { ready: string }
  | { swept: object }
  | { sweepFailed: string }
  | { reported: number }
  | { refused: string };

/**
 * The path where a process accepts refunds that staff request in the terminal. Only the harness serves it.
 */
export const staffPath = '/staff/refund';

/** Carries the random seed that decides how long a request waits at each point. */
export const seedHeader = 'x-chaos-seed';
