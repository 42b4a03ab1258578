/**
 * Composes the HTTP app in order: health checks, webhooks, the API, then pages. Pages read data by calling
 * the same API in process. The only `onError` is here: domain errors become a status and a message, bugs a
 * generic 500.
 */
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { contract } from '#contract/contract.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import { adminRoutes } from '#modules/admin/routes.ts';
import type { AccountLimits } from '#modules/accounts/limits/service.ts';
import { boosterRoutes } from '#modules/boosters/routes.ts';
import { cartRoutes } from '#modules/carts/routes.ts';
import { catalogRoutes } from '#modules/catalog/routes.ts';
import { type HoldRules, defaultHolds } from '#modules/checkout/placing/coupon-hold.ts';
import { checkoutRoutes } from '#modules/checkout/routes.ts';
import { contentRoutes } from '#modules/content/routes.ts';
import { contactRoutes } from '#modules/contact/routes.ts';
import { couponRoutes } from '#modules/coupons/routes.ts';
import { creditRoutes } from '#modules/credit/routes.ts';
import { invoiceRoutes } from '#modules/invoices/routes.ts';
import { operationRoutes } from '#modules/operations/routes.ts';
import { staffCatalogRoutes } from '#modules/admin/catalog/routes.ts';
import { pictureRoutes } from '#modules/pictures/routes.ts';
import { paymentRoutes } from '#modules/payments/routes.ts';
import { reportingRoutes } from '#modules/credit-reporting/routes.ts';
import { subscriptionRoutes } from '#modules/subscriptions/routes.ts';
import { personalDataRoutes } from '#modules/personal-data/routes.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Logger } from '#platform/logger.ts';
import { onlyEnglish } from '#platform/languages/languages.ts';
import { isDatabaseFailure } from '#platform/database-trouble.ts';
import { mounter } from '#platform/mount.ts';
import { RateLimited } from '#platform/rate-limits.ts';
import { nameRoute } from '#platform/request-context.ts';
import { withAccounts } from './accounts.ts';
import { authorizer } from './http/authorize.ts';
import { policyReportRoute } from './http/policy-reports.ts';
import { feedRoute } from './pages/feed.ts';
import { documentPdfRoutes, statementPdfRoute } from './documents/document-pdf.ts';
import { emailPreviewRoute } from './documents/email-preview.ts';
import { oneClickRoute } from './http/one-click.ts';
import { refusalHeaders } from './http/refusal-headers.ts';
import { type EndpointLimits, endpointLimits } from './http/endpoint-limits.ts';
import { webhookRoutes } from './http/webhooks.ts';

export type ApiSettings = {
  deps: Deps;
  /** Processor settings that are sent to the browser. */
  runtime: { stripePublishableKey: string; stripeScriptUrl: string | null };
  /** Returns null when orders can be accepted, otherwise the reason. */
  notReady: () => Promise<string | null>;
  /** Without it, no client is limited. A rate of 0 means unlimited. */
  limits?: Limits;
};

type Limits = EndpointLimits & { holds: HoldRules; accounts: AccountLimits };

/** Load balancer health checks use GET, or OPTIONS (the HAProxy default). HEAD is handled with GET. */
const allowedMethods = ['GET', 'OPTIONS'];

/** Serves everything under /api, plus the two health endpoints. */
export function createApi({ deps, runtime, notReady, limits }: ApiSettings): Hono {
  const api = new Hono();
  api.onError((error, context) => refuse(context, error, deps.log));
  api.on(allowedMethods, '/healthz', (context) => {
    nameRoute('/healthz');
    return context.text('ok');
  });
  api.on(allowedMethods, '/readyz', async (context) => {
    nameRoute('/readyz');
    const reason = await notReady();
    return reason === null ? context.text('ready') : context.text(reason, 503, { 'retry-after': '1' });
  });
  webhookRoutes(api, deps);
  policyReportRoute(api, deps, limits?.rateLimits);
  const mount = mounter(
    api,
    authorizer({ ...deps, clock: deps.machineClock ?? deps.clock }),
    endpointLimits(deps, limits),
  );
  mount(contract.readRuntimeConfig, async () => runtime);
  mount(contract.readRefusals, async ({ params }) => refusalsIn(deps, params.language));
  const accountDeps = withAccounts(deps, limits?.accounts);
  accountRoutes(mount, accountDeps);
  personalDataRoutes(mount, accountDeps);
  adminRoutes(mount, deps, accountDeps);
  operationRoutes(mount, accountDeps);
  catalogRoutes(mount, deps);
  pictureRoutes(mount, deps);
  staffCatalogRoutes(mount, deps);
  contentRoutes(mount, deps);
  feedRoute(api, deps);
  couponRoutes(mount, deps);
  invoiceRoutes(mount, deps);
  documentPdfRoutes(api, deps);
  cartRoutes(mount, deps);
  oneClickRoute(api, deps);
  emailPreviewRoute(api, deps);
  paymentRoutes(mount, deps);
  checkoutRoutes(mount, deps, limits?.holds ?? defaultHolds);
  creditRoutes(mount, deps);
  reportingRoutes(mount, deps);
  statementPdfRoute(mount, deps);
  subscriptionRoutes(mount, deps);
  boosterRoutes(mount, deps);
  contactRoutes(mount, deps);
  api.get('/api/openapi.json', async (context) => {
    nameRoute('/api/openapi.json');
    return context.body(await readFile(openapi, 'utf8'), 200, {
      'content-type': 'application/json; charset=utf-8',
    });
  });
  api.all('/api/*', (context) => {
    throw new DomainError(isKnownPath(context.req.path) ? 'method_not_allowed' : 'not_found');
  });
  return api;
}

const openapi = new URL('../../docs/openapi.json', import.meta.url);

const patterns = Object.values(contract).map(
  (endpoint) => new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
);
const isKnownPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

function refusalsIn(
  { languages = onlyEnglish }: Pick<Deps, 'languages'>,
  code: string,
): Handled<typeof contract.readRefusals> {
  const refusals = languages.refusals(code);
  if (refusals === null) throw new DomainError('not_found');
  return refusals as Handled<typeof contract.readRefusals>;
}

function refuse(context: Context, error: Error, log: Logger): Response {
  const refusal = asRefusal(error, context, log);
  const { status, message } = refusal;
  return context.body(JSON.stringify(message), status as ContentfulStatusCode, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(refusal instanceof DomainError ? refusalHeaders(refusal) : { 'x-error-code': refusal.code }),
    ...(status === 503 || refusal.code === 'content_queue_full' ? { 'retry-after': '2' } : {}),
    ...(error instanceof RateLimited ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
  });
}

function asRefusal(
  error: Error,
  context: Context,
  log: Logger,
): DomainError | { status: 500; code: 'internal'; message: string } {
  if (error instanceof DomainError) return error;
  if (isDatabaseFailure(error)) {
    log.error({ err: error, route: context.req.routePath }, 'the database is unavailable or too slow');
    return new DomainError('busy');
  }
  log.error({ err: error, method: context.req.method, route: context.req.routePath }, 'unexpected failure');
  return { status: 500, code: 'internal', message: 'Something went wrong' };
}
