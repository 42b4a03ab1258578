/** Changes the email address of an account, after confirmation from both addresses. */
import { z } from 'zod';
import { askedCode, linkToken, typedPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Email } from './values.ts';

/** For forms: the same rules as on the wire. */
export const EmailChangeForm = z.object({
  email: Email('Email is required'),
  password: typedPassword('Password is required'),
  code: askedCode,
});

export const askEmailChange = endpoint({
  method: 'POST',
  path: '/api/users/email-change',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Requests an email change; both addresses must confirm it',
  body: z.strictObject(EmailChangeForm.shape),
  response: z.object({}),
});
export const readEmailChange = endpoint({
  method: 'GET',
  path: '/api/users/email-change',
  access: 'customer',
  summary: 'Returns the pending email change, if any',
  response: z.object({
    pending: z
      .object({
        email: z.string(),
        oldConfirmed: z.boolean(),
        newConfirmed: z.boolean(),
        expiresAt: z.iso.datetime(),
      })
      .nullable(),
  }),
});
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/users/email-change',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Cancels the pending email change and voids its links',
  response: z.object({}),
});
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/users/email-change/confirm',
  access: 'public',
  summary: 'Confirms an email change with the token sent to either address',
  body: z.strictObject({ confirmToken: linkToken }),
  /** `done`: both addresses have confirmed, and the new one is in use. */
  response: z.object({ done: z.boolean() }),
});
