/**
 * Structured logs, one JSON line each, to stderr. Every line written during a request has the request's id.
 * Secrets are removed from the finished line, by field name and by format, so that nesting cannot hide them.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { createOutageLog, type OutageLog } from './outage-log.ts';
import { currentRequest, type RequestContext } from './request-context.ts';

export type { Logger };

/** Fields whose value is never logged, in either spelling, also inside a text that is itself JSON. */
const names =
  'client_?secret|stripe_?secret_?key|webhook_?secrets?|secret|api_?key|\\w*pass(?:word|wd)?(?:_?hash)?|two_?factor_?secret|proof|(?:access|refresh|reset|confirm)?_?token|authorization|cookie|set-cookie|stripe-signature|card_?number|cvc|iban';
const plain = new RegExp(String.raw`("(?:${names})":\s*)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[-\d.]+)`, 'gi');
/** JSON inside a text, where every quotation mark has a backslash before it. */
const quoted = new RegExp(
  String.raw`(\\"(?:${names})\\":\s*)(?:\\"(?:[^"\\]|\\\\(?:\\.|[^\\]))*\\"|[-\d.]+)`,
  'gi',
);
/**
 * Values recognizable by their format: client secrets, keys, signing secrets, bearer tokens, our own tokens,
 * password hashes, and passwords in addresses.
 */
const secrets =
  /\b(?:pi|seti|cs)_\w+_secret_\w+|\b(?:sk|rk)_(?:live|test)_\w+|\bwhsec_\w+|\bBearer\s+[\w.~+/=-]+|\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]*|(?<=\bses_[\w-]{22}\.\d+\.)[\w-]+|(?<=\b(?:confirmT|resetT|t)oken=)[\w%.~-]+|\$argon2id?\$[\w=,$+/-]+/g;
const inAddress = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"]*:)[^\s/@"]+@/gi;

export const withoutSecrets = (line: string): string =>
  line
    .replace(plain, '$1"[redacted]"')
    .replace(quoted, '$1\\"[redacted]\\"')
    .replace(secrets, '[redacted]')
    .replace(inAddress, '$1[redacted]@');

const outages = new WeakMap<Logger, OutageLog>();

/** `to` is for tests. Tests of silent logging pass `silent`. */
export function createLogger(
  level: string,
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  const outage = createOutageLog((facts, message) => log.warn(facts, message));
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const request = currentRequest();
        return request === undefined ? {} : { request: request.id, ...whoOf(request) };
      },
      serializers: { err: describe },
      hooks: {
        streamWrite: withoutSecrets,
        logMethod(inputs, method) {
          const [facts] = inputs as unknown[];
          const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null;
          if (!outage.isKnown(error)) method.apply(this, inputs);
        },
      },
    },
    to,
  );
  outages.set(log, outage);
  return log;
}

/** Notes that the database answers: a logged outage is over. */
export const noteDatabaseAnswers = (log: Logger): void => outages.get(log)?.ended();

/** The user it is done for, and the actor, where known. Ids only. */
export const whoOf = ({ user, actor }: RequestContext): { user?: string; actor?: string } => ({
  ...(user === undefined ? {} : { user }),
  ...(actor === undefined ? {} : { actor }),
});

/** The job queue reports a copy of an error, which is not an `Error` but has its fields. */
const isLikeError = (error: unknown): error is Error =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string');

/** An error's own text, without what a driver or processor has attached: that may be a customer's data. */
function describe(error: unknown, depth = 0): unknown {
  if (!isLikeError(error))
    return {
      message: typeof error === 'object' ? `no message, but ${Object.keys(error ?? {})}` : String(error),
    };
  const { code, status, queue } = error as { code?: unknown; status?: unknown; queue?: unknown };
  return {
    type: error.name ?? 'Error',
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof queue === 'string' ? { queue } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3 ? { cause: describe(error.cause, depth + 1) } : {}),
  };
}

/** When every address of a host failed, the reasons are in the nested errors. */
const messageOf = (error: Error): string =>
  error.message === '' && error instanceof AggregateError
    ? error.errors.map(String).join('; ')
    : error.message;
