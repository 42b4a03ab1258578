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
