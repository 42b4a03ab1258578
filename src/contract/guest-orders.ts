/**
 * A guest's order in the browser that placed it. The purchase key, which is stored only in that browser, is
 * the proof.
 */
import { phrase } from '#kernel/language.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, OrderId } from './values.ts';

const PurchaseKey = z.object({
  'purchase-key': z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'The key of the purchase is not valid'),
});

export const CorrectionForm = z.strictObject({ email: Email(phrase('Email is required')) });

export const GuestOrder = z.object({
  /** In full, so that the buyer can find a typo in it. */
  email: z.string(),
  invoice: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** Null: the address can no longer be corrected here. */
  correctableUntil: z.iso.datetime().nullable(),
  correctionsLeft: z.int(),
});

const params = z.strictObject({ id: OrderId });

export const readGuestOrder = endpoint({
  method: 'GET',
  path: '/api/orders/{id}/buyer',
  access: 'public',
  summary: "Returns where a receipt was sent, to the guest's browser only",
  params,
  headers: PurchaseKey,
  response: GuestOrder,
});

export const correctGuestEmail = endpoint({
  method: 'PUT',
  path: '/api/orders/{id}/buyer',
  access: 'public',
  limit: 'purchase',
  impersonation: 'refused',
  summary: "Corrects a guest order's email within 24 hours, up to three times",
  params,
  headers: PurchaseKey,
  body: CorrectionForm,
  response: GuestOrder,
});
