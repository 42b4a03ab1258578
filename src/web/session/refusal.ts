/** What a person reads when a call fails: the server's sentence, or the specification's words where it has none. */
import { tryLater } from '#contract/client.ts';

export type Refusal = { code: string; message: string };

/** A refusal or a lost connection, as `call` throws it and as the store keeps it. Anything else is an accident of ours. */
export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string';

/** `fallback` where a refusal came without a sentence. An accident says nothing about what was typed. */
export function refusalText(error: unknown, fallback = tryLater): string {
  if (!isRefusal(error) || error.code === 'internal') return tryLater;
  return error.code === 'unknown' ? fallback : error.message;
}
