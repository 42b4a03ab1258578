/**
 * Starts a complete shop for one test file, without pages. It has the real API on a free port, its own
 * database, the real adapters, and an in-process sandbox. `stop()` cleans up everything. It throws if a
 * request to the sandbox or a response from it did not have Stripe's shape.
 */
import { tmpdir } from 'node:os';
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { type Client, createClient } from '#contract/client.ts';
import { describeFailure } from '#test/describe-failure.ts';
import { noteRewritten } from '#modules/operations/audit/check.ts';
import { auditJobs } from '#modules/operations/audit/jobs.ts';
import { bulkJobs } from '#modules/admin/bulk/jobs.ts';
import { exportJobs } from '#modules/admin/exports/jobs.ts';
import { alarmJobs } from '#modules/alarms/jobs.ts';
import { accountJobs } from '#modules/accounts/jobs.ts';
import { type AccountLimits, noLimits } from '#modules/accounts/limits/service.ts';
import { defaultHolds } from '#modules/checkout/placing/coupon-hold.ts';
import { fulfillmentJobs } from '#modules/fulfillment/jobs.ts';
import { subscriptionJobs } from '#modules/subscriptions/jobs.ts';
import { reportingJobs } from '#modules/credit-reporting/jobs.ts';
import { creditJobs } from '#modules/credit/jobs.ts';
import { cartJobs } from '#modules/carts/jobs.ts';
import { isReminderWanted } from '#modules/carts/reminders.ts';
import { checkoutJobs } from '#modules/checkout/jobs.ts';
import { mailJobs } from '#modules/mail/jobs.ts';
import { personalDataJobs } from '#modules/personal-data/jobs.ts';
import { pictureJobs } from '#modules/pictures/jobs.ts';
import { createSettings } from '#modules/settings/service.ts';
import { createAdmission } from '#platform/admission.ts';
import { readShopId } from '#platform/shop-identity.ts';
import { type Database, poolState } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { keepAuditLogChained } from '#platform/audit-chain.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import type { Languages } from '#platform/languages/languages.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { createParsing } from '#platform/parsing.ts';
import type { Passwords } from '#platform/passwords.ts';
import { createRateLimits } from '#platform/rate-limits.ts';
import type { AlarmHook } from '#ports/alarm-hook.ts';
import type { Clock } from '#ports/clock.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import type { Observe } from '#sandbox/stripe/schema/tap.ts';
import { watchShapes } from '#sandbox/stripe/schema/watch.ts';
import { withAccounts } from '#server/accounts.ts';
import { createApi } from '#server/app.ts';
import { type BodyReaderSettings, createBodyReaders } from '#server/http/body-reader.ts';
import type { Config } from '#server/settings/config.ts';
import { measuredGateway } from '#server/monitoring/measured-gateway.ts';
import { createFront } from '#server/http/front.ts';
import { printDocument } from '#server/documents/documents.ts';
import { openListener } from '#server/http/listener.ts';
import { machineOf } from '#server/machine.ts';
import { createMedia } from '#server/http/media.ts';
import { settlementHandlers } from '#server/settlement.ts';
import { aDatabase } from './database.ts';
import { bureauAt } from './bureau.ts';
import { memoryFiles } from '#test/memory-files.ts';
import { never } from '#test/no-jobs.ts';
import { cheapPasswords, testKeys } from '#test/secrets.ts';

