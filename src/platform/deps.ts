/** What every service is given. Explicit and readable: there is no container and nothing global. */
import type { Clock } from '#ports/clock.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { Database } from '#platform/database.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Logger } from '#platform/logger.ts';
import type { Keys } from '#platform/keys.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Passwords } from '#platform/passwords.ts';

export type Deps = {
  db: Database;
  gateway: PaymentGateway;
  mailer: Mailer;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  keys: Keys;
  passwords: Passwords;
  /** The shop's public address, without a slash at the end; links in mails start with it, never with a Host header. */
  publicOrigin: string;
  /** Left out where nobody measures. */
  metrics?: Metrics;
};
