/**
 * The only reader of the environment. Settings are validated at startup, and all problems are reported together. Boot guard (situation 34
 * of the payment rules): a live key never meets a sandbox address, and key modes never mix.
 */
import type { Books } from '#kernel/accounting.ts';
import type { PurgeSettings } from '#adapters/edge/purge-call.ts';
import type { TelemetrySettings } from '#adapters/opentelemetry/open.ts';
import type { FactiivSettings } from '#adapters/factiiv/bureau.ts';
import { type AccountLimits, usualLimits } from '#modules/accounts/limits/service.ts';
import type { HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import type { Timetable } from '#modules/checkout/jobs.ts';
import { z } from 'zod';
import { accountingSettings, readBooks } from './accounting-settings.ts';
import { edgeSettings, guardEdge, readEdge } from './edge-settings.ts';
import { commaList, pairs } from './setting-values.ts';
import { readTelemetry, telemetrySettings } from './telemetry-settings.ts';
import { databaseAddress, filledIn, parse, type StoredConfig, StoredEnvironment, storedOf } from './stored-config.ts';

export { ConfigError, readStoredConfig, type StoredConfig } from './stored-config.ts';

const port = z.coerce.number('must be a port number').int().min(0).max(65_535);
const origin = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((url) => url.replace(/\/+$/, ''));
/** A week at most: with a longer interval, the processor's lists would no longer reach back to the last sweep. */
const minutes = z.coerce
  .number('must be a number of minutes')
  .min(0, 'must be 0 or more')
  .max(7 * 24 * 60, 'must be at most 10080 (a week)');
/** `hello@shop.example`, or `Shop <hello@shop.example>`. */
const sender = z
  .string()
  .regex(
    /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)+>|[^\s<>@]+@[^\s<>@.]+(?:\.[^\s<>@.]+)+)$/u,
    'must contain one address, such as Shop <hello@shop.example>',
  );
export const defaultMailFrom = 'Stateside <hello@stateside.example>';
const perHour = z.coerce.number().int().min(0).max(1_000_000);
const perMinute = z.coerce.number().int().min(0).max(1_000_000);

