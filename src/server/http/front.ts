/**
 * Wraps every request: assigns an id, counts it, may reject it, and writes one log line. Admission is decided
 * only here. Addresses are logged as templates because they may contain tokens.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Admission, type Importance, importanceOf, isReturn } from '#platform/admission.ts';
import { clientAddress } from '#platform/client-address.ts';
import { type Logger, whoOf } from '#platform/logger.ts';
import type { Metrics } from '#platform/metrics.ts';
import { bodyAtMostBytes, bodyTooLarge } from '#platform/mount.ts';
import { inRequest, type RequestContext, requestIdFrom, unknownRoute } from '#platform/request-context.ts';
import { beginSpan } from '#platform/tracing.ts';
import type { Span } from '#ports/tracing.ts';
import { type Limit, type RateLimits, RateLimited } from '#platform/rate-limits.ts';
import { within } from '#platform/within.ts';
import { type BodyReaders, hasRequestBody } from './body-reader.ts';
import { busyPage, checkingPage } from './failed-page.ts';
import { refusalHeaders } from './refusal-headers.ts';
import { pathOf } from './request-target.ts';
import { commonHeaders, inertPolicy, transportHeaders } from './security-headers.ts';
import { eventAtMostBytes, isUnsigned } from './webhooks.ts';

/** Endpoints whose body is a file, by method and path. They have no path parameters. */
const fileRows = new Map<string, number>(
  Object.values<Endpoint>(contract).flatMap(({ method, path, bytesAtMost }) =>
    bytesAtMost === undefined ? [] : [[`${method} ${path}`, bytesAtMost] as const],
  ),
);

export type Handle = (request: Request) => Response | Promise<Response>;

export type FrontParts = {
  log: Logger;
  metrics: Metrics;
  admission: Admission;
  bodyReaders: BodyReaders;
  rateLimits: RateLimits;
  /**
   * Requests per minute per client, and the same number again for payment-return requests. 0 means unlimited.
   */
  requestsPerMinute: number;
  /** Number of trusted proxies that may name the client. */
  trustedProxies: number;
  /**
   * True for the address of one of our own files. They are cheap and a page requests many, so they are not
   * limited.
   */
  isFile: (path: string) => boolean;
  /** True for a page that is cached, by its address with the query. Called only under load. */
  isAtHand: (address: string) => boolean;
  /** The public address of the shop. */
  publicOrigin: string;
  /** True once the shop is stopping. Connections then close with their response. */
  isDraining: () => boolean;
};

/**
 * Shorter than a browser's timeout. The database times out after 10 s and the processor after two attempts of
 * 8 s, so only several such failures in a row exceed this limit. The handler continues in the background, and
 * a repeated request finds its result.
 */
const answerAtMostMs = 40_000;
const retryAfterSeconds = 2;
const recheckSeconds = 5;

export function createFront(
  parts: FrontParts,
  handle: Handle,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { admission, metrics, trustedProxies, isDraining } = parts;
  // The handler continues after the timeout, so a transaction is never cut off.
  const listener = getRequestListener((request) => within(answerAtMostMs, handle(request), busyResponse), {
    hostname: 'localhost',
  });
  const limitOf = (path: string): Limit => ({
    name: isReturn(path) ? 'returns' : 'requests',
    perMinute: parts.requestsPerMinute,
  });
  const detectProxy = warnOfProxy(parts);
  const ofTransport = Object.entries(transportHeaders(parts.publicOrigin));
  return (incoming, outgoing) => {
    const startedAt = performance.now();
    const path = pathOf(incoming);
    const isFile = path !== null && parts.isFile(path);
    const span = isFile || path === null || isOfHealth(path) ? null : spanOf(incoming);
    const client = clientAddress(incoming, trustedProxies);
    const context: RequestContext = {
      signal: goneSignal(outgoing),
      id: span?.traceId ?? requestIdFrom(incoming.headers.traceparent),
      span,
      route: unknownRoute,
      client,
      userAgent: (incoming.headers['user-agent'] ?? '').slice(0, 300),
    };
    detectProxy(incoming);
    outgoing.setHeader('x-request-id', context.id);
    for (const [name, value] of ofTransport) outgoing.setHeader(name, value);
    if (isDraining()) outgoing.setHeader('connection', 'close');
    outgoing.once('close', () => finish(parts, { incoming, outgoing, context, startedAt }));
    // Set here and not on each response: adding a header to a finished response copies all of it.
    if (path !== null && isOfMachines(path))
      for (const [name, value] of ofMachines) outgoing.setHeader(name, value);
    if (path === null) return refuse(outgoing, path, new DomainError('address_invalid'));
    // A page whose script is then rejected is worse than no page, and a file costs almost nothing.
    let importance = isFile ? 'file' : importanceOf(incoming.method ?? '', path);
    const limit = limitOf(path);
    if (limit.perMinute > 0 && isCounted(importance)) {
      const waitSeconds = parts.rateLimits.glance(limit, client);
      if (waitSeconds !== null) {
        metrics.rateLimited(limit.name);
        return refuse(outgoing, path, new RateLimited(waitSeconds), waitSeconds);
      }
    }
    const work = (): void => {
      const leave = admission.enter(importance, client);
      // Not when the connection closes: a disconnected client does not stop the work that it started.
      void inRequest(context, () => Promise.resolve(listener(incoming, outgoing))).finally(leave);
    };
    const shed = (): boolean => {
      let trouble = admission.trouble(importance, client);
      if (
        trouble !== null &&
        importance === 'ordinary' &&
        isRead(incoming) &&
        parts.isAtHand(incoming.url ?? '/')
      ) {
        // A cached page is as cheap as a file and needs none of the congested resources.
        importance = 'file';
        trouble = admission.trouble(importance, client);
      }
      if (trouble === null) return false;
      metrics.shed(importance, trouble);
      refuse(outgoing, path, new DomainError('busy'), retryAfterSeconds);
      return true;
    };
    if (shed()) return;
    if (!hasRequestBody(incoming)) return work();
    const refusal = refusalBeforeBody(incoming, importance, path);
    if (refusal !== null) return refuse(outgoing, path, refusal);
    const isUpload = fileRows.has(`${incoming.method} ${path}`);
    const bodyReaders =
      parts.bodyReaders[importance === 'webhook' ? 'webhook' : isUpload ? 'upload' : 'ordinary'];
    void bodyReaders.take(incoming, bodyAtMost(importance, incoming, path)).then((arrived) => {
      if (arrived === 'whole') return shed() || work();
      if (arrived === 'gone') return;
      metrics.shed(importance, 'late_body');
      outgoing.setHeader('connection', 'close');
      refuse(outgoing, path, new DomainError('body_late'), retryAfterSeconds);
    });
  };
}

