/** The user's own data on the wire: all of it as a file, and the deletion of the account. */
import { z } from 'zod';
import { askedCode, typedPassword } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const readArchive = endpoint({
  method: 'GET',
  path: '/api/auth/me/archive',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Returns all data stored about the user as a base64 ZIP file',
  response: z.object({ fileName: z.string(), content: z.base64() }),
});

/** The fields of the profile's dialog. */
export const DeletionForm = z.strictObject({
  password: typedPassword('Password is required'),
  code: askedCode,
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/me/deletion',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Deletes the account; its orders stay without personal data',
  body: DeletionForm,
  response: z.object({}),
});