export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  SANDBOX_PORT: port.optional(),
  SANDBOX_FACTIIV_PORT: port.optional(),
  ...StoredEnvironment.shape,
  MIGRATE_AT_START: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_NAMED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').optional(),
  PUBLIC_ORIGIN: origin.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(live|test)_\w+$/, 'must look like sk_live_… or sk_test_…'),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_(live|test)_\w+$/, 'must look like pk_live_… or pk_test_…'),
  STRIPE_WEBHOOK_SECRETS: commaList.pipe(z.array(z.string().startsWith('whsec_', 'each secret must start with whsec_')).min(1).max(2)),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: z.url('must be the address of a script').optional(),
  ...accountingSettings,
  ...edgeSettings,
  ...telemetrySettings,
  /** All three, or none. With none, nothing is reported. */
  FACTIIV_API_BASE: origin.optional(),
  FACTIIV_CONNECT_URL: origin.optional(),
  FACTIIV_SITE_URL: origin.optional(),
  /** Format: `tradeLines=activeTradeLines`, comma-separated. Lists the field names of its API that differ from docs/sandbox-factiiv.md. */
  FACTIIV_FIELD_NAMES: pairs(/^\w+=\w+$/, 'each entry must be OUR_NAME=THEIR_NAME')
    .transform(Object.fromEntries<string>)
    .default({}),
  FACTIIV_APP_NAME: z.string().min(1).max(100).default('stateside'),
  REPORTING_EVERY_MINUTES: minutes.default(5),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  MAIL_FROM: sender.default(defaultMailFrom),
  UNICODE_MAILBOXES: z.enum(['auto', 'on', 'off'], 'must be auto, on, or off').default('auto'),
  RECONCILE_EVERY_MINUTES: minutes.default(2),
  EVENTS_EVERY_MINUTES: minutes.default(60),
  COMPARE_EVERY_MINUTES: minutes.default(24 * 60),
  /** Less than the minimum could expire an order while its buyer is still paying. No buyer comes back after more than a month. */
  ORDER_EXPIRES_AFTER_HOURS: z.coerce
    .number('must be a number of hours')
    .min(1, 'must be at least 1')
    .max(720, 'must be at most 720')
    .default(24),
  /** A shorter hold could release the coupon while the buyer is still typing. */
  COUPON_HOLD_MINUTES: z.coerce
    .number('must be a number of minutes')
    .min(5, 'must be at least 5')
    .max(1_440, 'must be at most 1440 (a day)')
    .default(30),
  UNPAID_ORDERS_WITH_CODE: z.coerce.number().int().min(0).max(1_000).default(3),
  CARTS_EVERY_MINUTES: minutes.default(15),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: z.union([z.literal('off'), port], 'must be a port number, or off').optional(),
  TRUST_PROXY: z.coerce.number('must be the number of trusted proxies').int().min(0).max(10).default(0),
  REQUESTS_PER_MINUTE: perMinute.default(300),
  COUPON_LOOKUPS_PER_MINUTE: perMinute.default(20),
  PURCHASES_PER_MINUTE: perMinute.default(30),
  WRONG_PASSWORDS: perHour.default(usualLimits.wrongPasswords),
  WRONG_CODES: perHour.default(usualLimits.wrongCodes),
  WRONG_CODES_OF_ALL: perHour.default(usualLimits.wrongCodesOfAll),
  LOG_INS_PER_HOUR: perHour.default(usualLimits.logInsPerHour),
  REGISTRATIONS_PER_HOUR: perHour.default(usualLimits.registrationsPerHour),
  EMAILS_PER_HOUR: perHour.default(usualLimits.emailsPerHour),
  EMAILS_PER_ADDRESS_PER_HOUR: perHour.default(usualLimits.emailsPerAddressPerHour),
  REFRESHES_PER_MINUTE: perMinute.default(usualLimits.refreshesPerMinute),
  CONTACT_MESSAGES_PER_HOUR: perMinute.default(5),
  IN_FLIGHT_AT_MOST: z.coerce.number().int().min(2).max(10_000).default(256),
  PSEUDO_LANGUAGES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  PAGE_CACHE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DRAIN_WAIT_SECONDS: z.coerce.number().min(0).max(120).default(0),
});

/** Environment variables that were replaced by settings in the console. */
const movedToConsole = ['CART_ABANDONED_AFTER_HOURS', 'CART_REMINDER_AFTER_HOURS', 'CART_LOST_AFTER_DAYS', 'CART_REMINDERS_PER_ADDRESS'];

export type Config = StoredConfig & {
  mode: 'development' | 'production' | 'test';
  host: string;
  port: number;
  databasePool: number;
  /** For reads that may be stale. Null: read from the primary. */
  replicaUrl: string | null;
  /** False when the pooler in front of the database does not support named statements. */
  namesStatements: boolean;
  /** False: startup waits until another process has migrated the database. */
  migratesAtStart: boolean;
  /** Null until the listener knows its port. Then the listener's own address is used. */
  publicOrigin: string | null;
  logLevel: string;
  stripe: { secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string | null; scriptUrl: string | null };
  books: Books;
  /** Null when no cache in front of the shop receives purge calls. */
  edge: PurgeSettings | null;
  /** Null disables traces and metrics export. */
  telemetry: TelemetrySettings | null;
  /** Null disables reporting to Factiiv. */
  factiiv: FactiivSettings | null;
  smtpUrl: string;
  mailFrom: string;
  /** `auto`: mailboxes with non-ASCII letters, such as é, are accepted when the mail server offers SMTPUTF8. */
  unicodeMailboxes: 'auto' | 'on' | 'off';
  /** Interval of each sweep in minutes, 0 for never. Also how long an unpaid order lives and how long it holds a coupon use. */
  sweeps: Timetable & { cartsEveryMinutes: number; reportingEveryMinutes: number };
  /** True when the pseudo languages for tests can be requested. */
  pseudoLanguages: boolean;
  /** False: every page is rendered for every visitor. */
  pageCache: boolean;
  metricsHost: string;
  /** Null disables metrics. 0 picks a free port. */
  metricsPort: number | null;
  /** A rate of 0 means unlimited. */
  limits: {
    requestsPerMinute: number;
    couponLookupsPerMinute: number;
    purchasesPerMinute: number;
    /** Coupon uses that unpaid orders hold. */
    holds: HoldRules;
    accounts: AccountLimits;
    contactMessagesPerHour: number;
    inFlightAtMost: number;
    trustedProxies: number;
  };
  /** Seconds that a stopping process reports "not ready" before it closes its listener, so that load balancers can react. */
  drainWaitSeconds: number;
  /** Variables that are set but ignored, because the console has these settings now. */
  unread: string[];
};

