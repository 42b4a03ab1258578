/** What a person reads when a call of the profile fails: the server's sentence, or the specification's words where it has none. */
import { tryLater } from '#contract/client.ts';
import type { Rejection } from './api.ts';

export { tryLater };

const isRejection = (error: unknown): error is Rejection =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error && typeof error.message === 'string';

export const refusalText = (error: unknown, fallback = tryLater): string =>
  isRejection(error) && error.code !== 'unknown' ? error.message : fallback;
