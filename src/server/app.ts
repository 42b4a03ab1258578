/**
 * The shop's one door, read like a table of contents: health, webhooks, the API, then pages.
 * Pages reach data by calling the same API in process. The only `onError` is here: refusals become status and text, bugs a quiet 500.
 */
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { contract } from '#contract/contract.ts';
import { DomainError, type ErrorCode } from '#kernel/errors.ts';
import { site } from '#kernel/site.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import { adminRoutes } from '#modules/admin/routes.ts';
import type { AccountLimits } from '#modules/accounts/limits.ts';
import { cartRoutes } from '#modules/carts/routes.ts';
import { catalogRoutes } from '#modules/catalog/routes.ts';
import { checkoutRoutes } from '#modules/checkout/routes.ts';
import { contentRoutes } from '#modules/content/routes.ts';
import { contactRoutes } from '#modules/contact/routes.ts';
import { couponRoutes } from '#modules/coupons/routes.ts';
import { paymentRoutes } from '#modules/payments/routes.ts';
import { personalDataRoutes } from '#modules/personal-data/routes.ts';
import type { Deps } from '#platform/deps.ts';
import type { Logger } from '#platform/logger.ts';
import { isDatabaseTrouble } from '#platform/database-trouble.ts';
import { type Mount, mounter } from '#platform/mount.ts';
import { type Limit, type LongLimit, type RateLimits, RateLimited } from '#platform/rate-limits.ts';
import { currentRequest, nameRoute } from '#platform/request-context.ts';
import { withAccounts } from './accounts.ts';
import { authoriser } from './authorise.ts';
import { policyReportRoute } from './policy-reports.ts';
import { commonHeaders, lifelessPolicy } from './security-headers.ts';
import { feedRoute } from './feed.ts';
import { webhookRoutes } from './webhooks.ts';

export type ApiSettings = {
  deps: Deps;
  /** What the browser may know of the processor. */
  runtime: { stripePublishableKey: string; stripeScriptUrl: string | null };
  /** Null when orders can be taken, else the reason why not. */
  notReady: () => Promise<string | null>;
  /** Left out where nobody is limited. A rate of 0 is without a limit. */
  limits?: Limits;
};

type Limits = {
  rateLimits: RateLimits;
  couponLookupsPerMinute: number;
  purchasesPerMinute: number;
  contactMessagesPerHour: number;
  accounts: AccountLimits;
};

/** Everything under /api, plus the two health addresses. */
export function createApi({ deps, runtime, notReady, limits }: ApiSettings): Hono {
  const api = new Hono();
  api.onError((error, context) => refuse(context, error, deps.log));
  for (const path of ['/api/*', '/healthz', '/readyz']) api.use(path, apiHeaders);
  api.get('/healthz', (context) => {
    nameRoute('/healthz');
    return context.text('ok');
  });
  api.get('/readyz', async (context) => {
    nameRoute('/readyz');
    const reason = await notReady();
    return reason === null ? context.text('ready') : context.text(reason, 503, { 'retry-after': '1' });
  });
  webhookRoutes(api, deps);
  policyReportRoute(api, deps, limits?.rateLimits);
  const mount = mounter(api, authoriser(deps));
  mount(contract.readRuntimeConfig, async () => runtime);
  const take = taker(deps, limits);
  api.use('/api/coupons/by-code/*', async (_context, next) => {
    await take.couponLookup(contract.readCouponByCode.path);
    return next();
  });
  const accountDeps = withAccounts(deps, limits?.accounts);
  accountRoutes(mount, accountDeps);
  personalDataRoutes(mount, accountDeps);
  adminRoutes(mount, deps);
  catalogRoutes(mount, deps);
  contentRoutes(mount, deps);
  feedRoute(api, deps);
  couponRoutes(mount, deps);
  cartRoutes(limitPendingCarts(mount, take), deps);
  paymentRoutes(limitPurchases(mount, take), deps);
  checkoutRoutes(limitPurchases(mount, take), deps);
  contactRoutes(limitMessages(mount, take), deps);
  api.get('/api/openapi.json', async (context) => {
    nameRoute('/api/openapi.json');
    return context.body(await readFile(openapi, 'utf8'), 200, { 'content-type': 'application/json; charset=utf-8' });
  });
  api.all('/api/*', (context) => {
    throw new DomainError(isKnownPath(context.req.path) ? 'method_not_allowed' : 'not_found');
  });
  return api;
}

const openapi = new URL('../../docs/openapi.json', import.meta.url);

type Take = Record<'couponLookup' | 'purchase' | 'message', (route: string) => Promise<void>> & {
  pendingCart(route: string, userId: string): Promise<void>;
};