/**
 * Reads and validates the settings.
 * @throws `ConfigError` with every problem.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const settings = parse(Environment, environment, guard);
  return {
    mode: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT,
    ...storedOf(settings),
    databasePool: settings.DATABASE_POOL,
    replicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    namesStatements: (settings.DATABASE_NAMED_STATEMENTS ?? (settings.DATABASE_DIRECT_URL === undefined ? 'on' : 'off')) === 'on',
    migratesAtStart: settings.MIGRATE_AT_START === 'on',
    publicOrigin: settings.PUBLIC_ORIGIN ?? null,
    // In the demo a person reads the terminal, so only warnings are logged and the addresses and logins stay visible.
    logLevel: settings.LOG_LEVEL ?? (settings.STRIPE_API_BASE ? 'warn' : 'info'),
    stripe: {
      secretKey: settings.STRIPE_SECRET_KEY,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
      webhookSecrets: settings.STRIPE_WEBHOOK_SECRETS,
      apiBase: settings.STRIPE_API_BASE ?? null,
      scriptUrl: settings.STRIPE_JS_URL ?? null,
    },
    books: readBooks(settings),
    edge: readEdge(settings),
    telemetry: readTelemetry(settings),
    factiiv: readFactiiv(settings),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    unicodeMailboxes: settings.UNICODE_MAILBOXES,
    pseudoLanguages: settings.PSEUDO_LANGUAGES === 'on',
    pageCache: settings.PAGE_CACHE === 'on',
    sweeps: {
      sweepEveryMinutes: settings.RECONCILE_EVERY_MINUTES,
      fillEveryMinutes: settings.EVENTS_EVERY_MINUTES,
      compareEveryMinutes: settings.COMPARE_EVERY_MINUTES,
      expireAfterHours: settings.ORDER_EXPIRES_AFTER_HOURS,
      holdMinutes: settings.COUPON_HOLD_MINUTES,
      reportingEveryMinutes: settings.REPORTING_EVERY_MINUTES,
      cartsEveryMinutes: settings.CARTS_EVERY_MINUTES,
    },
    ...readOperations(settings),
    unread: movedToConsole.filter((name) => name in filledIn(environment)),
  };
}

function readOperations(
  settings: z.output<typeof Environment>,
): Pick<Config, 'metricsHost' | 'metricsPort' | 'limits' | 'drainWaitSeconds'> {
  const beside = settings.PORT === 0 ? 0 : settings.PORT + 2;
  return {
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT === 'off' ? null : (settings.METRICS_PORT ?? beside),
    limits: {
      requestsPerMinute: settings.REQUESTS_PER_MINUTE,
      couponLookupsPerMinute: settings.COUPON_LOOKUPS_PER_MINUTE,
      purchasesPerMinute: settings.PURCHASES_PER_MINUTE,
      holds: { holdMinutes: settings.COUPON_HOLD_MINUTES, ordersAtMost: settings.UNPAID_ORDERS_WITH_CODE },
      accounts: {
        wrongPasswords: settings.WRONG_PASSWORDS,
        wrongCodes: settings.WRONG_CODES,
        wrongCodesOfAll: settings.WRONG_CODES_OF_ALL,
        logInsPerHour: settings.LOG_INS_PER_HOUR,
        registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
        emailsPerHour: settings.EMAILS_PER_HOUR,
        emailsPerAddressPerHour: settings.EMAILS_PER_ADDRESS_PER_HOUR,
        refreshesPerMinute: settings.REFRESHES_PER_MINUTE,
      },
      contactMessagesPerHour: settings.CONTACT_MESSAGES_PER_HOUR,
      inFlightAtMost: settings.IN_FLIGHT_AT_MOST,
      trustedProxies: settings.TRUST_PROXY,
    },
    drainWaitSeconds: settings.DRAIN_WAIT_SECONDS,
  };
}

type Settings = z.output<typeof Environment>;

const guard = (settings: Partial<Settings>): string[] => [
  ...guardDatabase(settings),
  ...guardStripe(settings),
  ...guardFactiiv(settings),
  ...guardEdge(settings),
];

const guardDatabase = (settings: Partial<Settings>): string[] =>
  settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined
    ? ['DATABASE_DIRECT_URL: bypasses the pooler in DATABASE_URL, so set DATABASE_URL too']
    : [];

function readFactiiv(settings: z.output<typeof Environment>): FactiivSettings | null {
  const { FACTIIV_API_BASE: apiBase, FACTIIV_CONNECT_URL: connectAddress, FACTIIV_SITE_URL: providerAddress } = settings;
  if (apiBase === undefined || connectAddress === undefined || providerAddress === undefined) return null;
  return { apiBase, connectAddress, providerAddress, appName: settings.FACTIIV_APP_NAME, fieldNames: settings.FACTIIV_FIELD_NAMES };
}

/** Factiiv addresses must be safe, because a key that a customer has granted is sent to them. */
function guardFactiiv(settings: Partial<Settings>): string[] {
  const addresses = [settings.FACTIIV_API_BASE, settings.FACTIIV_CONNECT_URL, settings.FACTIIV_SITE_URL];
  const isSet = addresses.filter((address) => address !== undefined);
  const names = 'FACTIIV_API_BASE, FACTIIV_CONNECT_URL, FACTIIV_SITE_URL';
  if (isSet.length > 0 && isSet.length < addresses.length) return [`${names}: set all three, or none`];
  if (isLive(settings.STRIPE_SECRET_KEY ?? '') && isSet.some((address) => !address.startsWith('https://')))
    return [`${names}: must be https addresses with a live key`];
  return [];
}

