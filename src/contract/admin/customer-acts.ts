/** Sensitive actions of staff for a customer: each requires a fresh code and is logged. */
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';
import { UserId } from './orders.ts';

const params = z.strictObject({ id: UserId });

export const staffRevealEin = endpoint({
  method: 'POST',
  path: '/api/admin/customers/{id}/ein',
  access: 'staff',
  permission: 'ein.reveal',
  fresh: true,
  summary: "Returns a company's full EIN and logs the access",
  params,
  response: z.object({ ein: z.string() }),
});

/** The customer receives it in an email. */
export const Reason = z
  .string()
  .trim()
  .min(10, 'Enter a reason of at least 10 characters')
  .max(300, 'Enter a reason of at most 300 characters');

export const staffViewAs = endpoint({
  method: 'POST',
  path: '/api/admin/customers/{id}/viewing',
  access: 'staff',
  permission: 'customers.view_as',
  fresh: true,
  summary: 'Impersonates a customer for 30 minutes; emails them the reason',
  params,
  body: z.strictObject({ reason: Reason }),
  /** The values of the three headers from then on. */
  response: z.object({ userId: z.string(), email: z.string(), expiresAt: z.iso.datetime() }),
});

export const staffStopViewing = endpoint({
  method: 'DELETE',
  path: '/api/admin/customers/{id}/viewing',
  access: 'staff',
  permission: 'customers.view_as',
  summary: "Ends the caller's impersonation of a customer",
  params,
  response: z.object({}),
});

/**
 * At the customer's request. The address is typed to confirm the right customer, who receives the reason in
 * an email.
 */
export const OnRequest = z.strictObject({
  email: z.string().trim().min(1, 'Type the customer’s email address to confirm').max(254),
  reason: Reason,
});

const onRequest = {
  method: 'POST',
  access: 'staff',
  permission: 'customers.write',
  fresh: true,
  params,
  body: OnRequest,
} as const;

export const staffExportArchive = endpoint({
  ...onRequest,
  path: '/api/admin/customers/{id}/archive',
  summary: "Returns a customer's data as a base64 ZIP file; emails the customer",
  response: z.object({ fileName: z.string(), content: z.base64() }),
});

export const staffDeleteCustomer = endpoint({
  ...onRequest,
  path: '/api/admin/customers/{id}/deletion',
  summary: "Deletes a customer's account on request; emails the customer",
  response: z.object({}),
});
