/** The error of a failed console call: the server's message, or a fallback if it has none. */
import { tryLater } from '#contract/client.ts';
import type { Rejection } from '#web/session/api.ts';

const isRejection = (error: unknown): error is Rejection =>
  typeof error === 'object' && error !== null && 'code' in error && 'status' in error;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function rejectionOf(error: unknown): Rejection {
  if (!isRejection(error)) return { status: 500, code: 'unknown', message: capital(tryLater), requestId: '' };
  if (error.code === 'network')
    return { ...error, message: 'The connection was lost. Check it and try again.' };
  return { ...error, message: capital(error.message) };
}
