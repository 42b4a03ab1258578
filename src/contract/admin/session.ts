/** The console's user, and the code required before sensitive actions. */
import { permissions, staffRoles } from '#kernel/permissions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';

export const StaffPerson = z.object({
  id: z.string(),
  firstName: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  permissions: z.array(z.enum(permissions)),
  /** Until then sensitive actions need no new code; null: they need one now. */
  freshUntil: z.iso.datetime().nullable(),
  /** This person's refund limit per order, in dollars; null: no limit. */
  refundLimit: z.number().nullable(),
});

export const readStaffPerson = endpoint({
  method: 'GET',
  path: '/api/admin/me',
  access: 'staff',
  permission: 'home.read',
  summary: 'Returns the current staff member and their permissions',
  response: StaffPerson,
});

export const giveFreshFactor = endpoint({
  method: 'POST',
  path: '/api/admin/fresh-factor',
  access: 'staff',
  permission: 'home.read',
  summary: 'Verifies an authenticator code and allows sensitive actions for five minutes',
  body: z.strictObject({
    code: z
      .string({ error: 'Code is required' })
      .trim()
      .min(1, 'Code is required')
      .max(40, 'The code is incorrect'),
  }),
  response: z.object({ freshUntil: z.iso.datetime() }),
});
