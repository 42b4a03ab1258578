/**
 * Two-factor login on the wire. The secret and the recovery codes are returned only once, when they are
 * created. A wrong code is 422 here and not 401: the session is valid, so the browser must not refresh it.
 */
import { z } from 'zod';
import { typedPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const nothing = z.object({});
const code = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, 'Code is required')
  .max(40, 'The code is incorrect');
const password = typedPassword('Password is required');
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  access: 'customer',
  beforeFactor: true,
  impersonation: 'refused',
  summary: 'Starts two-factor setup and returns the authenticator secret',
  body: z.strictObject({ password }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});
export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/confirmation',
  access: 'customer',
  beforeFactor: true,
  impersonation: 'refused',
  summary: 'Turns on two-factor log-in and returns ten recovery codes',
  body: z.strictObject({ code }),
  response: RecoveryCodes,
});
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Replaces the recovery codes with ten new ones',
  body: z.strictObject({ password, code }),
  response: RecoveryCodes,
});
export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/removal',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Turns off two-factor log-in',
  body: z.strictObject({ password, code }),
  response: nothing,
});
