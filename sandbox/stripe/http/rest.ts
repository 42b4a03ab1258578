/**
 * Handles a REST call: authenticate, find the operation, replay a stored response, apply a fault, run in one
 * step, respond. Every non-2xx response has an `error` object, because the official SDK checks nothing else.
 */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { authenticate, authorize } from '#sandbox/stripe/http/authentication.ts';
import {
  ApiError,
  type ErrorDetails,
  internalError,
  invalidRequest,
  unknownUrl,
} from '#sandbox/stripe/http/errors.ts';
import { cutConnection, longestHoldMs, pause } from '#sandbox/connection.ts';
import type { Fault as AnyFault } from '#sandbox/faults.ts';
import { decodeForm, type RawGroup } from '#sandbox/stripe/http/form.ts';
import * as idempotency from '#sandbox/stripe/http/idempotency.ts';
import type { Operation } from '#sandbox/stripe/http/operation.ts';
import { readParameters, type Schema } from '#sandbox/stripe/http/parameters.ts';
import { browserView, present } from '#sandbox/stripe/http/present.ts';
import { stripeId } from '#sandbox/stripe/ids.ts';
import { apiVersion, type Call, type FaultHow, type World } from '#sandbox/stripe/world.ts';

type Env = { Bindings: HttpBindings };
type Fault = AnyFault<FaultHow>;
type Answer = idempotency.StoredAnswer & { replayed: boolean };
/** A null `answer` cuts the connection. */
type Outcome = { answer: Answer | null; fault: string | null };

const longestBody = 256 * 1_024;

export function restApp(world: World, operations: readonly Operation[]): Hono<Env> {
  const app = new Hono<Env>();
  const busyKeys = new Set<string>();
  app.use(
    '*',
    cors({
      origin: '*',
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'stripe-version'],
      exposeHeaders: ['request-id', 'stripe-version', 'idempotent-replayed'],
      maxAge: 600,
    }),
  );
  for (const operation of operations) {
    app.on(operation.method, operation.path, (context) => handle(world, operation, context, busyKeys));
  }
  app.all('*', (context) =>
    toResponse(context, refusal(stripeId('req'), unknownUrl(context.req.method, context.req.path)), null),
  );
  return app;
}

async function handle(
  world: World,
  operation: Operation,
  context: Context<Env>,
  busyKeys: Set<string>,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = stripeId('req');
  const key = operation.method === 'GET' ? null : (context.req.header('idempotency-key') ?? null);
  const body =
    operation.method === 'POST' ? await context.req.text() : new URL(context.req.url).search.slice(1);
  const seen = { isBrowser: false };
  let outcome: Outcome;
  try {
    const sent = readBody(context, operation, body);
    const caller = authenticate(
      world,
      context.req.header('authorization'),
      typeof sent.key === 'string' ? sent.key : null,
    );
    seen.isBrowser = caller === 'browser';
    checkVersion(context.req.header('stripe-version'));
    authorize(caller, operation.access);
    idempotency.checkKey(key);
    const call: Call = { world, requestId, idempotencyKey: key, isBrowser: seen.isBrowser };
    outcome = await once(call, operation, context, { body, sent }, busyKeys);
  } catch (error) {
    outcome = { answer: refusal(requestId, error, seen.isBrowser), fault: null };
  }
  world.log.add({
    id: outcome.answer?.requestId ?? requestId,
    at: new Date().toISOString(),
    method: operation.method,
    path: context.req.path,
    parameters: body,
    idempotencyKey: key,
    isBrowser: seen.isBrowser,
    status: outcome.answer?.status ?? null,
    replayed: outcome.answer?.replayed ?? false,
    fault: outcome.fault,
    tookMs: Math.round((performance.now() - startedAt) * 10) / 10,
  });
  if (outcome.answer === null) return cutConnection(context.env);
  return toResponse(context, outcome.answer, key);
}

function readBody(context: Context<Env>, operation: Operation, body: string): RawGroup {
  if (body.length > longestBody) throw invalidRequest('The request is too large.');
  const type = context.req.header('content-type') ?? '';
  if (operation.method === 'POST' && body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidRequest(
      `Requests are form-encoded; '${type}' is not understood. Send application/x-www-form-urlencoded.`,
    );
  }
  return decodeForm(body);
}

