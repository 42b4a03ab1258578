/**
 * A shop process for the harness: API, webhooks, and jobs on one port, with the real adapters and without
 * pages. Failpoints wrap the ports (failpoints.ts), and a broken variant may replace one. The process exits
 * when its parent is gone.
 */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { cents } from '#kernel/money.ts';
import { noteRewritten } from '#modules/operations/audit/check.ts';
import { reportingJobs } from '#modules/credit-reporting/jobs.ts';
import { syncInTurn } from '#modules/credit-reporting/sync.ts';
import { creditJobs } from '#modules/credit/jobs.ts';
import { sweepInvoices } from '#modules/credit/lateness/sweep-invoices.ts';
import { fulfillmentJobs } from '#modules/fulfillment/jobs.ts';
import { subscriptionJobs } from '#modules/subscriptions/jobs.ts';
import { sweepSubscriptions } from '#modules/subscriptions/sweep.ts';
import { isReminderWanted } from '#modules/carts/reminders.ts';
import { checkoutJobs } from '#modules/checkout/jobs.ts';
import {
  compareCharges,
  fillEventHoles,
  type SweepLimits,
  sweepPayments,
} from '#modules/checkout/reconcile.ts';
import { mailJobs } from '#modules/mail/jobs.ts';
import { type RefundRequest, requestRefund } from '#modules/payments/refunds.ts';
import { createDatabase } from '#platform/database.ts';
import { readShopId } from '#platform/shop-identity.ts';
import { createParsing } from '#platform/parsing.ts';
import { printDocument } from '#server/documents/documents.ts';
import { settlementHandlers } from '#server/settlement.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { assertDurable } from '#platform/durability.ts';
import { keepAuditLogChained } from '#platform/audit-chain.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { systemClock } from '#ports/clock.ts';
import { createApi } from '#server/app.ts';
import { createReadiness } from '#server/monitoring/readiness.ts';
import { bureauAt } from '#test/builders/bureau.ts';
import { memoryFiles } from '#test/memory-files.ts';
import { never } from '#test/no-jobs.ts';
import { cheapPasswords, testKeys } from '#test/secrets.ts';
import { createSettings } from '#modules/settings/service.ts';
import { type AppSettings, type Order, seedHeader, staffPath, type AppMessage } from './app-settings.ts';
import { createFailpoints, type Failpoints } from './failpoints.ts';
import { variants } from './variants/variants.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as AppSettings;
const send = (message: AppMessage): void => void process.send?.(message);
process.once('disconnect', () => process.exit(0));

try {
  const points = createFailpoints();
  const deps = await assemble(points);
  process.on('message', (order: Order) => {
    if ('arm' in order) points.arm(order.arm, order.passing);
    else if ('tell' in order) send({ points: [...points.passed] });
    else if ('report' in order) void report(deps, order.report).then((reported) => send({ reported }));
    else
      sweep(deps, order.sweep).then(
        (swept) => send({ swept }),
        (error: unknown) => send({ sweepFailed: String(error) }),
      );
  });
  const notReady = createReadiness(deps.db, { isDraining: () => false, jobs: deps.jobs });
  const api = createApi({
    deps,
    runtime: { stripePublishableKey: 'pk_test_none', stripeScriptUrl: null },
    notReady,
  });
  api.post(staffPath, async (context) => {
    const { amount, ...options } = await context.req.json<RefundRequest>();
    return context.json(
      await requestRefund(deps, { ...options, amount: amount === null ? null : cents(amount) }),
    );
  });
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    getRequestListener((request) => {
      const seed = request.headers.get(seedHeader);
      return points.underSeed(seed === null ? null : Number(seed), async () => {
        const response = await api.fetch(request);
        await points.answering(routeOf(request.url));
        return response;
      });
    }),
  );
  server.listen(settings.port, '127.0.0.1', () => {
    // Node normally writes it at exit, but this process is killed first.
    flushCompileCache();
    send({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
} catch (error) {
  send({ refused: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}

/** Expected failures are not logged; bugs are. */
function createErrorLogger(): Logger {
  return createLogger('error', {
    write: (line: string) => void (line.includes('"unexpected failure"') && process.stderr.write(line)),
  });
}

async function assemble(points: Failpoints): Promise<Deps> {
  const variant = settings.variant === null ? {} : variants[settings.variant];
  const log = settings.logLevel === 'silent' ? createErrorLogger() : createLogger(settings.logLevel);
  const { databaseUrl, stripe, smtp } = settings;
  const statementTimeoutMs = settings.statementTimeoutMs;
  const real = createDatabase(databaseUrl, {
    max: settings.databasePool,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  });
  if (variant.durable !== false) await assertDurable(real);
  const jobs = await createJobs({ databaseUrl, log });
  const realGateway = createStripeGateway({ ...stripe, webhookSecrets: [settings.webhookSecret] });
  const gateway = points.gateway(variant.gateway?.(realGateway) ?? realGateway);
  const broken = variant.database?.(real, gateway) ?? real;
  const bureau = bureauAt(settings.factiivOrigin ?? null);
  const assembled: Deps = {
    db: points.database(broken),
    gateway,
    bureau: bureau === null ? null : points.bureau(variant.bureau?.(bureau) ?? bureau),
    files: memoryFiles(),
    mailer: points.mailer(createSmtpMailer({ ...smtp, from: 'Stateside <hello@stateside.example>' })),
    jobs,
    clock: systemClock,
    log,
    keys: testKeys,
    passwords: cheapPasswords(),
    settlement: settlementHandlers,
    printDocument,
    parsing: createParsing({ log }),
    shopId: await readShopId(real),
    publicOrigin: 'http://shop.example',
    settings: createSettings(real),
  };
  checkoutJobs(assembled, never);
  subscriptionJobs(assembled, never);
  fulfillmentJobs(assembled);
  creditJobs(assembled, never);
  reportingJobs(assembled, never);
  mailJobs({ ...assembled, isReminderWanted, untilCalm: async () => undefined });
  await jobs.start();
  keepAuditLogChained(
    { ...assembled, db: real },
    { onRewritten: (lostPlace) => noteRewritten({ ...assembled, db: real }, lostPlace) },
  );
  return assembled;
}

async function sweep(deps: Deps, limits: SweepLimits): Promise<object> {
  const filled = await fillEventHoles(deps);
  const swept = await sweepPayments(deps, limits);
  const [subscriptions, invoices] = [await sweepSubscriptions(deps), await sweepInvoices(deps)];
  return { filled, swept, compared: await compareCharges(deps, limits), subscriptions, invoices };
}

async function report(deps: Deps, connectionIds: string[]): Promise<number> {
  // If one fails, for example because the database is busy, the next round retries it.
  for (const id of connectionIds)
    await syncInTurn(deps, id).catch((error: unknown) =>
      deps.log.error({ error }, 'a round of reports failed'),
    );
  return connectionIds.length;
}

function routeOf(url: string): string {
  const { pathname } = new URL(url);
  if (pathname.endsWith('/create-and-purchase')) return 'purchase';
  if (pathname.endsWith('/payment-status')) return 'status';
  if (pathname === staffPath) return 'refund';
  return pathname.startsWith('/api/webhooks/') ? 'webhook' : 'other';
}
