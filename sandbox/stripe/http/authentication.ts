/**
 * Authenticates the caller: our server with the secret key, or a browser with the publishable key. Test keys
 * only.
 */
import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '#sandbox/stripe/http/errors.ts';
import type { Access } from '#sandbox/stripe/http/operation.ts';
import type { World } from '#sandbox/stripe/world.ts';

export type Caller = 'server' | 'browser';

const refuse = (status: 401 | 403, message: string, code?: string): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) });

/** `sentKey` is the `key` parameter, which browsers may send instead of the header. */
export function authenticate(world: World, header: string | undefined, sentKey: string | null): Caller {
  const key = keyOf(header) ?? sentKey;
  if (key === null || key === '')
    throw refuse(401, 'You did not provide an API key. Send it as `Authorization: Bearer sk_test_…`.');
  if (isSame(key, world.keys.secretKey)) return 'server';
  if (isSame(key, world.keys.publishableKey)) return 'browser';
  throw refuse(401, `Invalid API Key provided: ${masked(key)}`);
}

export function authorize(caller: Caller, access: Access): void {
  if (caller === 'browser' && access === 'secret') {
    throw refuse(
      403,
      'This call cannot be made with a publishable API key. Use a secret API key.',
      'secret_key_required',
    );
  }
}

function keyOf(header: string | undefined): string | null {
  const [scheme = '', value = ''] = (header ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? null;
  return null;
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const masked = (key: string): string =>
  key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
