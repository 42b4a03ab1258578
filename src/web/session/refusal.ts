/** The message for a failed call: the server's, or the specification's text if there is none. */
import { tryLater } from '#contract/client.ts';

export type Refusal = { code: string; message: string };

/**
 * A rejection or a lost connection, as `call` throws it and the store contains it. Anything else is a bug.
 */
export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string';

/** `fallback`: for a rejection without a message, and never for a bug. */
export function refusalText(error: unknown, fallback = tryLater): string {
  if (!isRefusal(error) || error.code === 'internal') return tryLater;
  return error.code === 'unknown' ? fallback : error.message;
}