export const isLive = (secretKey: string): boolean => secretKey.includes('_live_');

function guardStripe(settings: Partial<Settings>): string[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  const secretIsLive = isLive(secretKey ?? '');
  const areBothKnown = secretKey !== undefined && publishableKey !== undefined;
  const sandboxed = settings.STRIPE_API_BASE !== undefined || settings.STRIPE_JS_URL !== undefined;
  return [
    ...(areBothKnown && secretIsLive !== isLive(publishableKey)
      ? ['STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: must both be live keys or both test keys']
      : []),
    ...(secretIsLive && settings.PSEUDO_LANGUAGES === 'on' ? ['STRIPE_SECRET_KEY: a live key cannot be used with PSEUDO_LANGUAGES'] : []),
    ...(secretIsLive && sandboxed ? ['STRIPE_SECRET_KEY: a live key cannot be used with STRIPE_API_BASE or STRIPE_JS_URL'] : []),
    ...(secretIsLive && !settings.PUBLIC_ORIGIN?.startsWith('https://')
      ? ['PUBLIC_ORIGIN: must be the https address of the shop with a live key']
      : []),
    ...((settings.STRIPE_API_BASE === undefined) !== (settings.STRIPE_JS_URL === undefined)
      ? ['STRIPE_API_BASE, STRIPE_JS_URL: set both (sandbox) or neither (Stripe itself)']
      : []),
  ];
}
