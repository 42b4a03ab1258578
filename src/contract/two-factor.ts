/**
 * Two-factor log-in on the wire. The secret and the recovery codes are answered once, when they are made, and never again.
 * A wrong code is 422 here and not 401: the session is fine, so the browser must not refresh it.
 */
import { z } from 'zod';
import { typedPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const nothing = z.object({});
const code = z.string({ error: 'Code is required' }).trim().min(1, 'Code is required').max(40, 'The code is not right');
const password = typedPassword('Password is required');
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  access: 'customer',
  beforeFactor: true,
  impersonation: 'refused',
  summary: 'Begin to set up two-factor log-in: a secret for the authenticator app',
  body: z.strictObject({ password }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});
export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/confirmation',
  access: 'customer',
  beforeFactor: true,
  impersonation: 'refused',
  summary: 'Turn two-factor log-in on with a first code; answers ten recovery codes',
  body: z.strictObject({ code }),
  response: RecoveryCodes,
});
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Ten new recovery codes; the old ones stop working',
  body: z.strictObject({ password, code }),
  response: RecoveryCodes,
});
export const removeTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/removal',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Turn two-factor log-in off',
  body: z.strictObject({ password, code }),
  response: nothing,
});