/** A page asks once. */
const pendingCartsPerMinute = 20;

/** Each throws `RateLimited` when the client has had its share. Our own pages are nobody's client. */
function taker({ metrics }: Deps, limits: Limits | undefined): Take {
  const waitOf = async (limit: Limit | LongLimit, route: string, who = currentRequest()?.client): Promise<number | null> => {
    if (limits === undefined || ('perMinute' in limit ? limit.perMinute : limit.atMost) === 0 || !who) return null;
    const waitSeconds = await limits.rateLimits.take(limit, who);
    if (waitSeconds === null) return null;
    nameRoute(route);
    metrics?.rateLimited(limit.name);
    return waitSeconds;
  };
  const take = async (name: string, perMinute: number, route: string, who?: string): Promise<void> => {
    const waitSeconds = await waitOf({ name, perMinute }, route, who);
    if (waitSeconds !== null) throw new RateLimited(waitSeconds);
  };
  return {
    /** A code is short enough to be guessed by a machine, so a client may try only as many as a person would. */
    couponLookup: (route) => take('coupon_lookups', limits?.couponLookupsPerMinute ?? 0, route),
    /** Every purchase opens a payment and may hold the last use of a code for a day; thieves try out stolen cards this way. */
    purchase: (route) => take('purchases', limits?.purchasesPerMinute ?? 0, route),
    /** The address is in the question, so somebody could ask for many: counted for the person, from wherever they ask. */
    pendingCart: (route, userId) => take('pending_carts', pendingCartsPerMinute, route, userId),
    /** Each message becomes mail, some of it to an address that the sender only claims. */
    message: async (route) => {
      const waitSeconds = await waitOf({ name: 'messages', atMost: limits?.contactMessagesPerHour ?? 0, withinSeconds: 3_600 }, route);
      if (waitSeconds !== null) throw new RateLimited(waitSeconds, tooManyMessages(waitSeconds));
    },
  };
}

const asksForMoney: string[] = [contract.createAndPurchase, contract.purchase, contract.purchaseOrder, contract.addPaymentMethod].map(
  ({ path }) => path,
);
const tooManyMessages = (waitSeconds: number): string =>
  `We have received several messages from you. Please write again in ${Math.ceil(waitSeconds / 60)} minutes, or send a mail to ${site.email}`;

/** Only what is fit to be sent counts: somebody who forgets a field is not turned away for it. */
const limitMessages =
  (mount: Mount, take: Take): Mount =>
  (row, handle) =>
    mount(row, async (received, caller) => {
      if (row.method === 'POST') await take.message(row.path);
      return handle(received, caller);
    });

const limitPendingCarts =
  (mount: Mount, take: Take): Mount =>
  (row, handle) =>
    mount(row, async (received, caller) => {
      if (row.path === contract.readPendingCart.path && caller.kind === 'person') await take.pendingCart(row.path, caller.userId);
      return handle(received, caller);
    });

/** A purchase tells whether its code is good just as a look at the code does, so it counts as one. */
const limitPurchases =
  (mount: Mount, take: Take): Mount =>
  (row, handle) =>
    mount(row, async (received, caller) => {
      if (asksForMoney.includes(row.path)) {
        await take.purchase(row.path);
        const { discountCode } = received.body as { discountCode?: string | null };
        if (discountCode) await take.couponLookup(row.path);
      }
      return handle(received, caller);
    });

const patterns = Object.values(contract).map((row) => new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`));
const isKnownPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

/** Set before the answer is made: adding a header to a finished answer copies the whole of it. */
async function apiHeaders(context: Context, next: () => Promise<void>): Promise<void> {
  context.header('content-security-policy', lifelessPolicy);
  for (const [name, value] of Object.entries(commonHeaders)) context.header(name, value);
  await next();
}

function refuse(context: Context, error: Error, log: Logger): Response {
  const { status, code, message } = asRefusal(error, context, log);
  return context.body(JSON.stringify(message), status as ContentfulStatusCode, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-error-code': code,
    ...(status === 503 ? { 'retry-after': '2' } : {}),
    ...(error instanceof RateLimited ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
  });
}

function asRefusal(error: Error, context: Context, log: Logger): { status: number; code: ErrorCode | 'internal'; message: string } {
  if (error instanceof DomainError) return error;
  if (isDatabaseTrouble(error)) {
    log.error({ err: error, route: context.req.routePath }, 'the database is away or too slow');
    return new DomainError('busy');
  }
  log.error({ err: error, method: context.req.method, route: context.req.routePath }, 'unexpected failure');
  return { status: 500, code: 'internal', message: 'Something went wrong' };
}
