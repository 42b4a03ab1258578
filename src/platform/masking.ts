/** What may be read of a change for years: who did what to what. Secrets and numbers that open something are cut. */

/** Fields of which nothing is kept, in any spelling. */
const secret = /(^|_)(ein|password|secret|token|hash|api_key|cvc|iban|sealed)(_|$)/;
const toSnake = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`).toLowerCase();
/** Nine digits or more are a number of a card, an account, a company or a telephone: the last four tell which. */
const longNumber = /\d(?:[ -]?\d){8,}/g;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** As JSON, with the keys of objects sorted: equal changes are equal texts, whatever the database does to them. */
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
      .map(([name, inner]): [string, Json] => [name, secret.test(toSnake(name)) && inner !== null ? '[masked]' : masked(inner)]),
  );
}

/** The text that is hashed: of what was stored, however its keys come back. */
export const textOf = (value: unknown): string => JSON.stringify(masked(value));