export type Shop = {
  origin: string;
  databaseUrl: string;
  db: Database;
  deps: Deps;
  sandbox: Sandbox;
  webhookSecret: string;
  metrics: Metrics;
  /** The contract's client, over real HTTP. */
  call: Client;
  /** Moves the shop's clock forward. Time continues from there. */
  travel(ms: number): void;
  /** Calls the sandbox's control API. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

export type ShopOptions = {
  /** `false`: the shop receives no webhooks, as if deliveries failed. */
  webhooks?: boolean;
  /** `false`: no jobs run. */
  runJobs?: boolean;
  /** `false`: audit entries are not added to the chain until the test does so. */
  chained?: boolean;
  /** No rate limits by default. */
  limits?: Partial<Omit<Config['limits'], 'accounts'>> & { accounts?: Partial<AccountLimits> };
  /** For tests of request bodies that never arrive. */
  bodyReaders?: Partial<BodyReaderSettings>;
  /** Cheap hashing by default. */
  passwords?: Passwords;
  log?: Logger;
  /** English only by default. */
  languages?: Languages;
  /** No alarm webhook by default. */
  alarmHook?: AlarmHook;
  /** Longer lists are exported by email. */
  exportRowsAtMost?: number;
  /**
   * Also starts the Factiiv sandbox, with manual acceptance and no rate limit: `sandbox.factiivOrigin`,
   * `control(…, '/control/factiiv/…')`.
   */
  factiiv?: boolean;
};

async function aSandbox(observe: Observe, withFactiiv: boolean): Promise<Sandbox> {
  const factiivPort = withFactiiv ? 0 : null;
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    factiivPort,
    dataDir: null,
    observe,
  });
  if (withFactiiv)
    await controlOf(sandbox.origin)('PUT', '/control/factiiv/settings', {
      accept_after_seconds: null,
      requests_per_minute: null,
    });
  return sandbox;
}

/** No test depends on this timeout. It is longer than the sandbox needs on a busy machine. */
const processorTimeoutMs = 60_000;

/**
 * Pages and their files are not served. The shop treats this address as one of those files, but it has no
 * content.
 */
export const aFile = '/assets/a-file.js';

const unlimited: Config['limits'] = {
  requestsPerMinute: 0,
  couponLookupsPerMinute: 0,
  purchasesPerMinute: 0,
  holds: { ...defaultHolds, ordersAtMost: 0 },
  accounts: noLimits,
  contactMessagesPerHour: 0,
  inFlightAtMost: 10_000,
  trustedProxies: 0,
};

export async function aShop({
  webhooks = true,
  runJobs = true,
  chained = true,
  ...options
}: ShopOptions = {}): Promise<Shop> {
  const limits = { ...unlimited, ...options.limits, accounts: { ...noLimits, ...options.limits?.accounts } };
  const database = await aDatabase({ content: 'seeded' });
  const shapes = watchShapes();
  const sandbox = await aSandbox(shapes.observe, options.factiiv ?? false);
  const log = options.log ?? createLogger(process.env.TEST_LOG_LEVEL ?? 'silent');
  const webhookSecret = 'whsec_of_a_test_shop';
  const clock = movableClock();
  const jobs = await createJobs({ databaseUrl: database.url, log });
  const metrics = createMetrics({ ofProcess: false });
  const deps = {
    db: database.db,
    jobs,
    log,
    clock,
    gateway: measuredGateway(gatewayTo(sandbox, webhookSecret), metrics),
    bureau: bureauAt(sandbox.factiivOrigin),
    files: memoryFiles(),
    mailer: createSmtpMailer({ url: sandbox.smtpUrl, from: 'Stateside <hello@stateside.example>' }),
    publicOrigin: 'http://shop.example',
    settings: createSettings(database.db),
    metrics,
    keys: testKeys,
    settlement: settlementHandlers,
    printDocument,
    shopId: await readShopId(database.db),
    ...{ parsing: createParsing({ log }), machine: machineOf(tmpdir()) },
    ...wantedParts(options),
    passwords: options.passwords ?? cheapPasswords(metrics.passwordHashed),
  } satisfies Deps;
  registerJobs(deps, limits.accounts);
  if (runJobs) await jobs.start();
  const stopChaining = chained
    ? keepAuditLogChained(deps, { onRewritten: (lostPlace) => noteRewritten(deps, lostPlace) })
    : async () => undefined;
  const runtime = {
    stripePublishableKey: sandbox.publishableKey,
    stripeScriptUrl: `${sandbox.origin}/endive/stripe.js`,
  };
  const guards = requestPolicies(database.db, limits, {
    isSlownessAllowed: options.limits?.inFlightAtMost === undefined,
  });
  const api = createApi({
    deps,
    runtime,
    notReady: async () => null,
    limits: { ...limits, rateLimits: guards.rateLimits },
  });
  createMedia(deps.files).mount(api);
  const bodyReaders = createBodyReaders(options.bodyReaders);
  const frontParts = {
    bodyReaders,
    isDraining: () => false,
    isFile: (path: string) => path === aFile,
    isAtHand: () => false,
  };
  const listener = await openListener({ host: '127.0.0.1', port: 0, setting: 'PORT' });
  listener.serve(
    createFront(
      { log, metrics: deps.metrics, publicOrigin: deps.publicOrigin, ...frontParts, ...guards, ...limits },
      api.fetch,
    ),
  );
  const control = controlOf(sandbox.origin);
  if (webhooks)
    await control('PUT', '/control/webhook-endpoint', {
      url: `${listener.origin}/api/webhooks/stripe`,
      secret: webhookSecret,
    });
  return {
    origin: listener.origin,
    db: database.db,
    databaseUrl: database.url,
    deps,
    sandbox,
    webhookSecret,
    metrics: deps.metrics,
    call: createClient(fetch, listener.origin, describeFailure),
    travel: clock.travel,
    control,
    async stop() {
      await sandbox.stop();
      await listener.close(0);
      await Promise.all([guards.stop(), deps.parsing.stop()]);
      await stopChaining();
      await jobs.stop({ timeoutMs: 5_000 });
      await database.close();
      if (shapes.complaints.length > 0)
        throw new Error(
          `what went between shop and sandbox was not Stripe-shaped:\n${shapes.complaints.join('\n')}`,
        );
    },
  };
}

