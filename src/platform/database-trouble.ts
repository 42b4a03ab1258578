/**
 * Distinguishes a database that is unreachable, full, or too slow from a bug in our SQL. The first is
 * temporary, so the caller may retry.
 */

/**
 * PostgreSQL's classes: 08 connection, 53 resources, 57P shutdown, 40 deadlock or serialization; then lock
 * and statement timeouts, and a primary that has become a replica.
 */
const passing = /^(08|53|57P|40)|^(55P03|57014|25P03|25006)$/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** The driver has no code for these. */
const spoken =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed)|^timeout expired$/;

export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (passing.test(code) || network.has(code))) return true;
  return spoken.test(error.message);
}

/** A server that shuts down, starts, or fails over, or an address where no server listens. */
const refused = /^57P0[123]$|^08\w{3}$/;
const connectionTerminated = /^Connection terminated/;

/**
 * Whether a connection was refused and may succeed in a moment. A timeout while waiting for a free connection
 * does not count.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return refused.test(code) || network.has(code);
  return connectionTerminated.test(error.message) && !error.message.includes('timeout');
}

/**
 * Connection failures of our own pools. Their codes, such as ECONNREFUSED, may also come from a mail server
 * or a processor.
 */
const unreachable = new WeakSet<object>();

/** Marks a failure to connect as the database's. Returns the error. */
export function markUnreachable<E>(error: E): E {
  if (typeof error === 'object' && error !== null) unreachable.add(error);
  return error;
}

/** For a client that connects only to the database: marks network errors as the database's. */
export function ofDatabase<E>(error: E): E {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && network.has(code) ? markUnreachable(error) : error;
}

const driverIsCutOff =
  /^Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Client (has encountered a connection error|was closed)/;

/**
 * Whether the database is unreachable: it shuts down, starts, or refuses connections. A slow statement or a
 * deadlock does not count.
 */
export function isAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (unreachable.has(error) || (typeof code === 'string' && refused.test(code))) return true;
  if (typeof message === 'string' && driverIsCutOff.test(message)) return true;
  // A job with several steps fails with all their errors. If one is not the database's, it must be logged.
  if (error instanceof AggregateError && error.errors.length > 0)
    return depth < 3 && error.errors.every((each) => isAway(each, depth + 1));
  return depth < 3 && isAway(cause, depth + 1);
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  ETIMEDOUT: 'its host does not answer',
  EHOSTUNREACH: 'no route leads to its host',
  ECONNRESET: 'it closed the connection',
  '57P01': 'it shut down',
  '57P02': 'it crashed',
  '57P03': 'it is starting or shutting down',
  '53300': 'it accepts no more connections',
  '53100': 'its disk is full',
  '28P01': 'it rejects the password',
  '28000': 'it rejects the log-in',
  '3D000': 'no database of this name exists there',
};

/** A short reason for the operator, without addresses and names. */
export function causeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code !== '') return `${causes[code] ?? 'the connection failed'} (${code})`;
  if (typeof message === 'string' && driverIsCutOff.test(message))
    return 'it closes connections, or accepts none in time';
  return 'the connection failed';
}
