/**
 * Masks a change for the audit log, which is stored for years. Secrets and numbers that grant access are
 * removed.
 */

/** Fields whose value is never stored, in any spelling. */
const secret = /(^|_)(ein|password|secret|token|hash|api_key|cvc|iban|sealed)(_|$)/;
const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`).toLowerCase();
/**
 * Numbers of nine or more digits may be a card, an account, a company, or a telephone: only the last four are
 * stored.
 */
const longNumber = /\d(?:[ -]?\d){8,}/g;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * As JSON, with the keys of objects sorted: equal changes give equal texts, whichever order the database
 * returns.
 */
export function masked(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value.replace(longNumber, (digits) => `…${digits.slice(-4)}`);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]): [string, Json] => [
        name,
        secret.test(toSnake(name)) && inner !== null ? '[masked]' : masked(inner),
      ]),
  );
}

/** The text that is hashed. It does not depend on the order of keys. */
export const textOf = (value: unknown): string => JSON.stringify(masked(value));