const gatewayTo = ({ secretKey, origin: apiBase }: Sandbox, webhookSecret: string) =>
  createStripeGateway({ secretKey, webhookSecrets: [webhookSecret], apiBase, timeoutMs: processorTimeoutMs });

/** Optional dependencies are set only if the test passes them. */
const wantedParts = ({
  languages,
  alarmHook,
  exportRowsAtMost,
}: ShopOptions): Pick<Deps, 'languages' | 'alarmHook' | 'exportRowsAtMost'> => ({
  ...(languages && { languages }),
  ...(alarmHook && { alarmHook }),
  ...(exportRowsAtMost !== undefined && { exportRowsAtMost }),
});

function registerJobs(deps: Deps, accounts: AccountLimits): void {
  checkoutJobs(deps, never);
  subscriptionJobs(deps, never);
  fulfillmentJobs(deps);
  creditJobs(deps, never);
  reportingJobs(deps, never);
  mailJobs({ ...deps, isReminderWanted, untilCalm: async () => undefined });
  cartJobs(deps, { everyMinutes: 0 });
  accountJobs(withAccounts(deps, accounts));
  personalDataJobs(deps);
  pictureJobs(deps);
  bulkJobs(deps);
  exportJobs(deps);
  auditJobs(deps);
  alarmJobs(deps, { everyMinutes: 0 });
}

function movableClock(): Clock & { travel(ms: number): void } {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    travel: (ms) => {
      offsetMs += ms;
    },
  };
}

/**
 * Load shedding is on only in tests of the limit. Elsewhere a slow machine would decide which requests are
 * answered.
 */
function requestPolicies(
  db: Database,
  { inFlightAtMost }: Config['limits'],
  { isSlownessAllowed }: { isSlownessAllowed: boolean },
) {
  const rateLimits = createRateLimits(db);
  const measured = createAdmission({ inFlightAtMost, poolLoad: () => poolState(db) });
  const admission = isSlownessAllowed ? { ...measured, trouble: () => null } : measured;
  const stop = async (): Promise<void> => {
    admission.stop();
    await rateLimits.stop();
  };
  return { rateLimits, admission, stop };
}

const controlOf =
  (origin: string) =>
  async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
