/** Tells a database that is away, full or too slow from a bug in our SQL: the first passes by itself, so the caller may try again. */

/** PostgreSQL's classes: 08 connection, 53 resources, 57P shutdown, 40 deadlock or serialisation; then lock and statement time-outs, and a primary that has become a replica. */
const passing = /^(08|53|57P|40)|^(55P03|57014|25P03|25006)$/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
/** The driver has no code for these. */
const spoken =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed)|^timeout expired$/;

export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (passing.test(code) || network.has(code))) return true;
  return spoken.test(error.message);
}

/** A server that ends, starts or hands over, or nobody at its address. */
const refused = /^57P0[123]$|^08\w{3}$/;
const hungUp = /^Connection terminated/;

/** Whether a connection was not made, though it may be in a moment; waiting for a free one in vain is none of it. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return refused.test(code) || network.has(code);
  return hungUp.test(error.message) && !error.message.includes('timeout');
}

/** Failures of our own pools to connect. Their codes, such as ECONNREFUSED, are also those of a mail server or a processor. */
const unreachable = new WeakSet<object>();

/** For the code that connects: this failure is the database's. Answers the error. */
export function markUnreachable<E>(error: E): E {
  if (typeof error === 'object' && error !== null) unreachable.add(error);
  return error;
}

/** For a client that calls nothing but the database: a connection that the network refused is the database's failure. */
export function ofDatabase<E>(error: E): E {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && network.has(code) ? markUnreachable(error) : error;
}

const serverIsDown = /^57P0[123]$|^08\w{3}$/;
const driverIsCutOff =
  /^Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Client (has encountered a connection error|was closed)/;

/** Whether the database cannot be reached at all: it ends, starts, or no connection leads to it. A slow statement or a deadlock is none of it. */
export function isAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (unreachable.has(error) || (typeof code === 'string' && serverIsDown.test(code))) return true;
  if (typeof message === 'string' && driverIsCutOff.test(message)) return true;
  // A job that does several things ends with all its failures. One that is not the database's has to be logged.
  if (error instanceof AggregateError) return depth < 3 && error.errors.every((each) => isAway(each, depth + 1));
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

/** One clause for the operator, without addresses and names. */
export function causeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code !== '') return `${causes[code] ?? 'the connection failed'} (${code})`;
  if (typeof message === 'string' && driverIsCutOff.test(message)) return 'it closes connections, or accepts none in time';
  return 'the connection failed';
}
