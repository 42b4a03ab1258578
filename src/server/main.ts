/**
 * Starts and stops the shop: database, jobs, API, and pages in one process on one port. `node
 * src/server/main.ts` is the production start;
 * `tools/start.ts` prepares the demo world and then calls `startShop`.
 */
import { watchUnicodeMailboxes } from './unicode-mailboxes.ts';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPurgeCall } from '#adapters/edge/purge-call.ts';
import { createAlarmHook } from '#adapters/webhook/alarm-hook.ts';
import { createFactiivBureau } from '#adapters/factiiv/bureau.ts';
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { noteRewritten } from '#modules/operations/audit/check.ts';
import { isReminderWanted } from '#modules/carts/reminders.ts';
import { mailJobs } from '#modules/mail/jobs.ts';
import { createSettings } from '#modules/settings/service.ts';
import { createAdmission } from '#platform/admission.ts';
import { readShopId } from '#platform/shop-identity.ts';
import { openDemoClock } from '#platform/demo-clock.ts';
import { createDatabase, hasStatementLimit, poolState } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { assertDurable } from '#platform/durability.ts';
import { chooseDataDir, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { keepAuditLogChained } from '#platform/audit-chain.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createKeys } from '#platform/keys.ts';
import { pseudoLanguages, readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { createLogger, noteDatabaseAnswers } from '#platform/logger.ts';
import { createMetrics } from '#platform/metrics.ts';
import { awaitMigrations, migrate } from '#platform/migrate.ts';
import { numberOf, readMigrations } from '#platform/migration-files.ts';
import { createParsing } from '#platform/parsing.ts';
import { createPasswords } from '#platform/passwords.ts';
import { createRateLimits } from '#platform/rate-limits.ts';
import { tracedPort } from '#platform/tracing.ts';
import { within } from '#platform/within.ts';
import { systemClock } from '#ports/clock.ts';
import { printDocument, stopDrawing } from './documents/documents.ts';
import { registerJobs } from './register-jobs.ts';
import { settlementHandlers } from './settlement.ts';
import { createBodyReaders } from './http/body-reader.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { warningsOf } from './settings/config-warnings.ts';
import { type Listener, openListener } from './http/listener.ts';
import { fileStoreOf } from './file-store.ts';
import { createFront } from './http/front.ts';
import { createHandler } from './handler.ts';
import { machineOf } from './machine.ts';
import { processorFailureRecorder } from '#modules/operations/status/check.ts';
import { measuredGateway } from './monitoring/measured-gateway.ts';
import { measure, openMetricsListener } from './monitoring/measure.ts';
import { profileOnSignal } from './monitoring/profile.ts';
import { createReadiness } from './monitoring/readiness.ts';
import { watchSettings } from './settings/settings-watch.ts';
import { checkStart } from './start-check.ts';
import { startTelemetry } from './monitoring/telemetry.ts';

export type Shop = {
  origin: string /** Null when metrics are off. */;
  metricsOrigin: string | null;
  deps: Deps;
  stop(): Promise<void>;
};

/** A stop has 10 s in all. Running requests and jobs go first; the rest is for closing the database. */
const drainAtMostMs = 6_000;
const stopAtMostMs = 7_000;

/** Steps that a stop runs, newest first. `leftMs` returns how much of a step's deadline remains. */
type Undo = ((leftMs: (deadlineMs: number) => number) => Promise<unknown>)[];

const atMost = (ms: number, work: Promise<void>): Promise<void> => within(ms, work, () => undefined);

/** Runs before the first request, for example to create products or register the webhook endpoint. */
export type Prepare = (deps: Deps, origin: string) => Promise<void>;

/**
 * Resolves when the shop accepts orders. Until then every request gets 503. Rejects with a sentence for the
 * operator, and leaves nothing running.
 */
export async function startShop(config: Config, prepare?: Prepare): Promise<Shop> {
  const log = createLogger(config.logLevel);
  const undo: Undo = [];
  const stop = async (): Promise<void> => {
    const startedAt = performance.now();
    const leftMs = (deadlineMs: number): number => Math.max(100, startedAt + deadlineMs - performance.now());
    while (undo.length > 0) {
      try {
        await undo.pop()?.(leftMs);
      } catch (error) {
        log.error({ err: error }, 'while stopping');
      }
    }
  };
  try {
    return await open(config, { log, prepare }, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

type Given = { log: Deps['log']; prepare: Prepare | undefined };

async function open(
  config: Config,
  { log, prepare }: Given,
  undo: Undo,
  undoAll: () => Promise<void>,
): Promise<Shop> {
  for (const warning of warningsOf(config)) log.warn(warning);
  const metrics = createMetrics({ ofProcess: config.metricsPort !== null || config.telemetry !== null });
  const stopTelemetry = await startTelemetry(config.telemetry, metrics);
  undo.push((leftMs) => atMost(leftMs(stopAtMostMs), stopTelemetry()));
  const { listener, metricsListener } = await openListeners(config, metrics, undo);
  const databaseUrl = config.databaseUrl ?? (await startOwnPostgres(config, undo));
  const migrations = await readMigrations();
  if (config.migratesAtStart) await migrate(databaseUrl);
  else
    await awaitMigrations(databaseUrl, () =>
      log.warn('waiting for this version’s migrations: npm run admin -- migrate'),
    );
  const db = await openDatabase(config, databaseUrl, { log, undo });
  // Registered before the jobs, so it stops after them and chains their last audit entries.
  const chaining = { db, log, keys: keysOf(config), clock: systemClock };
  const stopChaining = keepAuditLogChained(chaining, {
    onRewritten: (lostPlace) => noteRewritten(chaining, lostPlace),
  });
  undo.push((leftMs) => atMost(leftMs(stopAtMostMs), stopChaining()));
  const parsing = createParsing({ log });
  undo.push(stopDrawing, parsing.stop);
  const jobs = await createJobs({ databaseUrl, log, version: numberOf(migrations.at(-1)?.name ?? '') });
  undo.push((leftMs) => jobs.stop({ timeoutMs: leftMs(stopAtMostMs) }));
  const settings = createSettings(db);
  undo.push(await watchSettings({ settings, log }, databaseUrl));
  const deps = assemble(config, {
    ...{ db, jobs, log, settings, metrics, parsing, publicOrigin: config.publicOrigin ?? listener.origin },
    shopId: await readShopId(db),
    ...(await clocksOf(config, db, undo)),
    languages: await readLanguages({ ...spokenLanguages, ...(config.pseudoLanguages && pseudoLanguages) }),
  });
  registerJobs(deps, config, databaseUrl);
  const draining = { now: false };
  const isDraining = (): boolean => draining.now;
  const rateLimits = createRateLimits(db);
  const admission = createAdmission({
    inFlightAtMost: config.limits.inFlightAtMost,
    poolLoad: () => poolState(db),
  });
  undo.push(
    rateLimits.stop,
    async () => admission.stop(),
    profileOnSignal({ folder: profilesOf(config), log }),
  );
  const mailboxes = watchUnicodeMailboxes(config, log);
  undo.push(async () => mailboxes.stop());
  mailJobs({ ...deps, isReminderWanted, untilCalm: admission.untilCalm });
  await jobs.start();
  measure(metrics, { db, admission, machine: deps.machine, hasEdge: config.edge !== null });
  const { handle, isFile, isAtHand, stopPages } = await createHandler(config, {
    deps,
    databaseUrl,
    rateLimits,
    notReady: createReadiness(db, { isDraining, jobs }),
  });
  // The listener is on the list twice: here, because a stop closes it first, and at its opening, for a start
  // that fails midway.
  undo.push(stopPages, (leftMs) => listener.close(leftMs(drainAtMostMs)));
  await prepare?.(deps, listener.origin);
  const bodyReaders = createBodyReaders();
  listener.serve(
    createFront(
      {
        log,
        metrics,
        admission,
        bodyReaders,
        rateLimits,
        publicOrigin: deps.publicOrigin,
        isDraining,
        isFile,
        isAtHand,
        ...config.limits,
      },
      handle,
    ),
  );
  const stop = async (): Promise<void> => {
    draining.now = true;
    if (config.drainWaitSeconds > 0) await pause(config.drainWaitSeconds * 1_000);
    // Running jobs finish while requests drain. In sequence they could need most of the 10 s on a busy
    // machine.
    for (const end of [jobs.stopFetching, admission.endWaits]) end();
    await undoAll();
  };
  log.info({ origin: listener.origin, metrics: metricsListener?.origin ?? null }, 'ready');
  return { origin: listener.origin, metricsOrigin: metricsListener?.origin ?? null, deps, stop };
}

async function openDatabase(
  config: Config,
  url: string,
  { log, undo }: Pick<Given, 'log'> & { undo: Undo },
): Promise<Deps['db']> {
  const isPooled = config.poolerUrl !== null;
  const db = createDatabase(config.poolerUrl ?? url, {
    ...{ max: config.databasePool, isPooled, namesStatements: config.namesStatements },
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onConnected: () => noteDatabaseAnswers(log),
  });
  undo.push((leftMs) => atMost(leftMs(stopAtMostMs), db.destroy()));
  await assertDurable(db);
  if (isPooled && !(await hasStatementLimit(db)))
    log.warn('the pooler of DATABASE_URL sets no statement_timeout, so a statement may run without limit');
  return db;
}

async function openListeners(
  config: Config,
  metrics: ReturnType<typeof createMetrics>,
  undo: Undo,
): Promise<{ listener: Listener; metricsListener: Listener | null }> {
  const listener = await openListener({ host: config.host, port: config.port, setting: 'PORT' });
  undo.push(() => listener.close(0));
  const metricsListener =
    config.metricsPort === null
      ? null
      : await openMetricsListener({ host: config.metricsHost, port: config.metricsPort }, metrics);
  undo.push(async () => metricsListener?.close(0));
  return { listener, metricsListener };
}

/** With real money, business time is always the machine's time. */
async function clocksOf(
  config: Config,
  db: Deps['db'],
  undo: Undo,
): Promise<Pick<Required<Deps>, 'clock' | 'machineClock'>> {
  if (config.stripe.apiBase === null) return { clock: systemClock, machineClock: systemClock };
  const clock = await openDemoClock(db);
  undo.push(async () => clock.stop());
  return { clock, machineClock: systemClock };
}

const assemble = (
  config: Config,
  parts: Pick<
    Required<Deps>,
    | 'db'
    | 'jobs'
    | 'log'
    | 'settings'
    | 'publicOrigin'
    | 'metrics'
    | 'shopId'
    | 'clock'
    | 'machineClock'
    | 'languages'
    | 'parsing'
  >,
): Deps => ({
  ...parts,
  gateway: tracedPort(
    'stripe',
    measuredGateway(
      createStripeGateway({ ...config.stripe }),
      parts.metrics,
      processorFailureRecorder(parts.db, systemClock.now),
    ),
  ),
  mailer: tracedPort('smtp', createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom })),
  bureau: config.factiiv === null ? null : tracedPort('factiiv', createFactiivBureau(config.factiiv)),
  files: fileStoreOf(config),
  books: config.books,
  alarmHook: createAlarmHook(),
  edge: config.edge === null ? null : createPurgeCall(config.edge),
  // The built-in database and uploads share one folder. With both elsewhere, this machine stores nothing.
  machine: machineOf(
    config.databaseUrl === null || config.files === null ? chooseDataDir(config.dataDir) : null,
  ),
  keys: keysOf(config),
  settlement: settlementHandlers,
  printDocument,
  passwords: createPasswords({ onHash: () => parts.metrics.passwordHashed() }),
});

const profilesOf = (config: Config): string => join(chooseDataDir(config.dataDir), 'profiles');

const keysOf = (config: Config): Deps['keys'] => createKeys(config.sessionSecrets, config.retiredSecrets);

async function startOwnPostgres(config: Config, undo: Undo): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'shop' });
  undo.push(() => postgres.stop());
  // The built-in database restarts after a crash, and requests get 503 in the meantime. When it keeps
  // crashing, the shop exits with the reason, so that its supervisor starts it again.
  void postgres.diedUnexpectedly.then((logFile) => {
    process.stderr.write(`PostgreSQL keeps crashing, so the shop stops. Its log is ${logFile}\n`);
    process.exit(1);
  });
  return postgres.url;
}

/**
 * Signals within this time are one request: a supervisor may signal npm and the shop, and npm forwards its
 * signal.
 */
const duplicateSignalMs = 500;

/**
 * Ctrl-C and SIGTERM stop the shop gracefully; a second signal exits immediately. An uncaught exception also
 * exits immediately, because the state is unknown.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    createLogger('fatal').fatal({ err: error }, 'a bug ended the process');
    process.exit(1);
  });
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > duplicateSignalMs) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

/** Explains a failed start to the person at the terminal. */
export function explainStart(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const shop = await startShop(await checkStart(process.env));
    stopOnSignals(() => shop.stop());
    process.stdout.write(`ready ${shop.origin}\n`);
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exitCode = 1;
  }
}
