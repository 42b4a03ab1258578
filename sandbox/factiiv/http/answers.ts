/** Wraps every API response as `{ payload, errors, message }`, errors included. */
import type { Context } from 'hono';
import { Refusal } from '#sandbox/factiiv/refusal.ts';

const headers = { 'cache-control': 'no-store' };

export const answer = (context: Context, payload: unknown, status: 200 | 201 = 200): Response =>
  context.json({ payload, errors: [], message: status === 201 ? 'Created' : 'OK' }, status, headers);

/** Any other error is a bug of the sandbox: it is written to stderr and returned as 500. */
export function refusalAnswer(context: Context, error: unknown): Response {
  const refusal =
    error instanceof Refusal ? error : new Refusal(500, 'server_error', 'Internal server error');
  if (refusal !== error) console.error('sandbox: unexpected', error);
  return context.json(
    { payload: null, errors: refusal.problems, message: refusal.message },
    refusal.status as 400,
    {
      ...headers,
      ...refusal.headers,
    },
  );
}