function checkVersion(version: string | undefined): void {
  if (version !== undefined && version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. This sandbox speaks ${apiVersion}.`);
  }
}

/** A replay has no effect that could fail, so only its response can get lost. */
const losesConnection = (how: FaultHow): boolean => how === 'reset' || how === 'timeout';

/** Looks up a stored response, locks the key while working, and applies armed faults. */
async function once(
  call: Call,
  operation: Operation,
  context: Context<Env>,
  request: { body: string; sent: RawGroup },
  busyKeys: Set<string>,
): Promise<Outcome> {
  const { world, idempotencyKey: key } = call;
  const path = context.req.path;
  const fingerprint = idempotency.fingerprintOf(operation.method, path, request.body);
  if (key !== null && busyKeys.has(key)) throw idempotency.keyInUse(key);
  const stored = key === null ? null : idempotency.storedAnswer(world, key, fingerprint);
  const fault = world.faults.take(operation.method, path, (how) => stored === null || losesConnection(how));
  const note = fault === null ? null : `${fault.how} ${fault.where}`;
  if (stored !== null) {
    const isLost = fault !== null && (await holdsBack(fault, context));
    return { answer: isLost ? null : { ...stored, replayed: true }, fault: note };
  }
  if (fault?.where === 'before' && fault.how !== 'delay') {
    if (await holdsBack(fault, context)) return { answer: null, fault: note };
    return { answer: fail(call, key, fingerprint, fault), fault: note };
  }
  if (key !== null) busyKeys.add(key);
  try {
    if (fault?.how === 'delay') await pause(fault.delayMs, context.env);
    const answer = execute(
      call,
      operation,
      context.req.param() as Record<string, string>,
      request.sent,
      key === null ? null : { key, fingerprint },
    );
    if (fault === null || fault.how === 'delay') return { answer, fault: note };
    if (await holdsBack(fault, context)) return { answer: null, fault: note };
    return { answer: fail(call, key, fingerprint, fault), fault: note };
  } finally {
    if (key !== null) busyKeys.delete(key);
    world.webhooks.wake();
  }
}

/**
 * Runs the call in one step: objects, events, and the stored response are committed together or not at all.
 */
function execute(
  call: Call,
  operation: Operation,
  ids: Record<string, string>,
  sent: RawGroup,
  keyed: { key: string; fingerprint: string } | null,
): Answer {
  const { world, requestId } = call;
  const values = readParameters(schemaFor(call, operation, sent), withoutKey(sent));
  const keep = (answer: Answer): Answer => {
    if (keyed !== null) idempotency.storeAnswer(world, keyed.key, keyed.fingerprint, answer);
    return answer;
  };
  try {
    return world.database.step(() => {
      try {
        const result = operation.run(call, values, ids);
        return keep(answerOf(requestId, 200, present(call, result, values.expand as string[] | undefined)));
      } catch (error) {
        if (error instanceof ApiError && error.commitsChanges)
          return keep(refusal(requestId, error, call.isBrowser));
        throw error;
      }
    });
  } catch (error) {
    return world.database.step(() => keep(refusal(requestId, error, call.isBrowser)));
  }
}

function schemaFor(call: Call, operation: Operation, sent: RawGroup): Schema {
  if (!call.isBrowser) return operation.params;
  const refused = operation.secretOnly.find((name) => name in sent);
  if (refused !== undefined)
    throw invalidRequest(`The parameter '${refused}' cannot be sent with a publishable API key.`, {
      param: refused,
    });
  return { ...operation.params, ...operation.browserParams };
}

function withoutKey(sent: RawGroup): RawGroup {
  const { key: _key, _stripe_version: _version, ...rest } = sent;
  return rest;
}

/** Stripe stores a 500 under the key like any response; a 503 of its gateway is not stored. */
function fail(call: Call, key: string | null, fingerprint: string, fault: Fault): Answer {
  const error =
    fault.how === '503'
      ? new ApiError(503, { type: 'api_error', message: 'The sandbox was told to be unavailable.' })
      : internalError('The sandbox was told to fail this call.');
  const answer = refusal(call.requestId, error);
  if (key !== null && fault.how !== '503') idempotency.storeAnswer(call.world, key, fingerprint, answer);
  return answer;
}

/** True when the caller gets no response. A timeout holds the connection until the caller disconnects. */
async function holdsBack(fault: Fault, context: Context<Env>): Promise<boolean> {
  if (fault.how === 'timeout') await pause(fault.delayMs > 0 ? fault.delayMs : longestHoldMs, context.env);
  return fault.how === 'timeout' || fault.how === 'reset';
}

const answerOf = (requestId: string | null, status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body, null, 2),
  requestId: requestId ?? '',
  replayed: false,
});

/** Any other error is a bug of the sandbox: it is written to stderr and returned as 500. */
function refusal(requestId: string | null, error: unknown, isBrowser = false): Answer {
  if (!(error instanceof ApiError)) console.error('sandbox: unexpected', error);
  const { status, details } = error instanceof ApiError ? error : internalError();
  return answerOf(requestId, status, { error: isBrowser ? forBrowser(details) : details });
}

const forBrowser = (details: ErrorDetails): ErrorDetails => ({
  ...details,
  ...(details.payment_intent === undefined
    ? {}
    : { payment_intent: browserView(details.payment_intent as Record<string, unknown>) }),
  ...(details.setup_intent === undefined
    ? {}
    : { setup_intent: browserView(details.setup_intent as Record<string, unknown>) }),
});

function toResponse(context: Context<Env>, answer: Answer, key: string | null): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': answer.requestId,
    'stripe-version': apiVersion,
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(answer.replayed ? { 'idempotent-replayed': 'true', 'original-request': answer.requestId } : {}),
  };
  return context.body(answer.body, answer.status as 200, headers);
}
