/** Another email address for an account, which both addresses agree to. */
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
  summary: 'Ask for another email address; it counts once the links in the emails to both addresses were opened',
  body: z.strictObject(EmailChangeForm.shape),
  response: z.object({}),
});
export const readEmailChange = endpoint({
  method: 'GET',
  path: '/api/users/email-change',
  access: 'customer',
  summary: 'The change of address that is under way, if there is one',
  response: z.object({
    pending: z.object({ email: z.string(), oldConfirmed: z.boolean(), newConfirmed: z.boolean(), expiresAt: z.iso.datetime() }).nullable(),
  }),
});
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/users/email-change',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Give a change of address up; its links are void',
  response: z.object({}),
});
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/users/email-change/confirm',
  access: 'public',
  summary: 'Agree to a change of address with the link from the email to the old or the new one',
  body: z.strictObject({ confirmToken: linkToken }),
  /** `done`: both have agreed, and the new address counts. */
  response: z.object({ done: z.boolean() }),
});
