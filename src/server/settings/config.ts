/**
 * The only reader of the environment. Settings are validated at startup, and all problems are reported
 * together. Each group of settings has a separate file with a schema, a type, and a reader. The schemas also
 * describe the settings for `docs/reference/settings.md`.
 */
import type { Books } from '#kernel/accounting.ts';
import type { PurgeSettings } from '#adapters/edge/purge-call.ts';
import type { TelemetrySettings } from '#adapters/opentelemetry/open.ts';
import type { FactiivSettings } from '#adapters/factiiv/bureau.ts';
import { z } from 'zod';
import { accountingSettings, readBooks } from './accounting.ts';
import { type DatabaseConfig, databaseSettings, guardDatabase, readDatabase } from './database.ts';
import { demoSettings } from './demo.ts';
import { edgeSettings, guardEdge, readEdge } from './edge.ts';
import { type EmailConfig, emailSettings, readEmail } from './email.ts';
import { factiivSettings, guardFactiiv, readFactiiv } from './factiiv.ts';
import { type LimitConfig, limitSettings, readLimits } from './limits.ts';
import { readServer, type ServerConfig, serverSettings } from './server.ts';
import { filledIn, parse, type StoredConfig, StoredEnvironment, storedOf } from './stored-config.ts';
import { guardStripe, readStripe, type StripeConfig, stripeSettings } from './stripe.ts';
import { readTelemetry, telemetrySettings } from './telemetry.ts';
import { readTimers, type TimerConfig, timerSettings } from './timers.ts';

export { ConfigError, readStoredConfig, type StoredConfig } from './stored-config.ts';

/** The sections of `docs/reference/settings.md`, in order. */
export const settingGroups = {
  Server: serverSettings,
  'Data and secrets': StoredEnvironment.shape,
  'Database connections': databaseSettings,
  Stripe: stripeSettings,
  Email: emailSettings,
  'Orders and timers': timerSettings,
  Limits: limitSettings,
  Factiiv: factiivSettings,
  CDN: edgeSettings,
  Accounting: accountingSettings,
  OpenTelemetry: telemetrySettings,
  'Demo only': demoSettings,
};

export const Environment = z.object({
  ...serverSettings,
  ...StoredEnvironment.shape,
  ...databaseSettings,
  ...stripeSettings,
  ...emailSettings,
  ...timerSettings,
  ...limitSettings,
  ...factiivSettings,
  ...edgeSettings,
  ...accountingSettings,
  ...telemetrySettings,
  ...demoSettings,
});

/** A variable that was removed: the console's figures and exports are read from the primary. */
const removedReplica = 'DATABASE_REPLICA_URL';

/** Environment variables that were replaced by settings in the console. */
const movedToConsole = [
  'CART_ABANDONED_AFTER_HOURS',
  'CART_REMINDER_AFTER_HOURS',
  'CART_LOST_AFTER_DAYS',
  'CART_REMINDERS_PER_ADDRESS',
];

export type Config = ServerConfig &
  StoredConfig &
  DatabaseConfig &
  StripeConfig &
  EmailConfig &
  TimerConfig &
  LimitConfig & {
    /** Null disables reporting to Factiiv. */
    factiiv: FactiivSettings | null;
    /** Null when no cache in front of the shop receives purge calls. */
    edge: PurgeSettings | null;
    books: Books;
    /** Null disables traces and metrics export. */
    telemetry: TelemetrySettings | null;
    /** Variables that are set but ignored, because the console has these settings now. */
    unread: string[];
    /** True when `DATABASE_REPLICA_URL` is still set. */
    namesReplica: boolean;
  };

/**
 * Reads and validates the settings.
 * @throws `ConfigError` with every problem.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const settings = parse(Environment, environment, guard);
  return {
    ...readServer(settings),
    ...storedOf(settings),
    ...readDatabase(settings),
    ...readStripe(settings),
    ...readEmail(settings),
    ...readTimers(settings),
    ...readLimits(settings),
    factiiv: readFactiiv(settings),
    edge: readEdge(settings),
    books: readBooks(settings),
    telemetry: readTelemetry(settings),
    unread: movedToConsole.filter((name) => name in filledIn(environment)),
    namesReplica: removedReplica in filledIn(environment),
  };
}

const guard = (settings: Partial<z.output<typeof Environment>>): string[] => [
  ...guardDatabase(settings),
  ...guardStripe(settings),
  ...guardFactiiv(settings),
  ...guardEdge(settings),
];