/** Addresses that are not pages: API calls and the two health checks. */
const isOfMachines = (path: string): boolean => path.startsWith('/api/') || isOfHealth(path);
const isOfHealth = (path: string): boolean => path === '/healthz' || path === '/readyz';
const ofMachines = Object.entries({ ...commonHeaders, 'content-security-policy': inertPolicy });

/** The span is renamed to its route once that is known. */
const spanOf = ({ method = '', headers: { traceparent } }: IncomingMessage): Span | null =>
  beginSpan(method, { kind: 'server', parent: typeof traceparent === 'string' ? traceparent : null });

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const isCounted = (importance: Importance): boolean => importance === 'ordinary' || importance === 'buying';

const bodyAtMost = (importance: Importance, { method }: IncomingMessage, path: string): number =>
  importance === 'webhook' ? eventAtMostBytes : (fileRows.get(`${method} ${path}`) ?? bodyAtMostBytes);

/**
 * Rejects before the body is read: a declared length over the limit, a webhook without a signature, or an
 * upload without authorization.
 */
function refusalBeforeBody(
  incoming: IncomingMessage,
  importance: Importance,
  path: string,
): DomainError | null {
  const { headers } = incoming;
  const atMost = bodyAtMost(importance, incoming, path);
  if (Number(headers['content-length'] ?? 0) > atMost) return bodyTooLarge(atMost);
  if (importance === 'webhook' && isUnsigned(headers['stripe-signature']))
    return new DomainError('webhook_refused');
  if (fileRows.has(`${incoming.method} ${path}`) && headers.authorization === undefined)
    return new DomainError('sign_in_required');
  return null;
}

/**
 * Warns once when requests come through an untrusted proxy. All customers then look like one client and share
 * its limits.
 */
function warnOfProxy({ log, trustedProxies }: FrontParts): (incoming: IncomingMessage) => void {
  let isSaid = trustedProxies > 0;
  return (incoming) => {
    if (isSaid || incoming.headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    log.warn(
      'requests carry X-Forwarded-For, but TRUST_PROXY is 0: if the proxy is yours, set it to 1, or all customers share one rate limit',
    );
  };
}

function busyResponse(): Response {
  const { status, code, message } = new DomainError('busy');
  return Response.json(message, {
    status,
    headers: { 'x-error-code': code, 'retry-after': String(retryAfterSeconds) },
  });
}

/**
 * Rejects with a page when the browser may retry the address later, otherwise with a response for machines.
 */
function refuse(
  outgoing: ServerResponse,
  path: string | null,
  refusal: DomainError,
  afterSeconds?: number,
): void {
  const { status, message } = refusal;
  const isPage = path !== null && !path.startsWith('/api/') && afterSeconds !== undefined;
  const body = !isPage
    ? JSON.stringify(message)
    : isReturn(path)
      ? checkingPage(Math.max(afterSeconds, recheckSeconds))
      : busyPage(message);
  outgoing
    .writeHead(status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      // A sandboxed page cannot reload itself.
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'${isPage ? '' : '; sandbox'}`,
      ...commonHeaders,
      'cache-control': 'no-store',
      ...refusalHeaders(refusal),
      ...(afterSeconds === undefined ? {} : { 'retry-after': String(afterSeconds) }),
    })
    .end(body);
}

type Ended = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  context: RequestContext;
  startedAt: number;
};

/** Aborts when the connection closes before the response is complete. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const disconnect = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
}

/**
 * Records the end of a request. A client that disconnects before the response is logged as 499, the code that
 * proxies use.
 */
function finish({ log, metrics }: FrontParts, { incoming, outgoing, context, startedAt }: Ended): void {
  const ms = performance.now() - startedAt;
  const status = outgoing.headersSent ? outgoing.statusCode : 499;
  const method = incoming.method ?? '';
  context.span?.end({
    name: `${method} ${context.route}`,
    facts: {
      'http.request.method': method,
      'http.route': context.route,
      'http.response.status_code': status,
    },
    ...(status >= 500 ? { error: String(status) } : {}),
  });
  metrics.request({ method, route: context.route, status, seconds: ms / 1_000 });
  if (!log.isLevelEnabled('info')) return;
  const bytes = Number(outgoing.getHeader('content-length') ?? 0);
  log.info(
    {
      request: context.id,
      ...whoOf(context),
      method,
      route: context.route,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
    },
    'request',
  );
}
