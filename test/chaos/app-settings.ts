/** What a process of the shop (app.ts) and its parent say to each other. Apart from it, because importing that file starts a shop. */
import type { SweepLimits } from '#modules/checkout/reconcile.ts';
import type { VariantName } from './variants/variants.ts';

export type AppSettings = {
  /** 0 takes a free port; a restart takes the one it had. */
  port: number;
  databaseUrl: string;
  databasePool: number;
  stripe: { secretKey: string; apiBase: string; timeoutMs?: number };
  smtp: { url: string; timeoutMs?: number };
  /** Left out, nothing is reported. */
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
  /** Whatever waits of these connections with the bureau is sent and read, as its job does it. */
  | { report: string[] };
export type Told =
  | { points: string[] }
  | { ready: string }
  | { swept: object }
  | { sweepFailed: string }
  | { reported: number }
  | { refused: string };

/** Where a process takes what our staff ask for at the terminal. Only the harness has such a listener. */
export const staffPath = '/staff/refund';

/** Names the draw of chance under which a request waits at its points. */
export const seedHeader = 'x-chaos-seed';
